package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValueTemplateTest {
  @Test
  void textWithoutVariablesIsStatic() {
    String json = "{\"group\":\"nel\",\"max_age\":{}} 100% {{ {1}";

    assertThat(ValueTemplate.problemOf(json, false)).isEmpty();
    assertThat(ValueTemplate.of(json).isStatic()).isTrue();
    assertThat(ValueTemplate.of("{{client}").literals()).containsExactly("{client}");
  }

  @Test
  void variablesHaveASourceAndAName() {
    ValueTemplate template = ValueTemplate.of("a {client}{header.X-One} {query.q}|{identity.sub}");

    assertThat(template.literals()).containsExactly("a ", "", " ", "|", "");
    assertThat(template.variables())
        .extracting(each -> each.source() + ":" + each.name())
        .containsExactly("CLIENT:", "HEADER:x-one", "PARAMETER:q", "CLAIM:sub");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{nothing}", "{header.}", "{Client}", "{client", "{client.x}", "{status}"})
  void unknownVariablesAreProblems(String text) {
    assertThat(ValueTemplate.problemOf("x " + text, false)).contains("expected: one of {client}");
  }

  @Test
  void onlyPagesHaveAStatus() {
    assertThat(ValueTemplate.problemOf("{status} {reason}", true)).isEmpty();
  }

  @Test
  void theNumberOfVariablesIsBounded() {
    assertThat(ValueTemplate.problemOf("{client}".repeat(16), false)).isEmpty();
    assertThat(ValueTemplate.problemOf("{client}".repeat(17), false))
        .isEqualTo("17 variables (expected: at most 16)");
  }
}
