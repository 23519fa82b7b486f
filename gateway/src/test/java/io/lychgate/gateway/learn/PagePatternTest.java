package io.lychgate.gateway.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.PathPattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths of pages that share one pattern. */
final class PagePatternTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "/, /, ^/$",
    "/about, /about, ^/about$",
    "/p/17, /p/{n}, ^/p/[0-9]+$",
    "/p/17/reviews, /p/{n}/reviews, ^/p/[0-9]+/reviews$",
    "/o/550e8400-e29b-41d4-a716-446655440000, /o/{id}, ^/o/[^/]+$",
    "/c/deadbeef01, /c/{id}, ^/c/[^/]+$",
    "/facade, /facade, ^/facade$",
    "/a.b/(c), /a.b/(c), '^/a\\.b/\\(c\\)$'",
    "//x/, //x/, ^//x/$",
  })
  void replacesNumbersAndIdentifiers(String path, String pattern, String regex) {
    PagePattern found = PagePattern.of(path);

    assertThat(found.text()).isEqualTo(pattern);
    assertThat(found.regex()).isEqualTo(regex);
    assertThat(PathPattern.regex(found.regex()).matches(path)).isTrue();
  }

  @Test
  void manySiblingsFormOnePattern() {
    PageKinds kinds = new PageKinds(1 << 20);
    assertThat(kinds.of("shop.test", "/blog/first").text()).isEqualTo("/blog/first");
    for (int i = 0; i < PageKinds.MAX_SIBLINGS; i++) {
      kinds.of("shop.test", "/blog/post-" + (char) ('a' + i));
    }

    PagePattern pattern = kinds.of("shop.test", "/blog/last");

    assertThat(pattern.text()).isEqualTo("/blog/{any}");
    assertThat(kinds.of("shop.test", "/about").text()).isEqualTo("/about");
    assertThat(kinds.isWidened("shop.test", PagePattern.of("/blog/first"))).isTrue();
    assertThat(kinds.isWidened("shop.test", pattern)).isFalse();
  }
}
