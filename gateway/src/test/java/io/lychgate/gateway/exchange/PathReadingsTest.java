package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths that a server may see in the normal form of a path. */
final class PathReadingsTest {
  @ParameterizedTest
  @CsvSource({
    "/admin%2Fx, /admin/x",
    "/x/..%2Fadmin/x, /admin/x",
    "/x%2F..%2Fadmin/x, /admin/x",
    "/x/..%5Cadmin/x, /admin/x",
    "/%5Cadmin%5Cx, /admin/x",
    "/%252e%252e/admin/x, /admin/x",
    "/x/%252e%252e%252fadmin/x, /admin/x",
    "/x/%25252e%25252e/admin/x, /admin/x",
    "/%2561dmin/x, /admin/x",
    "/admin/x%00.css, /admin/x",
    "/admin/x%3Fa, /admin/x",
    "/admin/x%23a, /admin/x",
    "/x/..;a=1/admin/x, /admin/x",
    "/x/..%3Ba=1/admin/x, /admin/x",
    "/x/..%3Ba=1%5Cadmin/x, /admin/x",
    "/admin;a=1/x, /admin/x",
    "//admin//x, /admin/x",
    "/a%25zz/..%2F/admin/x, /admin/x",
    "/%40admin/x, /@admin/x",
    "/admin%3Ax, /admin:x",
    "/%2540admin/x, /@admin/x",
    "/admin/y%2F%2F..%2Fx, /admin/y/x",
  })
  void serverMaySeeAnotherPath(String path, String reading) {
    assertThat(PathReadings.areIn(path)).isTrue();
    assertThat(PathReadings.of(path)).contains(reading);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a/b/", "/%C3%A4", "/a%20b", "/a.b/c~d", "*"})
  void ordinaryPathHasOneReading(String path) {
    assertThat(PathReadings.areIn(path)).isFalse();
  }

  @Test
  void pathIsNoReadingOfItself() {
    assertThat(PathReadings.of("/a%25zz")).doesNotContain("/a%25zz");
    assertThat(PathReadings.of("/" + "%25".repeat(1000) + "2F")).hasSizeLessThan(8);
  }

  @Test
  void readingsOfAPathHaveAtMost16KibTogetherBesideThePath() {
    // Other readings of this path: its merged form, and both forms without the parameter.
    int length = 16 * 1024 / 3;
    String tail = "//b;c";
    String longest = "/" + "a".repeat(length - 1 - tail.length()) + tail;
    assertThat(PathReadings.of(longest)).hasSize(3);
    assertThat(PathReadings.of(longest.replaceFirst("a", "aa"))).isNull();
  }

  /** The work is bounded, not its result: four of these readings are written, and all are the same. */
  @Test
  void equalReadingsCountForTheBound() {
    assertThat(PathReadings.of("/a%25".repeat(1000) + "%2525")).isNotNull();
    assertThat(PathReadings.of("/a%25".repeat(2000) + "%2525")).isNull();
  }

  /** The look-ups for such a path would cost as much as those for a dozen requests. */
  @Test
  void longPathWithManyReadingsIsTooCostly() {
    String part = "/a;b%252Fc%253Bd//e%25252Ff%5C";
    assertThat(PathReadings.of(part.repeat(8000 / part.length()))).isNull();
    assertThat(PathReadings.of(part.repeat(1000 / part.length()))).hasSizeGreaterThan(8);
    assertThat(PathReadings.of("/a%2Fb".repeat(8000 / 6))).isNotNull();
  }
}
