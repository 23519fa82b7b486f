package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathReadingsTest {
  @ParameterizedTest
  @CsvSource({
    "/x/..;a=1/b, /x/../b",
    "/x%2Fy, /x/y",
    "/x%5Cy, /x/y",
    "/x%00.css, /x",
    "/%00, /",
    "/x%3Ba/b, /x/b",
    "/x%25252Fy, /x/y",
    "/x;%2F../b, /x;/../b",
    "/x;%2F../b, /x/b"
  })
  void hasWhatAServerMayTakeThePathFor(String path, String reading) {
    assertThat(PathReadings.differ(path)).isTrue();
    assertThat(PathReadings.of(path)).contains(reading).doesNotContain(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a.b/c", "/%C3%A4", "/a%20b", "/a%", "/a%2", "/a%zz"})
  void plainPathsHaveOneReading(String path) {
    assertThat(PathReadings.differ(path)).isFalse();
  }

  @Test
  void aClientDoesNotChooseTheNumberOfReadings() {
    String path = "/" + "%25".repeat(2000) + "2F;" + "%253B%2F".repeat(500);

    assertThat(PathReadings.of(path)).hasSizeLessThanOrEqualTo(8);
  }
}
