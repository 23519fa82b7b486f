package io.lychgate.gateway.push.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.link.LinkHeader.Relation;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinkHeaderTest {
  record Row(String field, List<String> targets) {
    Row(String field, String... targets) {
      this(field, List.of(targets));
    }

    @Override
    public String toString() {
      return "'" + field + "'";
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row("</a.css>; rel=preload; as=style", "/a.css"),
        new Row("</a.css>;rel=preload;as=style,</b.js>;rel=preload;as=script", "/a.css", "/b.js"),
        new Row("</a.css>; rel=\"preload\"; as=\"style\"", "/a.css"),
        new Row("</a.css>; rel=\"stylesheet preload\"", "/a.css"),
        new Row("</a.css>; REL=PreLoad", "/a.css"),
        new Row("</m.js>; rel=modulepreload", "/m.js"),
        new Row("<https://cdn.test>; rel=preconnect; crossorigin", "https://cdn.test"),
        new Row("</a,b;c.css>; rel=preload", "/a,b;c.css"),
        new Row(
            "</a.css>; title=\"x, <y>; \\\"z\\\"\"; rel=preload, </b.css>; rel=preload",
            "/a.css",
            "/b.css"),
        new Row("</a.css> ; rel = preload", "/a.css"),
        new Row(",, </a.css>; rel=preload ,,", "/a.css"),
        // Malformed: skipped up to the next comma.
        new Row("/a.css; rel=preload, </b.css>; rel=preload", "/b.css"),
        new Row("</a.css>; rel=preload; =; ;; x, </b.css>; rel=preload", "/a.css", "/b.css"),
        new Row("</a.css>; rel=\"preload", "/a.css"),
        new Row("</a.css"),
        new Row("<>; rel=preload"),
        new Row("</a.css>"),
        new Row("</a.css>; rel=stylesheet"),
        new Row("</a.css>; rel=prefetch"),
        new Row("</a.css>; rel=preloads"),
        // RFC 8288 3.3: only the first rel counts.
        new Row("</a.css>; rel=stylesheet; rel=preload"),
        new Row("</a.css>; rel=preload; anchor=\"/other\""),
        new Row(""),
        new Row("\"\"\"=,;<>\\"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void findsTheTargets(Row row) {
    assertThat(LinkHeader.parse(row.field()))
        .extracting(LinkHeader::target)
        .containsExactlyElementsOf(row.targets());
  }

  @Test
  void readsTheParameters() {
    LinkHeader link = LinkHeader.parse(
            "</f.woff2>; rel=preload; as=Font; crossorigin=anonymous; type=\"font/woff2\"; nopush; x-http2-push-only")
        .get(0);

    assertThat(link)
        .isEqualTo(new LinkHeader(
            "/f.woff2",
            Relation.PRELOAD,
            "font",
            Crossorigin.ANONYMOUS,
            "font/woff2",
            true,
            true,
            ""));
    assertThat(LinkHeader.parse("</a>; rel=preload; crossorigin=use-credentials")
            .get(0)
            .crossorigin())
        .isEqualTo(Crossorigin.USE_CREDENTIALS);
    assertThat(LinkHeader.parse("</a>; rel=preload; crossorigin").get(0).crossorigin())
        .isEqualTo(Crossorigin.ANONYMOUS);
  }

  @Test
  void keepsUnknownParametersUnchanged() {
    String field = "</a>; Media=\"(max-width:600px)\"; rel=preload; FetchPriority=high;"
        + " title=\"a \\\"b\\\\\"; as=image; x; fetchpriority=low; nopush; \u0001=1; integrity=sha256-a/b=";

    assertThat(LinkHeader.parse(field).get(0).more())
        .isEqualTo("; media=\"(max-width:600px)\"; fetchpriority=high; title=\"a \\\"b\\\\\"; x;"
            + " integrity=\"sha256-a/b\"");
  }

  @Test
  void pushOnlyLinksAreNotForwarded() {
    String only = "</a.css>; rel=preload; x-http2-push-only";

    assertThat(LinkHeader.withoutPushOnly(only)).isNull();
    assertThat(LinkHeader.withoutPushOnly("</x>; rel=next, " + only + ", </b.css>; rel=preload"))
        .hasToString("</x>; rel=next, </b.css>; rel=preload");
    assertThat(LinkHeader.withoutPushOnly(only + ", </b.css>; rel=preload"))
        .hasToString("</b.css>; rel=preload");
    String other = "</b.css>; rel=preload";
    assertThat(LinkHeader.withoutPushOnly(other)).isSameAs(other);
  }

  @Test
  void otherLinksBesidePushOnlyLinksAreUnchanged() {
    String only = "</a.css>; rel=preload; x-http2-push-only";
    String odd = "</b>; title=\"a,, b\"";
    String malformed = "\u000b</c.css>; rel=preload";

    assertThat(LinkHeader.withoutPushOnly(odd + ",, " + only + " ,, " + malformed))
        .hasToString(odd + ", " + malformed);
  }

  @Test
  void randomFieldsCauseNoExceptionAndStayWithinTheLimits() {
    Random random = new Random(4);
    String alphabet = "<>;,=\"\\ \t/abrelpreload";
    for (int round = 0; round < 20_000; round++) {
      StringBuilder field = new StringBuilder("</a>; rel=preload");
      for (int i = random.nextInt(40); i > 0; i--) {
        field.insert(
            random.nextInt(field.length() + 1), alphabet.charAt(random.nextInt(alphabet.length())));
      }

      assertThat(LinkHeader.parse(field).size()).isLessThanOrEqualTo(LinkHeader.MAX_LINKS);
      LinkHeader.withoutPushOnly(field);
    }
    List<LinkHeader> many = LinkHeader.parse("</a>; rel=preload,".repeat(10_000));
    assertThat(many).hasSize(LinkHeader.MAX_LINKS);
    assertThat(LinkHeader.parse("<".repeat(100_000))).isEmpty();
  }
}
