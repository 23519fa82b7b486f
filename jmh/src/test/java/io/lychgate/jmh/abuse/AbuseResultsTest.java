package io.lychgate.jmh.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbuseResultsTest {
  private static final Attack PING = new Attack("h2-ping-flood", "PING frames", "h2");
  private static final Attack RESET = new Attack("h3-reset", "resets", "h3");

  /** Figures of 98 requests of 1 ms and two of another latency. */
  private static Figures figures(long slowMicros, int errors) {
    long[] micros = LongStream.concat(
            LongStream.generate(() -> 1000).limit(98), LongStream.of(slowMicros, slowMicros))
        .toArray();
    return new Figures(micros, errors, errors == 0 ? "" : "status: 503");
  }

  private static Measured measured(Attack attack, Figures under) {
    return new Measured("lychgate", attack.name(), under, Map.of("units", 7L), 0.5, 12.5, 100, "");
  }

  private static AbuseResults results(Measured... attacks) {
    Outcome outcome = new Outcome("lychgate", "1.0", figures(2000, 0), List.of(attacks));
    return new AbuseResults(
        LocalDateTime.of(2026, 1, 2, 3, 4, 5),
        "./lychgate bench abuse",
        "0.10",
        "5 s",
        List.of(PING, RESET),
        List.of(outcome));
  }

  @Test
  void latencyWithinThreeTimesQuietMeetsTheTarget() {
    AbuseResults results = results(measured(PING, figures(6000, 0)));

    assertThat(results.markdown())
        .contains("| `h2-ping-flood` PING frames | 1.0 / 6.0 / 6 | 3.0 | 0 of 100 |")
        .contains("- lychgate: target met for 1 of 1 attacks.");
    assertThat(results.isLychgateFine()).isTrue();
  }

  @Test
  void slowerResponsesAndErrorsMissTheTarget() {
    assertThat(results(measured(PING, figures(6010, 0))).isLychgateFine()).isFalse();

    AbuseResults results = results(measured(PING, figures(2000, 1)));

    assertThat(results.isLychgateFine()).isFalse();
    assertThat(results.markdown())
        .contains("| **1.0 / 2.0 / 2** | 1.0 | 1 of 100 |")
        .contains("target met for 0 of 1 attacks; missed: `h2-ping-flood`.");
  }

  @Test
  void latencyAbove100MillisecondsMissesTheTargetEvenIfQuietIsSlow() {
    Outcome outcome = new Outcome("lychgate", "1.0", figures(90_000, 0), List.of());

    assertThat(outcome.isMet(figures(100_000, 0))).isTrue();
    assertThat(outcome.isMet(figures(100_100, 0))).isFalse();
  }

  @Test
  void attackThatCannotRunHasItsReason() {
    AbuseResults results = results(Measured.absent("lychgate", RESET, "no HTTP/3"));

    assertThat(results.markdown())
        .contains("| `h3-reset` resets | – | – | – |")
        .contains("- lychgate, not measured (–): no HTTP/3.");
  }

  @Test
  void quietPeriodsAreJoined() {
    Figures joined = Figures.join(List.of(
        new Figures(new long[] {3000, 1000}, 0, ""), new Figures(new long[] {2000}, 1, "late")));

    assertThat(joined.requests()).isEqualTo(3);
    assertThat(joined.errors()).isEqualTo(1);
    assertThat(joined.firstError()).isEqualTo("late");
    assertThat(joined.millis(50)).isEqualTo(2);
    assertThat(joined.millis(100)).isEqualTo(3);
  }

  @Test
  void jsonHasEveryFigure(@TempDir Path folder) throws IOException {
    Path written = results(measured(PING, figures(2000, 1))).write(folder.resolve("out"));

    assertThat(written).endsWithRaw(Path.of("abuse-2026-01-02-0304.md"));
    assertThat(Files.readString(written.resolveSibling("abuse-2026-01-02-0304.json")))
        .contains(
            "\"p99Ms\" : 2.0",
            "\"firstError\" : \"status: 503\"",
            "\"units\" : 7",
            "\"pauseMs\" : 12.5");
  }
}
