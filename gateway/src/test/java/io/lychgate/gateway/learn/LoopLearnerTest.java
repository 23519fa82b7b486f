package io.lychgate.gateway.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.learn.Observed.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selection of the responses that a loop records, and limits on their number. */
final class LoopLearnerTest {
  private final LoopLearner learner = new LoopLearner();

  @ParameterizedTest(name = "{0} {1} {2} {3} {4}")
  @CsvSource(
      nullValues = "-",
      value = {
        "/, document, -, 200, text/html, PAGE",
        "/, document, -, 304, -, PAGE",
        "/, -, -, 200, text/html; charset=utf-8, PAGE",
        "/, iframe, -, 200, text/html, -",
        "/, empty, https://a/, 200, text/html, -",
        "/a.css, style, https://a/, 200, text/css, STYLE",
        "/a.css, -, https://a/, 200, text/css, STYLE",
        "/a.css, -, -, 200, text/css, -",
        "/a.css, -, -, 404, text/html, STYLE",
        "/a.css, -, https://a/, 304, -, STYLE",
        "/a.js, -, https://a/, 200, application/javascript, SCRIPT",
        "/a.js, -, https://a/, 200, Text/JavaScript; charset=utf-8, SCRIPT",
        "/, -, https://a/, 200, TEXT/HTML, PAGE",
        "/, -, https://a/, 200, text, -",
        "/f, -, https://a/, 200, font/woff2, FONT",
        "/i, -, https://a/, 200, image/png, IMAGE",
        "/a.css, style, https://a/, 206, text/css, -",
        "/a.css, style, https://a/, 301, text/css, -",
        "/a.css, style, https://a/, 503, text/css, -",
        "/api, -, https://a/, 200, application/json, -",
      })
  void recordsPagesAndTheirAssets(
      String path,
      String destination,
      @Nullable String referer,
      int status,
      @Nullable String type,
      Kind expected) {
    respond(1, path, destination, referer, status, type);

    List<Observed> notes = learner.take(true);
    if (expected == null) {
      assertThat(notes).isEmpty();
    } else {
      assertThat(notes).extracting(Observed::kind).containsExactly(expected);
    }
  }

  @Test
  void omitsTextsThatAreTooLong() {
    respond(1, "/" + "a".repeat(600), "style", "https://a/", 200, "text/css");
    respond(1, "/a.css", "style", "https://a/" + "a".repeat(2000), 200, "text/css");

    assertThat(learner.take(true)).isEmpty();
  }

  @Test
  void samplesWholeVisitorsAboveTheLimitAndAllOfThemLater() {
    for (int round = 0; round < 6; round++) {
      for (int visitor = 0; visitor < 20_000; visitor++) {
        respond(visitor, "/", "document", null, 200, "text/html");
        respond(visitor, "/a.css", "style", "https://a/", 200, "text/css");
      }
      assertThat(learner.take(true)).hasSizeLessThanOrEqualTo(LoopLearner.MAX_NOTES);
    }

    for (int visitor = 0; visitor < 20_000; visitor++) {
      respond(visitor, "/", "document", null, 200, "text/html");
      respond(visitor, "/a.css", "style", "https://a/", 200, "text/css");
    }
    List<Observed> notes = learner.take(true);
    assertThat(notes).hasSizeGreaterThan(100);
    assertThat(notes.stream().filter(note -> note.kind() == Kind.PAGE).count())
        .isEqualTo(notes.stream().filter(note -> note.kind() == Kind.STYLE).count());

    for (int quiet = 0; quiet < 20; quiet++) {
      learner.take(true);
    }
    respond(77, "/", "document", null, 200, "text/html");
    respond(78, "/", "document", null, 200, "text/html");
    assertThat(learner.take(true)).hasSize(2);
  }

  @Test
  void longTextsFillTheRecordSooner() {
    for (int visitor = 0; visitor < 2000; visitor++) {
      respond(
          visitor,
          "/" + "a".repeat(500),
          "style",
          "https://a/" + "b".repeat(1000),
          200,
          "text/css");
    }

    assertThat(learner.take(true)).hasSizeBetween(100, LoopLearner.MAX_CHARACTERS / 1500 + 1);
  }

  @Test
  void recordsNothingWhenDisabled() {
    learner.take(false);
    respond(1, "/", "document", null, 200, "text/html");
    assertThat(learner.take(true)).isEmpty();
    respond(1, "/", "document", null, 200, "text/html");
    assertThat(learner.take(true)).hasSize(1);
  }

  private void respond(
      long visitor,
      String path,
      String destination,
      @Nullable String referer,
      int status,
      @Nullable String type) {
    Fields fields = new Fields();
    if (destination != null) {
      fields.add(FieldNames.SEC_FETCH_DEST, destination);
    }
    if (referer != null) {
      fields.add(HttpHeaderNames.REFERER, referer);
    }
    Fields answered = new Fields();
    if (type != null) {
      answered.add(HttpHeaderNames.CONTENT_TYPE, type);
    }
    RequestHead request = new RequestHead(
        new AsciiString("GET"), true, new AsciiString("a"), new AsciiString(path), fields, 0);
    learner.observe(visitor, request, new ResponseHead(status, answered), false);
  }
}
