package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CaptureTemplateTest {
  private static BoundedRegex regex(String text) {
    return Objects.requireNonNull(BoundedRegex.compile(text).regex());
  }

  @ParameterizedTest
  @CsvSource({
    "^/u/([0-9]+)/(.*)$, /users/$1/$2, /u/7/a/b, /users/7/a/b",
    "/old, /new, /a/old/old, /a/new/old",
    "(a)|(b), [$1$2], /b, /[b]",
    "^/(x)?, $$1 $1 $, /y, $1  $y",
    "$, $0!, /a, /a!",
  })
  void groupsStandForWhatTheyCaptured(String regex, String template, String input, String result) {
    assertThat(regex(regex).replaceFirst(input, CaptureTemplate.of(template))).isEqualTo(result);
  }

  @Test
  void inputWithoutAMatchHasNoResult() {
    assertThat(regex("^/b").replaceFirst("/a", CaptureTemplate.of("/c"))).isNull();
    assertThat(regex("^/b").expand("/a", CaptureTemplate.of("/c"))).isNull();
  }

  @Test
  void referencesToAbsentGroupsAreProblems() {
    assertThat(CaptureTemplate.of("/$1").problem(1)).isEmpty();
    assertThat(CaptureTemplate.of("/$2").problem(1)).contains("no reference above $1");
    assertThat(CaptureTemplate.of("$1".repeat(17)).problem(1)).contains("at most 16");
  }
}
