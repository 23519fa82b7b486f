package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalPathTest {
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "/",
        "/a/b.css",
        "/a/",
        "/...",
        "/.a",
        "/a..",
        "/..a/b",
        "/%2F%C3%A4",
        "/a?x=//../%7e",
        "/a;v=1/b",
        "/%zz",
        "/%2"
      })
  void normalTargetIsReturnedUnchanged(String target) {
    assertThat(NormalPath.isNormal(target)).isTrue();
    assertThat(NormalPath.of(target, true)).isSameAs(target);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
    "/%73tatic/x, /static/x",
    "//static/x, /static/x",
    "/./static/x, /static/x",
    "/x/../static/x, /static/x",
    "/static/%2e%2e/private, /private",
    "/static/.%2E/private, /private",
    "/static/%2e, /static/",
    "/x/.., /",
    "/../../x, /x",
    "/..//x, /x",
    "/a//../b, /b",
    "/a/..//b, /b",
    "/a/b///, /a/b/",
    "/%c3%a4/%7euser, /%C3%A4/~user",
    "/a%2fb, /a%2Fb",
    "/x/..%2fstatic, /x/..%2Fstatic",
    "/%252e%252e/x/%2e, /%252e%252e/x/",
    "/%41%5f%2D%7E, /A_-~",
    "/x/./?a=/../b, /x/?a=/../b"
  })
  void pathIsNormalized(String target, String expected) {
    assertThat(NormalPath.isNormal(target)).isFalse();
    assertThat(NormalPath.of(target, true)).hasToString(expected);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({"//a/b, //a/b", "/a//../b, /a/b", "/a//./b, /a//b", "/a//, /a//", "/%61//b, /a//b"})
  void emptySegmentsStayUnlessSlashesAreMerged(String target, String expected) {
    assertThat(NormalPath.of(target, false)).hasToString(expected);
  }

  /** RFC 3986 section 6.2.2: a second normalization changes nothing. */
  @Test
  void normalizationIsIdempotent() {
    Random random = new Random(7);
    String[] parts = {"/", ".", "..", "a", "%2e", "%2F", "%2f", "%61", "?", "//", "~"};
    for (int round = 0; round < 20_000; round++) {
      StringBuilder target = new StringBuilder("/");
      for (int i = random.nextInt(8); i >= 0; i--) {
        target.append(parts[random.nextInt(parts.length)]);
      }
      String once = NormalPath.of(target, true).toString();

      assertThat(NormalPath.isNormal(once)).as("%s -> %s", target, once).isTrue();
      assertThat(once).as(target.toString()).startsWith("/").doesNotStartWith("//");
      assertThat(NormalPath.of(once, true)).hasToString(once);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/%zz/./a", "/%%61a//", "/./%2"})
  void targetWithAMalformedEscapeIsUnchanged(String target) {
    assertThat(NormalPath.of(target, true)).isSameAs(target);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "/a%2Fb, true",
    "/a%5C, true",
    "/%00, true",
    "/a%20b, false",
    "/a?x=%2F, false",
    "/a%2, false",
    "/a, false"
  })
  void reservedEscapesAreFoundInThePathOnly(String target, boolean expected) {
    assertThat(NormalPath.hasReservedEscape(target)).isEqualTo(expected);
  }
}
