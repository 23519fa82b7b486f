package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyParameterTest {
  @ParameterizedTest
  @CsvSource({
    "/a, /a, , false",
    "/a?, /a?, , false",
    "/a?b=1, /a?b=1, , false",
    "/a?key=x, /a, x, false",
    "/a?key=x&b=1, /a?b=1, x, false",
    "/a?b=1&key=x, /a?b=1, x, false",
    "/a?b=1&key=x&c=2, /a?b=1&c=2, x, false",
    "/a?k%65y=x, /a, x, false",
    "/a?key=%41+b, /a, A b, false",
    "/a?key=x&key=y, /a, y, true",
    "/a?key=x&%6bey=y&c, /a?c, y, true",
    "/a?Key=x, /a?Key=x, , false",
    "/a?mykey=x&key2=y, /a?mykey=x&key2=y, , false",
    "/a?b=key=x, /a?b=key=x, , false",
    "/a?%zz=1&key=x, /a?%zz=1, x, false"
  })
  void keyIsTakenOutOfTheQuery(String target, String rest, String value, boolean isRepeated) {
    KeyParameter parameter = KeyParameter.of(target, "key");

    assertThat(parameter.rest()).hasToString(rest);
    assertThat(parameter.value()).isEqualTo(value);
    assertThat(parameter.isRepeated()).isEqualTo(isRepeated);
  }

  @ParameterizedTest
  @CsvSource({"/a?key", "/a?key=", "/a?key=%zz"})
  void keyWithoutValueIsAnEmptyKey(String target) {
    assertThat(KeyParameter.of(target, "key").value()).isEmpty();
  }
}
