package io.lychgate.gateway.admin.experiment;

import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.experiment.Arm;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.Guardrails;
import io.lychgate.gateway.experiment.Life;
import io.lychgate.gateway.experiment.Phase;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An experiment as the API shows it. */
record ExperimentBody(
    String id,
    String title,
    String hypothesis,
    List<String> sites,
    List<String> routes,
    String layer,
    String unit,
    String factor,
    List<ArmBody> arms,
    double share,
    double currentShare,
    List<StepBody> ramp,
    String headline,
    String statistic,
    long plannedMinutes,
    long plannedUnits,
    long prePeriodMinutes,
    Guardrails guardrails,
    String phase,
    @Nullable Instant plannedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant plannedEnd,
    @Nullable String winner,
    boolean applied,
    String author,
    Instant createdAt,
    String etag,
    List<String> problems,
    @Nullable String managedBy) {
  private static final double PARTS_OF_PERCENT = 100;

  /** @param stopped the reason for which a guardrail has stopped the arm; null if none has */
  record ArmBody(
      String name,
      String value,
      int weight,
      boolean control,
      @Nullable String stopped) {}

  record StepBody(long afterMinutes, double share) {}

  /**
   * Returns the body of an experiment.
   *
   * @param problems the reasons for which it does not work with the configuration in force
   * @param managedBy the place of the file that decides its plan; null if none does
   */
  static ExperimentBody of(
      Experiment experiment, List<String> problems, Instant now, @Nullable String managedBy) {
    Design design = experiment.design();
    Life life = experiment.life();
    return new ExperimentBody(
        design.id(),
        design.title(),
        design.hypothesis(),
        design.sites(),
        design.routes(),
        design.layer(),
        design.unit().token(),
        design.factor().token(),
        design.arms().stream().map(arm -> arm(arm, design, life)).toList(),
        design.share() / PARTS_OF_PERCENT,
        life.phase() == Phase.RUNNING
            ? design.shareAfter(now.toEpochMilli() - life.startedAt()) / PARTS_OF_PERCENT
            : 0,
        design.ramp().stream()
            .map(step -> new StepBody(step.afterMinutes(), step.share() / PARTS_OF_PERCENT))
            .toList(),
        design.headline().token(),
        design.decision().statistic().token(),
        design.decision().minutes(),
        design.decision().unitsPerArm(),
        design.decision().preMinutes(),
        design.guardrails(),
        life.phase().token(),
        time(life.plannedAt()),
        time(life.startedAt()),
        time(life.endedAt()),
        experiment.plannedEnd(),
        life.winner(),
        life.isApplied(),
        experiment.author(),
        experiment.createdAt(),
        Precondition.etag(experiment.version()),
        problems,
        managedBy);
  }

  private static ArmBody arm(Arm arm, Design design, Life life) {
    return new ArmBody(
        arm.name(),
        arm.value(),
        arm.weight(),
        arm.name().equals(design.control()),
        life.stopped().get(arm.name()));
  }

  private static @Nullable Instant time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }
}
