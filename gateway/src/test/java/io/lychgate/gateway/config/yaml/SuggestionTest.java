package io.lychgate.gateway.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SuggestionTest {
  private static final List<String> KNOWN = List.of("address", "protocols", "tls", "h2");

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
    "adress, (did you mean address?)",
    "Address, (did you mean address?)",
    "protocol, (did you mean protocols?)",
    "tsl, (did you mean tls?)",
    "h3, (did you mean h2?)",
    "listen, '(expected: address, protocols, tls, h2)'",
    "'', '(expected: address, protocols, tls, h2)'",
  })
  void suggestsTheNearestWordOrListsAll(String word, String text) {
    assertThat(Suggestion.orExpected(word, KNOWN)).isEqualTo(text);
  }

  @Test
  void comparesOnlyTheStartOfAVeryLongWord() {
    assertThat(Suggestion.orExpected("x".repeat(1_000_000), List.of()))
        .isEqualTo("(expected: none)");
  }
}
