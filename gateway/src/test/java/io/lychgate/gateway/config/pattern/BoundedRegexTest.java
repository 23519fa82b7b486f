package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BoundedRegexTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "^/p/[0-9]+$",
        "^/(de|en|fr)/(?:shop|cart)/[^/]+/?$",
        "(?i)\\.(png|jpe?g|webp)$",
        "^/[[:alnum:]_-]{1,40}/[]\\[x]{2,}$",
        "^\\Q/a(b{1000}\\E$",
        "a{1000}b{,3}x{",
        "\\x41\\x{42}\\103",
        "(?P<year>[0-9]{4})-(?P<month>[0-9]{2})",
        "((((((((a{2}){2}){2}){2}))))|)",
      })
  void usualExpressionIsCompiled(String text) {
    BoundedRegex.Compiled compiled = BoundedRegex.compile(text);

    assertThat(compiled.problem().replace("{1000}", "")).doesNotContain("ASCII");
    if (!text.startsWith("a{1000}")) {
      assertThat(compiled.regex()).as(compiled.problem()).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "((((((((((a{2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}",
        "(?:(?:[a-z]{40}){40}){40}",
        "(\\Qab\\E{30}){40}",
        "([^]]{31}){41}",
        "(((){1000}){1000}){1000}",
        "(?i)\\x{1C80}",
        "(?i)[b-\\x{10FFFF}]",
        "\\x{ffffffffffffffff}",
        "\\400",
        "\\pN",
        "[\\P{Greek}]",
        "\u1c80",
      })
  void expensiveExpressionIsRejected(String text) {
    assertThat(BoundedRegex.compile(text).regex()).isNull();
    assertThat(BoundedRegex.compile(text).problem()).contains("(expected: ");
  }

  @Test
  void deepNestingIsRejected() {
    String deep = "(".repeat(400) + ")".repeat(400);

    assertThat(BoundedRegex.compile(deep).problem()).contains("at most 32 levels");
  }

  @Test
  void expressionDoesNotSearchATextAboveItsLimit() {
    BoundedRegex large =
        Objects.requireNonNull(BoundedRegex.compile("(.*a){100}").regex());
    String text = "a".repeat(large.longestInput());

    assertThat(large.isFoundIn(text, text.length())).isTrue();
    assertThat(large.isFoundIn(text + "a", text.length() + 1)).isFalse();
  }

  /** The measure of an expression is at least the size of its compiled program. */
  @Test
  void measureIsNotBelowTheProgram() {
    Random random = new Random(20261123);
    String[] parts = {
      "a",
      "b",
      "(",
      ")",
      "(?:",
      "(?i)",
      "|",
      "*",
      "+",
      "?",
      "{2}",
      "{3,}",
      "{1,4}",
      "{0}",
      "[ab]",
      "[^]x]",
      "\\d",
      "\\Qab",
      "\\E",
      "\\x41",
      ".",
      "^",
      "$",
      "[[:alpha:]",
      "]",
      "\\]",
      "\\(",
      "{",
      "}",
      "(?P<n>"
    };
    for (int i = 0; i < 40_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = 1 + random.nextInt(12);
      for (int j = 0; j < length; j++) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      try {
        int program = Pattern.compile(text.toString()).programSize();
        assertThat(RegexMeasure.sizeOf(text.toString()))
            .as(text.toString())
            .isGreaterThanOrEqualTo(program - 2);
      } catch (PatternSyntaxException e) {
        // Malformed expressions are not measured.
      }
    }
  }
}
