package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.AtEnd;
import io.lychgate.gateway.experiment.analysis.Results.Basis;
import io.lychgate.gateway.experiment.analysis.Results.Kind;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Sequence;
import io.lychgate.gateway.experiment.analysis.Results.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentence that answers the question of an experiment. */
final class Conclusion {
  private final AnalysisPlan plan;
  private final List<RatioCheck> checks;
  private final List<ArmEvidence> arms;
  private final Counted control;
  private final double keptShare;

  Conclusion(
      AnalysisPlan plan,
      List<RatioCheck> checks,
      List<ArmEvidence> arms,
      Counted control,
      double keptShare) {
    this.plan = plan;
    this.checks = checks;
    this.arms = arms;
    this.control = control;
    this.keptShare = keptShare;
  }

  /**
   * The units of an arm with a value of the headline metric.
   *
   * @param weight the units of one client network share the weight of one
   */
  record Counted(int units, int weight) {
    static Counted of(Distribution distribution) {
      return new Counted(distribution.units(), distribution.wholeUnits());
    }
  }

  /**
   * The headline of one arm.
   *
   * @param sequence null until there are enough units
   * @param atEnd null before the planned end
   */
  record ArmEvidence(
      String name,
      double controlValue,
      double value,
      Counted counted,
      @Nullable Sequence sequence,
      @Nullable AtEnd atEnd) {
    boolean isShownAtEnd() {
      return atEnd != null && atEnd.excludesNone();
    }

    boolean isShown() {
      return isShownAtEnd() || (sequence != null && sequence.excludesNone());
    }

    double change() {
      return controlValue == 0 ? Double.NaN : value / controlValue - 1;
    }
  }

  /** Returns the verdict. The first reason against one wins. */
  Verdict verdict() {
    if (arms.isEmpty()) {
      // An older build has not recorded which of the arms was stopped last.
      return halted();
    }
    Verdict verdict = byEvidence();
    boolean isShown = verdict.kind() == Kind.BETTER || verdict.kind() == Kind.WORSE;
    return plan.isHalted() && !isShown ? halted() : verdict;
  }

  private Verdict byEvidence() {
    for (RatioCheck check : checks) {
      if (check.blocks()) {
        return blocked(check);
      }
    }
    int least = control.weight();
    for (ArmEvidence arm : arms) {
      least = Math.min(least, arm.counted().weight());
    }
    if (least < ConfidenceSequence.LEAST_UNITS) {
      return notEnough();
    }
    ArmEvidence strongest = null;
    for (ArmEvidence arm : arms) {
      if (arm.isShown() && (strongest == null || chance(arm) < chance(strongest))) {
        strongest = arm;
      }
    }
    if (strongest != null) {
      return shown(strongest);
    }
    return plan.isFinal() ? noDifference() : undecided();
  }

  private static double chance(ArmEvidence arm) {
    return arm.sequence() == null ? 1 : arm.sequence().chance();
  }

  private Verdict halted() {
    String control = plan.arms().get(0).name();
    String reasons = plan.arms().stream()
        .skip(1)
        .map(arm -> arm.name() + ": " + arm.stopReason())
        .collect(Collectors.joining("; "));
    return new Verdict(
        Kind.STOPPED,
        null,
        null,
        "No verdict: guardrails stopped each arm besides " + control + ". " + reasons + ".",
        visitors(),
        "Keep " + control + ". Find the reason before you start another experiment.");
  }

  private Verdict blocked(RatioCheck check) {
    int worst = 0;
    for (int arm = 0; arm < check.observed().size(); arm++) {
      worst = off(check, arm) > off(check, worst) ? arm : worst;
    }
    boolean reporting = check.what().equals("reporting");
    String sentence = String.format(
        Locale.ROOT,
        "No verdict: arm %s has %s%s, but %,.0f were expected (p %s).",
        plan.arms().get(worst).name(),
        reporting ? "reports of " : "",
        counted(check.observed().get(worst)),
        check.expected().get(worst),
        check.chance() < 1e-6
            ? "< 0.000001"
            : String.format(Locale.ROOT, "= %.6f", check.chance()));
    String hint = reporting
        ? "Find out why one arm reports less. Its slow or failed page views may be missing."
        : "Check the assignment. No comparison of these arms can be trusted.";
    return new Verdict(
        Kind.BLOCKED,
        null,
        null,
        sentence,
        check.observed().stream().mapToLong(Long::longValue).sum(),
        hint);
  }

  private static double off(RatioCheck check, int arm) {
    return Math.abs(check.observed().get(arm) - check.expected().get(arm))
        / Math.sqrt(check.expected().get(arm));
  }

  private Verdict notEnough() {
    String arm = plan.arms().get(0).name();
    Counted least = control;
    for (ArmEvidence each : arms) {
      if (each.counted().weight() < least.weight()) {
        least = each.counted();
        arm = each.name();
      }
    }
    String sentence = String.format(
        Locale.ROOT,
        "Not enough %ss %s: arm %s has %,d of at least %,d with %s%s.",
        plan.unit().noun(),
        plan.isFinal() || plan.stoppedAt() != null ? "came" : "yet",
        arm,
        Math.round(least.weight() / keptShare),
        ConfidenceSequence.LEAST_UNITS,
        plan.metric().label(),
        least.weight() < least.units()
            ? String.format(
                Locale.ROOT,
                ", because its %,d share few networks, and those of one network count as one",
                Math.round(least.units() / keptShare))
            : "");
    return new Verdict(
        Kind.NOT_ENOUGH,
        null,
        null,
        sentence,
        visitors(),
        plan.isFinal() || plan.stoppedAt() != null
            ? "Repeat it with a greater share or more days. The planner computes both."
            : "Wait. An earlier look would find differences that are not there.");
  }

  private Verdict shown(ArmEvidence arm) {
    boolean better = plan.metric().isBetter(arm.value() - arm.controlValue());
    String change = Double.isNaN(arm.change()) ? "" : " (" + Phrases.signed(arm.change()) + ")";
    AtEnd atEnd = arm.atEnd();
    boolean isAtEnd = arm.isShownAtEnd();
    String interval = atEnd != null && isAtEnd ? endInterval(atEnd) : sequenceInterval(arm);
    String sentence = String.format(
        Locale.ROOT,
        "Arm %s is %s than %s: the %s is %s instead of %s%s; %s; %s behind it.",
        arm.name(),
        better ? "better" : "worse",
        plan.arms().get(0).name(),
        plan.headline(),
        value(arm.value()),
        value(arm.controlValue()),
        change,
        interval,
        counted(visitors()));
    String hint = better
        ? "Make arm " + arm.name()
            + " the configuration. Look at failed loads and the other figures first."
        : "Keep " + plan.arms().get(0).name() + ".";
    return new Verdict(
        better ? Kind.BETTER : Kind.WORSE,
        arm.name(),
        isAtEnd ? Basis.PLANNED_END : Basis.SEQUENCE,
        sentence,
        visitors(),
        hint);
  }

  /** Returns the arm that is nearest to a difference. */
  private ArmEvidence nearest() {
    ArmEvidence nearest = arms.get(0);
    for (ArmEvidence arm : arms) {
      nearest = chance(arm) < chance(nearest) ? arm : nearest;
    }
    return nearest;
  }

  private Verdict undecided() {
    ArmEvidence arm = nearest();
    String end = plan.plannedEnd() == null
        ? ""
        : " The planned end is " + Phrases.time(plan.plannedEnd()) + ".";
    boolean stopped = plan.stoppedAt() != null;
    String sentence = String.format(
        Locale.ROOT,
        "No verdict%s after %s: the %s of arm %s differs by %s; %s.",
        stopped ? "" : " yet",
        counted(visitors()),
        plan.headline(),
        arm.name(),
        difference(arm),
        sequenceInterval(arm));
    return new Verdict(
        Kind.UNDECIDED,
        null,
        null,
        sentence,
        visitors(),
        stopped
            ? "It was stopped before its planned end, so a small difference cannot be seen."
            : "Wait." + end);
  }

  private Verdict noDifference() {
    ArmEvidence arm = nearest();
    String interval = arm.atEnd() == null ? "" : "; " + endInterval(arm.atEnd());
    String sentence = String.format(
        Locale.ROOT,
        "No difference beyond noise: the %s of arm %s differs by %s%s; %s behind it.",
        plan.headline(),
        arm.name(),
        difference(arm),
        interval,
        counted(visitors()));
    boolean full = plan.plannedUnits() == 0 || control.weight() / keptShare >= plan.plannedUnits();
    return new Verdict(
        Kind.NO_DIFFERENCE,
        null,
        null,
        sentence,
        visitors(),
        full
            ? "Choose by other reasons, as cost. A smaller difference needs a longer experiment."
            : String.format(
                Locale.ROOT,
                "The plan was %,d %ss for each arm, and fewer came. A longer experiment may find a difference.",
                plan.plannedUnits(),
                plan.unit().noun()));
  }

  private String difference(ArmEvidence arm) {
    String change = Double.isNaN(arm.change()) ? "" : " (" + Phrases.signed(arm.change()) + ")";
    return value(arm.value() - arm.controlValue()) + change;
  }

  private String sequenceInterval(ArmEvidence arm) {
    Sequence sequence = arm.sequence();
    if (sequence == null) {
      return "no interval";
    }
    String level = String.format(Locale.ROOT, "%.1f %%", sequence.level() * 100);
    return interval(sequence.low(), sequence.high(), "always-valid " + level + " interval");
  }

  private String endInterval(AtEnd atEnd) {
    String level = String.format(Locale.ROOT, "%.1f %%", atEnd.level() * 100);
    return interval(atEnd.low(), atEnd.high(), level + " interval of the planned end");
  }

  private String interval(double low, double high, String what) {
    return what + " " + value(low) + " to " + value(high);
  }

  private String value(double value) {
    return Phrases.value(value, plan.metric().unit());
  }

  private long visitors() {
    long units = control.units();
    for (ArmEvidence arm : arms) {
      units += arm.counted().units();
    }
    return Math.round(units / keptShare);
  }

  private String counted(long units) {
    return Phrases.count(units, plan.unit().noun());
  }
}
