package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSyntaxTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "x-y", "x_1", "!#$%&'*+.^`|~"})
  void acceptsLowerCaseTokens(String name) {
    assertThat(FieldSyntax.isLowerCaseName(AsciiString.of(name))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "A", "a b", "a:", ":a", "a\r", "a\n", "a\0", "a\u007f", "\u00e9", "a(", "a\t"})
  void rejectsOtherNames(String name) {
    assertThat(FieldSyntax.isLowerCaseName(new AsciiString(name))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a b\tc", "\u00e9", "\"quoted\"", "a: b"})
  void acceptsValues(String value) {
    assertThat(FieldSyntax.isValue(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " a",
        "a ",
        "\ta",
        "a\t",
        " ",
        "a\r\nb",
        "a\nb",
        "a\rb",
        "a\0b",
        "a\u007fb",
        "a\u001bb"
      })
  void rejectsValuesThatCouldEndTheLine(String value) {
    assertThat(FieldSyntax.isValue(value)).isFalse();
  }
}
