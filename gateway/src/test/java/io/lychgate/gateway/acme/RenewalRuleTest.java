package io.lychgate.gateway.acme;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RenewalRuleTest {
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
  private final Random random = new Random(1);

  @Test
  void renewsBeforeTwoThirdsOfTheLifetimeAreOver() {
    Instant end = BEGIN.plus(Duration.ofDays(90));
    for (int i = 0; i < 1000; i++) {
      assertThat(RenewalRule.byLifetime(BEGIN, end, random))
          .isBetween(BEGIN.plus(Duration.ofHours(60 * 24 - 108)), BEGIN.plus(Duration.ofDays(60)));
    }
  }

  @Test
  void renewsAShortLifetimeInTime() {
    assertThat(RenewalRule.byLifetime(BEGIN, BEGIN.plusSeconds(6), random))
        .isBetween(BEGIN.plusMillis(3700), BEGIN.plusMillis(4000));
    assertThat(RenewalRule.byLifetime(BEGIN, BEGIN, random)).isEqualTo(BEGIN);
  }

  @Test
  void choosesATimeOfTheWindowOnce() {
    RenewalRule.Window window = new RenewalRule.Window(BEGIN, BEGIN.plus(Duration.ofDays(2)));
    Instant chosen = RenewalRule.byWindow(window, null, random);

    assertThat(chosen).isBetween(window.begin(), window.end());
    assertThat(RenewalRule.byWindow(window, chosen, random)).isEqualTo(chosen);
    RenewalRule.Window earlier =
        new RenewalRule.Window(BEGIN.minus(Duration.ofDays(9)), BEGIN.minus(Duration.ofDays(8)));
    assertThat(RenewalRule.byWindow(earlier, chosen, random))
        .isBetween(earlier.begin(), earlier.end());
  }

  @Test
  void aWindowWithoutLengthIsItsBegin() {
    assertThat(RenewalRule.byWindow(
            new RenewalRule.Window(BEGIN, BEGIN.minusSeconds(1)), null, random))
        .isEqualTo(BEGIN);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "5, 16", "10, 512", "11, 720", "100, 720"})
  void pausesDoubleUpToTwelveHours(int failures, long minutes) {
    Instant next = RenewalRule.afterFailure(BEGIN, failures, null, random);

    assertThat(Duration.between(BEGIN, next))
        .isBetween(Duration.ofMinutes(minutes), Duration.ofSeconds(minutes * 66));
  }

  @Test
  void theAuthorityMayDemandALongerPause() {
    Instant later = BEGIN.plus(Duration.ofDays(2));

    assertThat(RenewalRule.afterFailure(BEGIN, 1, later, random)).isEqualTo(later);
    assertThat(RenewalRule.afterFailure(BEGIN, 1, BEGIN.minusSeconds(1), random))
        .isAfter(BEGIN.plusSeconds(59));
  }
}
