package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogField;
import io.lychgate.gateway.config.observe.LogSample;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.config.observe.Redaction;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.observe.TagValues;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FieldsLineTest {
  private final TagValues reasons = new TagValues(4);

  private String line(LogConfig.Format format, AccessLogEntry entry, String... fields) {
    LogConfig config = new LogConfig(
        format,
        Stream.of(fields).map(name -> LogField.parse(name).orElseThrow()).toList(),
        Redaction.DEFAULT,
        LogSample.ALL,
        new LogTarget.Stdout());
    LineBuffer buffer = new LineBuffer();
    new FieldsLine(config, reasons, new Redactor(config.redact(), Set.of())).write(entry, buffer);
    assertThat(buffer.lines()).isEqualTo(1);
    return new String(buffer.bytes(), 0, buffer.length(), StandardCharsets.ISO_8859_1);
  }

  private AccessLogEntry entry() {
    return new AccessLogEntry(reasons.bound())
        .time(1_764_190_500_123L)
        .request("GET", "localhost", "/a?token=s3cret")
        .response(200, 12, 1_500_000);
  }

  private static AccessLogEntry with(AccessLogEntry entry, String name, String value) {
    return entry.fields(
        Objects.requireNonNull(
            new ChosenFields(Set.of(name)).in(new Fields().add(AsciiString.of(name), value))),
        null);
  }

  @Test
  void writesTheChosenValuesInTheirOrder() {
    assertThat(
            line(LogConfig.Format.JSON, entry(), "status", "path", "duration_us", "time", "user"))
        .isEqualTo("{\"status\":200,\"path\":\"/a?token=REDACTED\",\"duration_us\":1500,"
            + "\"time\":\"2025-11-26T20:55:00.123Z\"}\n");
    assertThat(line(LogConfig.Format.TEXT, entry(), "status", "path", "user", "method"))
        .isEqualTo("status=200 path=\"/a?token=REDACTED\" method=\"GET\"\n");
  }

  @Test
  void headerFieldsAreRedacted() {
    AccessLogEntry entry = with(entry(), "cookie", "sid=1; theme=dark");

    assertThat(line(LogConfig.Format.JSON, entry, "request.cookie", "request.accept"))
        .isEqualTo("{\"request.cookie\":\"sid=REDACTED; theme=REDACTED\"}\n");
  }

  @Test
  void noTextBreaksOutOfItsValue() {
    String hostile = "\"\r\n{\"status\":500} status=500 \u0000\u001b[2J\u007f\u00ff\u2028\\";
    AccessLogEntry entry = with(entry(), "user-agent", hostile);

    String json = line(LogConfig.Format.JSON, entry, "request.user-agent", "status");
    String text = line(LogConfig.Format.TEXT, entry, "request.user-agent", "status");

    JsonNode read = JsonMapper.shared().readTree(json);
    assertThat(read.path("request.user-agent").asString()).isEqualTo(hostile);
    assertThat(read.path("status").asInt()).isEqualTo(200);
    assertThat(LogSearch.values(text.strip())).containsEntry("status", "200");
    for (String line : List.of(json, text)) {
      assertThat(line.chars().filter(c -> c < ' ' || c > '~').count()).isEqualTo(1);
      assertThat(line).endsWith("\n");
    }
  }

  @Test
  void longValuesAreCut() {
    AccessLogEntry entry = with(entry(), "user-agent", "\u0001".repeat(100_000));

    assertThat(line(LogConfig.Format.JSON, entry, "request.user-agent").length())
        .isLessThan(6 * AccessLogLine.MAX_TEXT + 100);
  }

  @Test
  void linesOfAFieldAreJoined() {
    Fields fields = new Fields()
        .add(AsciiString.of("x-a"), "1")
        .add(AsciiString.of("cookie"), "a=1")
        .add(AsciiString.of("x-a"), "2")
        .add(AsciiString.of("cookie"), "b=2");
    ChosenFields chosen =
        Objects.requireNonNull(new ChosenFields(Set.of("x-a", "cookie")).in(fields));

    assertThat(chosen.get("x-a")).hasToString("1, 2");
    assertThat(chosen.get("cookie")).hasToString("a=1; b=2");
    assertThat(chosen.get("other")).isNull();
  }
}
