package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.NormalPath;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    "/x/%C0%AE%C0%AE/admin/x, /admin/x",
    "/x/..%C0%AFadmin/x, /admin/x",
    "/x/..%C1%9Cadmin/x, /admin/x",
    "/%C1%A1dmin/x, /admin/x",
    "/admin%E0%80%AFx, /admin/x",
    "/%E0%81%A1dmin/x, /admin/x",
    "/admin%F0%80%80%AFx, /admin/x",
    "/admin%25C0%25AFx, /admin/x",
    "/%2540admin/x, /@admin/x",
    "/admin/y%2F%2F..%2Fx, /admin/y/x",
  })
  void serverMaySeeAnotherPath(String path, String reading) {
    assertThat(PathReadings.areIn(path)).isTrue();
    assertThat(PathReadings.of(path)).contains(reading);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/a/b/", "/%C3%A4", "/%C2%AF", "/%E2%82%AC", "/a%20b", "/a.b/c~d", "*"})
  void ordinaryPathHasOneReading(String path) {
    assertThat(PathReadings.areIn(path)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/a%C0", "/a%C0x", "/a%C0%20", "/a%C0%C0", "/a%E0%A0%AF", "/a%E0%80", "/a%F0%80%AF"
      })
  void byteOfNoOverlongFormStays(String path) {
    assertThat(PathReadings.of(path)).isEmpty();
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

  /** Characters and escapes that mean something to a reading, and parts of escapes. */
  private static final String[] PIECES = {
    "/", "/", "/", "a", "B", ".", "..", ";", ";a=1", "%2F", "%5C", "%00", "%3B", "%3F", "%23",
    "%25", "%2", "%25", "25", "2e", "2F", "5c", "3b", "00", "%20", "%40", "zz", "%", "%C0", "%C1",
    "%E0", "%F0", "%80", "%81", "%AF", "%AE", "%A1"
  };

  @Test
  void onePassFindsTheReadingsOfStepByStepRules() {
    Random random = new Random(7);
    for (int i = 0; i < 30_000; i++) {
      StringBuilder path = new StringBuilder("/");
      for (int left = random.nextInt(12); left > 0; left--) {
        path.append(PIECES[random.nextInt(PIECES.length)]);
      }
      // No request has a malformed escape or another form than the normal one.
      CharSequence normal = NormalPath.of(withWholeEscapes(path.toString()), random.nextBoolean());
      String text = normal.toString();

      assertThat(PathReadings.of(text)).as(text).isEqualTo(readByRules(text));
    }
  }

  /** The readings, by one rule after the other on whole texts, and without a bound. */
  private static Set<String> readByRules(String path) {
    Set<String> readings = new HashSet<>();
    String decoded = path;
    for (int rounds = 0; rounds <= 3; rounds++) {
      String seen = decoded.split("[?#\0]", 2)[0];
      for (String form : List.of(seen, seen.replaceAll(";[^/\\\\]*", ""))) {
        String slashes = withWholeEscapes(form.replace('\\', '/'));
        readings.add(NormalPath.of(slashes, true).toString());
        readings.add(NormalPath.of(slashes, false).toString());
      }
      decoded = ESCAPE
          .matcher(decoded)
          .replaceAll(escape -> Matcher.quoteReplacement(decodedOnce(escape.group())));
    }
    readings.remove(path);
    return readings;
  }

  private static final Pattern ESCAPE =
      Pattern.compile("(?:%C[01]|%E0%8[01]|%F0%80%8[01])%[89AB][0-9A-Fa-f]|%[0-9A-Fa-f]{2}");

  private static String decodedOnce(String escape) {
    int last = Integer.parseInt(escape.substring(escape.length() - 2), 16);
    if (escape.length() > 3) {
      int before = Integer.parseInt(escape.substring(escape.length() - 5, escape.length() - 3), 16);
      String decoded = String.valueOf((char) (((before & 1) << 6) | (last & 0x3f)));
      return decoded.matches("[A-Za-z0-9~_-]") ? decoded : decodedOnce(decoded.charAt(0), escape);
    }
    return decodedOnce((char) last, escape);
  }

  private static String decodedOnce(char value, String escape) {
    return "/\\\0%;.?#!$&'()*+,:=@".indexOf(value) < 0 ? escape : String.valueOf(value);
  }

  private static String withWholeEscapes(String path) {
    return path.replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
  }
}
