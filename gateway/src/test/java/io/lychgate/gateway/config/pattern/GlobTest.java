package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "a.example, a.example, true",
    "a.example, b.a.example, false",
    "*.example, a.example, true",
    "*.example, a.b.example, true",
    "*.example, example, false",
    "*.example, a.example.evil, false",
    "spiffe://x/*/web, spiffe://x/shop/web, true",
    "spiffe://x/*/web, spiffe://x/web, false",
    "a*a, a, false",
    "a*a, aa, true",
    "a*b*c, abc, true",
    "a*b*c, acb, false",
    "a*bc*c, abc, false",
    "*, anything, true",
    "a.c, abc, false"
  })
  void starStandsForAnyRun(String glob, String value, boolean matches) {
    assertThat(new Glob(glob).matches(value)).isEqualTo(matches);
  }
}
