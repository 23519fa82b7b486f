package io.lychgate.gateway.experiment.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.experiment.analysis.Planner.Design;
import io.lychgate.gateway.experiment.analysis.Planner.Needed;
import io.lychgate.gateway.experiment.analysis.Planner.Power;
import io.lychgate.gateway.message.ArmAssignment.Period;
import java.time.Duration;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

final class PlannerTest {
  private static final Design TENTH = new Design(0.1, 2);

  private static Planner planner(Statistic statistic, int units, int days) {
    Planner planner = new Planner(Metric.LOAD, statistic);
    new SyntheticVisits(1, units, Duration.ofDays(days)).views().forEach(planner::add);
    return planner;
  }

  @Test
  void meanFollowsTheFormulaOfTwoSamples() {
    Power power = planner(Statistic.MEAN, 8_000, 10).power(TENTH);

    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z =
        normal.inverseSurvivalProbability(0.02 / 2) + normal.inverseSurvivalProbability(0.15);
    double ratio = requireNonNull(power.spread()) / (0.05 * requireNonNull(power.value()));
    assertThat(needed(power, 0.05).unitsPerArm())
        .isEqualTo((long) Math.ceil(2 * z * z * ratio * ratio));
    assertThat(power.level()).isEqualTo(0.02);
    assertThat(power.missing()).isNull();
  }

  @Test
  void smallerEffectsAndSmallerSharesTakeLonger() {
    Planner planner = planner(Statistic.MEDIAN, 8_000, 10);
    Power tenth = planner.power(TENTH);
    Power all = planner.power(new Design(1, 2));

    assertThat(tenth.needed())
        .isSortedAccordingTo((a, b) -> Long.compare(b.unitsPerArm(), a.unitsPerArm()));
    assertThat(all.unitsPerDay()).isCloseTo(800, within(160.0));
    double perDay = requireNonNull(all.unitsPerDay()) / 2;
    Needed five = needed(all, 0.05);
    assertThat(five.days()).isEqualTo((int) Math.ceil(five.unitsPerArm() / perDay));
    assertThat(requireNonNull(needed(tenth, 0.05).days()))
        .isGreaterThan(requireNonNull(five.days()) * 9);
    // In the days that an effect needs, it is the smallest one that is found.
    Planner.Found fortnight =
        all.found().stream().filter(each -> each.days() == 14).findFirst().orElseThrow();
    double ratio = 0.05 / fortnight.effect();
    assertThat((double) fortnight.unitsPerArm() / five.unitsPerArm())
        .isCloseTo(ratio * ratio, within(0.01));
  }

  private static Needed needed(Power power, double effect) {
    return power.needed().stream()
        .filter(each -> each.effect() == effect)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void thinPastHasNoPlanAndSaysWhy() {
    Power power = planner(Statistic.MEDIAN, 150, 2).power(TENTH);

    assertThat(power.needed()).isEmpty();
    assertThat(power.spread()).isNull();
    assertThat(power.missing()).matches("1\\d\\d units of at least 200 with Load");
    assertThat(planner(Statistic.MEDIAN, 0, 2).power(TENTH).missing())
        .isEqualTo("0 units of at least 200 with Load");
  }

  @Test
  void metricThatIsZeroHasNoPlan() {
    Planner planner = new Planner(Metric.CLS, Statistic.MEDIAN);
    double[] zeros = new double[Metric.values().length];
    for (int i = 0; i < 300; i++) {
      planner.add(new Observation(
          "",
          i,
          i,
          Period.UNKNOWN,
          i * 60_000L,
          "",
          "",
          "h2",
          "loaded",
          "cold",
          "mobile",
          "4g",
          zeros));
    }

    assertThat(planner.power(TENTH).missing())
        .isEqualTo("the median of Cumulative layout shift is 0");
  }

  @Test
  void designNamesItsBadField() {
    assertThatThrownBy(() -> new Design(0, 2))
        .hasMessage("share: 0.0 (expected: above 0, at most 1)");
    assertThatThrownBy(() -> new Design(Double.NaN, 2)).hasMessageStartingWith("share: NaN");
    assertThatThrownBy(() -> new Design(1, 9)).hasMessage("arms: 9 (expected: 2-8)");
    assertThat(List.of(Statistic.of("p80"), Statistic.of("mean")))
        .containsExactly(Statistic.P80, Statistic.MEAN);
    assertThatThrownBy(() -> Statistic.of("p81"))
        .hasMessageStartingWith("statistic: p81 (expected");
    assertThatThrownBy(() -> Metric.of("x")).hasMessageStartingWith("metric: x (expected");
  }
}
