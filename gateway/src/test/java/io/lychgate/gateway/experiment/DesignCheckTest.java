package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DesignCheckTest {
  private static final Design SOUND = Designs.hints("a", "one", 1000);

  private static List<String> with(Factor factor, Unit unit, String... values) {
    List<Arm> arms = new ArrayList<>();
    for (String value : values) {
      arms.add(new Arm("arm-" + arms.size(), value, 1));
    }
    return DesignCheck.problems(Designs.with(SOUND, factor, unit, arms));
  }

  @Test
  void soundDesignsHaveNoProblem() {
    assertThat(DesignCheck.problems(SOUND)).isEmpty();
    assertThat(with(Factor.PROTOCOL, Unit.NETWORK, "h1", "h2", "h3")).isEmpty();
    assertThat(with(Factor.NONE, Unit.VISITOR, "", "")).isEmpty();
    assertThat(with(Factor.COMPRESSION, Unit.VISITOR, "on", "off", "br,gzip", "zstd"))
        .isEmpty();
    assertThat(with(Factor.CONGESTION, Unit.NETWORK, "cubic", "bbr")).isEmpty();
  }

  @Test
  void messageNamesTheField() {
    assertThat(with(Factor.PROTOCOL, Unit.VISITOR, "h1", "h2"))
        .containsExactly(
            "unit: visitor (expected: network with the factor protocol, which is decided before a cookie is known)");
    assertThat(with(Factor.PROTOCOL, Unit.NETWORK, "h1", "spdy"))
        .containsExactly("arms[1].value: spdy (expected: h1, h2, h3)");
    assertThat(with(Factor.HINTS, Unit.NETWORK, "on"))
        .containsExactly("arms: 1 arms (expected: 2-8)");
    assertThat(with(Factor.HINTS, Unit.NETWORK, "on", "on"))
        .containsExactly("arms.value: on twice (expected: each once)");
    assertThat(with(Factor.NONE, Unit.NETWORK, "", "off"))
        .containsExactly(
            "arms[1].value: off (expected: no value: the arms of an A/A experiment are equal)");
    assertThat(with(Factor.COMPRESSION, Unit.NETWORK, "on", "gzip,gzip"))
        .containsExactly(
            "arms[1].value: gzip,gzip (expected: on, off, or codings such as zstd,br,gzip)");
    assertThat(with(Factor.COMPRESSION, Unit.NETWORK, "on", "identity")).hasSize(1);
    assertThat(with(Factor.CONGESTION, Unit.NETWORK, "cubic", "../x")).hasSize(1);
  }

  @Test
  void sharesAndStepsAreBounded() {
    assertThat(DesignCheck.problems(Designs.hints("A b", "one", 0)))
        .contains("share: 0.0 (expected: 0.01-100 percent)")
        .anyMatch(problem -> problem.startsWith("id: A b"));
    assertThat(DesignCheck.problems(
            Designs.hints("a", "one", 10, new RampStep(5, 20), new RampStep(5, 10_001))))
        .containsExactly(
            "ramp[1].share: 100.01 (expected: 0.01-100 percent)",
            "ramp[1].afterMinutes: 5 (expected: 6-129600)");
  }

  @Test
  void guardrailsAreBounded() {
    Design design = new Design(
        "a",
        "t",
        "",
        List.of("shop"),
        List.of(),
        "one",
        Unit.NETWORK,
        Factor.HINTS,
        SOUND.arms(),
        10,
        List.of(),
        HeadlineMetric.LOAD,
        DecisionPlan.OPEN,
        new Guardrails(1.5, 0.5, Double.NaN, 1.0, 1, 19));

    assertThat(DesignCheck.problems(design))
        .hasSize(6)
        .allMatch(problem -> problem.startsWith("guardrails."))
        .contains("guardrails.minNetworks: 19 (expected: 20-512)");
  }

  private static Design decidedBy(DecisionPlan plan, RampStep... ramp) {
    Design base = Designs.hints("a", "one", 1000, ramp);
    return new Design(
        base.id(),
        base.title(),
        base.hypothesis(),
        base.sites(),
        base.routes(),
        base.layer(),
        base.unit(),
        base.factor(),
        base.arms(),
        base.share(),
        base.ramp(),
        base.headline(),
        plan,
        base.guardrails());
  }

  @Test
  void planOfTheDecisionIsBounded() {
    assertThat(DesignCheck.problems(
            decidedBy(new DecisionPlan(HeadlineStatistic.P95, 10_080, 3_000, 1_440))))
        .isEmpty();
    assertThat(DesignCheck.problems(
            decidedBy(new DecisionPlan(HeadlineStatistic.MEAN, -1, -1, 600_000))))
        .containsExactly(
            "plannedMinutes: -1 (expected: 0-527040)",
            "prePeriodMinutes: 600000 (expected: 0-527040)",
            "plannedUnits: -1 (expected: 0-1000000000)");
    assertThat(DesignCheck.problems(decidedBy(new DecisionPlan(HeadlineStatistic.MEAN, 0, 500, 0))))
        .containsExactly("plannedUnits: 500 (expected: 0 without plannedMinutes)");
    assertThat(DesignCheck.problems(
            decidedBy(new DecisionPlan(HeadlineStatistic.MEAN, 60, 0, 0), new RampStep(60, 2_000))))
        .containsExactly(
            "plannedMinutes: 60 (expected: after the last step of the ramp; 0 for no end)");
  }
}
