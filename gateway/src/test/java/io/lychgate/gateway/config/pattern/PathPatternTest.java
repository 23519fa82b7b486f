package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import java.util.Comparator;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathPatternTest {
  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource({
    "/, /, true",
    "/, /a, false",
    "/a, /A, false",
    "/assets/*, /assets/, true",
    "/assets/*, /assets/css/site.css, true",
    "/assets/*, /assets, false",
    "/*, /, true",
    "*, '', true",
    "*.css, /a/b.css, true",
    "*.css, /a/b.css.map, false",
    "/a*a, /a, false",
    "/a*a, /aa, true",
    "/a*b*c, /axxbxxc, true",
    "/a*b*c, /acb, false",
    "/a*bb*b, /abb, false",
    "/a*bb*b, /abbb, true",
    "/**, /x, true",
    "/a/*/c, /a/b/b/c, true",
  })
  void matchesGlobs(String pattern, String path, boolean expected) {
    assertThat(PathPattern.glob(pattern).matches(path)).isEqualTo(expected);
  }

  @Test
  void matchesLikeAnEquivalentRegularExpression() {
    Random random = new Random(42);
    for (int i = 0; i < 50_000; i++) {
      String glob = "/" + text(random, "ab*/", 6);
      String path = "/" + text(random, "ab/", 8);
      String regex = Stream.of(glob.split("\\*", -1))
          .map(Pattern::quote)
          .reduce((a, b) -> a + ".*" + b)
          .orElse("");
      assertThat(PathPattern.glob(glob).matches(path))
          .as(glob + " " + path)
          .isEqualTo(path.matches(regex));
    }
  }

  private static String text(Random random, String alphabet, int max) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(max + 1);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0} matches {1}")
  @CsvSource({
    "/%7euser/*, /~user/x",
    "/caf%c3%a9/*, /caf%C3%A9/x",
    "/a%2fb, /a%2Fb",
    "/x/../static/*, /static/a.css",
    "/./a, /a",
    "*/%7euser/%2a, /x/~user/%2A",
    "*.%63ss, /a.css",
    "*/../x, /a/../x",
    "/a*/..b/*, /ax/..b/c"
  })
  void globIsComparedInTheNormalFormOfPaths(String glob, String normalPath) {
    assertThat(PathPattern.glob(glob).matches(normalPath)).isTrue();
    assertThat(PathPattern.glob(glob).text()).isEqualTo(glob);
  }

  @Test
  void searchesWithRegularExpressions() {
    PathPattern pattern = PathPattern.regex("^/p/[0-9]+$");

    assertThat(pattern.matches("/p/17")).isTrue();
    assertThat(pattern.matches("/p/x")).isFalse();
    assertThat(PathPattern.regex("p").matches("/p/x")).isTrue();
  }

  @Test
  void ordersExactThenRegexThenLongerGlobs() {
    Stream<PathPattern> patterns = Stream.of(
        PathPattern.glob("/*"),
        PathPattern.glob("/assets/*"),
        PathPattern.regex("^/x"),
        PathPattern.glob("/a"),
        PathPattern.glob("/a/long/path/of/an/asset*"));

    assertThat(patterns.sorted(Comparator.comparingInt(PathPattern::specificity).reversed()))
        .extracting(PathPattern::toString)
        .containsExactly("/a", "regex:^/x", "/a/long/path/of/an/asset*", "/assets/*", "/*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "assets/*", "/a?b", "/a#b", "/a b", "/\u00e4"})
  void rejectsAnInvalidGlob(String text) {
    assertThat(PathPattern.problemOfGlob(text)).startsWith("path: ").contains("(expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(", "(?=a)", "a{2000}"})
  void rejectsAnInvalidRe2Expression(String text) {
    assertThat(PathPattern.problemOfRegex(text)).startsWith("regex: ").contains("(expected: ");
  }

  @Test
  void rejectsAVeryLongPattern() {
    assertThat(PathPattern.problemOfGlob("/" + "a".repeat(Limits.MAX_PATTERN_LENGTH)))
        .isNotEmpty();
    assertThat(PathPattern.problemOfRegex("a".repeat(Limits.MAX_PATTERN_LENGTH + 1)))
        .isNotEmpty();
  }
}
