package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostPatternTest {
  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource({
    "*, anything, true",
    "*, '', true",
    "www.example.com, WWW.example.COM, true",
    "WWW.Example.com, www.example.com, true",
    "www.example.com, example.com, false",
    "www.example.com, xwww.example.com, false",
    "*.example.com, www.example.com, true",
    "*.example.com, a.b.example.com, true",
    "*.example.com, example.com, false",
    "*.example.com, .example.com, false",
    "*.example.com, badexample.com, false",
    "[::1], [::1], true",
  })
  void matches(String pattern, String host, boolean expected) {
    assertThat(HostPattern.of(pattern).matches(host)).isEqualTo(expected);
  }

  @Test
  void ordersNamesBeforeLongerSuffixesBeforeAny() {
    int name = HostPattern.of("a.example.com").specificity();
    int suffix = HostPattern.of("*.a.example.com").specificity();
    int shorter = HostPattern.of("*.example.com").specificity();

    assertThat(name).isGreaterThan(suffix);
    assertThat(suffix).isGreaterThan(shorter);
    assertThat(shorter).isGreaterThan(HostPattern.any().specificity());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*.",
        "a*b",
        "*.*",
        "www.*",
        "http://a",
        "a:80",
        "a b",
        "::1",
        "a/b",
        "\u00fc.de"
      })
  void rejectsAnInvalidHost(String text) {
    assertThat(HostPattern.problemOf(text)).startsWith("host: ").contains("(expected: ");
  }
}
