package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.store.ViewSample;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of the script, malformed ones, and impossible ones. */
final class ReportReaderTest {
  private static final String GOOD =
      "{\"view\":\"v\",\"part\":1,\"loaded\":true,\"proto\":\"h2\",\"net\":\"4g\","
          + "\"bytes\":5120,\"statics\":[12,3,1],\"failed\":0,\"early\":2,"
          + "\"times\":{\"ttfb\":81.2,\"fcp\":120,\"dcl\":150,\"load\":300,\"lead\":null}}";

  private static Report read(String json) throws MalformedReportException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return ReportReader.read(bytes, bytes.length);
  }

  private static double time(Report report, String name) {
    return report.times()[ViewSample.TIMES.indexOf(name)];
  }

  @Test
  void readsReportsOfTheScript() throws MalformedReportException {
    Report report = read(GOOD);

    assertThat(report.viewId()).isEqualTo("v");
    assertThat(report.parts()).isEqualTo(ViewSample.LOAD);
    assertThat(report.isLoaded()).isTrue();
    assertThat(report.nextHop()).isEqualTo("h2");
    assertThat(report.network()).isEqualTo("4g");
    assertThat(report.bytes()).isEqualTo(5120);
    assertThat(report.statics()).isEqualTo(12);
    assertThat(report.fromCache()).isEqualTo(3);
    assertThat(report.revalidated()).isEqualTo(1);
    assertThat(time(report, "ttfb")).isEqualTo(81.2);
    assertThat(time(report, "lead")).isNaN();
    assertThat(time(report, "lcp")).isNaN();
    assertThat(Plausibility.isPlausible(report)).isTrue();
  }

  @Test
  void ignoresUnknownMembersAndValues() throws MalformedReportException {
    Report report =
        read("{\"x\":{\"y\":[1]},\"view\":\"v\",\"part\":2,\"proto\":\"gopher\",\"net\":\"9g\","
            + "\"times\":{\"soon\":1,\"lcp\":5}}");

    assertThat(report.nextHop()).isEmpty();
    assertThat(report.network()).isEqualTo("unknown");
    assertThat(time(report, "lcp")).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|report: not an object",
        "nonsense|report: not JSON",
        "[]|report: not an object",
        "{}|view: missing",
        "{\"view\":\"v\"}|part: not 1-3",
        "{\"view\":\"v\",\"part\":4}|part: not 1-3",
        "{\"view\":\"v\",\"part\":-1}|part: not 1-3",
        "{\"view\":1}|view: not a text",
        "{\"view\":\"v\",\"part\":\"1\"}|part: not a number",
        "{\"view\":\"v\",\"part\":1} {}|report: more after its end",
        "{\"view\":\"v\",\"part\":1|report: not JSON",
        "{\"view\":\"v\",\"part\":1,\"times\":[]}|times: not an object",
        "{\"view\":\"v\",\"part\":1,\"times\":{\"ttfb\":\"81\"}}|times: not a number",
        "{\"view\":\"v\",\"part\":1,\"statics\":[1,2]}|statics: not a number",
        "{\"view\":\"v\",\"part\":1,\"statics\":[1,2,3,4]}|statics: not a list of three",
        "{\"view\":\"v\",\"part\":1,\"x\":[[[[1]]]]}|report: not JSON",
        "{\"view\":\"v\",\"part\":1,\"view\":\"w\"}|report: not JSON",
        "{\"view\":\"v\",\"part\":1,\"times\":{\"ttfb\":1,\"ttfb\":2}}|report: not JSON",
        "{\"view\":\"v\",\"part\":1e308}|part: not 1-3",
        "{\"view\":\"v\",\"part\":1.5}|part: not 1-3",
        "{\"view\":\"v\",\"part\":NaN}|part: not 1-3",
      })
  void rejectsAMalformedReport(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(MalformedReportException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "negative|\"times\":{\"ttfb\":-1}",
        "longer than 10 minutes|\"times\":{\"load\":600001}",
        "not a number|\"times\":{\"ttfb\":NaN}",
        "infinite|\"times\":{\"ttfb\":Infinity}",
        "too large for a double|\"times\":{\"ttfb\":1e999}",
        "paint before the first byte|\"times\":{\"ttfb\":100,\"fcp\":50}",
        "largest paint before the first byte|\"times\":{\"ttfb\":100,\"lcp\":50}",
        "largest paint before the first|\"times\":{\"first_paint\":100,\"lcp\":50}",
        "load before the first byte|\"times\":{\"ttfb\":100,\"load\":50}",
        "first paint after the first content|\"times\":{\"first_paint\":100,\"fcp\":50}",
        "largest before first content|\"times\":{\"fcp\":100,\"lcp\":50}",
        "load before its content|\"times\":{\"dcl\":100,\"load\":50}",
        "phases longer than their sum|\"times\":{\"ttfb\":50,\"dns\":100}",
        "loaded without a time|\"loaded\":true",
        "a shift of no page|\"times\":{\"cls\":101}",
        "more from the cache than there is|\"statics\":[1,1,1]",
        "a negative count|\"failed\":-1",
        "a count that is infinite|\"early\":Infinity",
        "the largest double|\"times\":{\"load\":1e308}",
        "more bytes than a script can count|\"bytes\":1e308",
        "bytes that are not a number|\"bytes\":NaN",
      })
  void findsImpossibleReports(String what, String member) throws MalformedReportException {
    Report report = read("{\"view\":\"v\",\"part\":1," + member + "}");

    assertThat(Plausibility.isPlausible(report)).as(what).isFalse();
  }
}
