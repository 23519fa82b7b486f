package io.lychgate.gateway.admin.experiment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.experiment.Arm;
import io.lychgate.gateway.experiment.DecisionPlan;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.Guardrails;
import io.lychgate.gateway.experiment.Life;
import io.lychgate.gateway.experiment.Phase;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as the API shows it: one flat object of JSON, whose parts are records of their own here.
 *
 * @param problems the reasons for which it does not work with the configuration in force
 * @param managedBy the place of the file that decides its plan; null if none does
 */
record ExperimentBody(
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Assignment assignment,
    @JsonUnwrapped Rule rule,
    Guardrails guardrails,
    @JsonUnwrapped Course course,
    String author,
    Instant createdAt,
    String etag,
    List<String> problems,
    @Nullable String managedBy) {
  private static final double PARTS_OF_PERCENT = 100;

  /** The question, and the requests that it is about. */
  record Subject(
      String id,
      String title,
      String hypothesis,
      List<String> sites,
      List<String> routes,
      String layer) {}

  /**
   * The arms, and the clients that get them.
   *
   * @param share percent of the clients, at the end of the ramp
   * @param currentShare percent of the clients now; 0 unless the experiment runs
   */
  record Assignment(
      String unit,
      String factor,
      List<ArmBody> arms,
      double share,
      double currentShare,
      List<StepBody> ramp) {}

  /**
   * One arm.
   *
   * @param weight its part of the share, relative to the weights of the others
   * @param stopped the reason for which a guardrail has stopped the arm; null if none has
   */
  record ArmBody(
      String name,
      String value,
      int weight,
      boolean control,
      @Nullable String stopped) {}

  /**
   * One step of the ramp.
   *
   * @param share percent of the clients
   */
  record StepBody(long afterMinutes, double share) {}

  /**
   * The statistic that decides, and when.
   *
   * @param plannedMinutes minutes from the start to the planned end; 0 for none
   * @param plannedUnits units of each arm that the planner promised; 0 if it was not asked
   * @param prePeriodMinutes minutes before the start in which page views are recorded; 0 for none
   */
  record Rule(
      String headline,
      String statistic,
      long plannedMinutes,
      long plannedUnits,
      long prePeriodMinutes) {}

  /**
   * The phase, and the times of the steps so far.
   *
   * @param plannedEnd null without a planned end, and before the start
   * @param winner the arm that a person has chosen; null before
   * @param applied true if all clients get the winner
   */
  record Course(
      String phase,
      @Nullable Instant plannedAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable Instant plannedEnd,
      @Nullable String winner,
      boolean applied) {}

  /** Returns the body of an experiment. */
  static ExperimentBody of(
      Experiment experiment, List<String> problems, Instant now, @Nullable String managedBy) {
    Design design = experiment.design();
    return new ExperimentBody(
        subject(design),
        assignment(design, experiment.life(), now),
        rule(design),
        design.guardrails(),
        course(experiment),
        experiment.author(),
        experiment.createdAt(),
        Precondition.etag(experiment.version()),
        problems,
        managedBy);
  }

  private static Subject subject(Design design) {
    return new Subject(
        design.id(),
        design.title(),
        design.hypothesis(),
        design.sites(),
        design.routes(),
        design.layer());
  }

  private static Assignment assignment(Design design, Life life, Instant now) {
    return new Assignment(
        design.unit().token(),
        design.factor().token(),
        design.arms().stream().map(arm -> arm(arm, design, life)).toList(),
        design.share() / PARTS_OF_PERCENT,
        life.phase() == Phase.RUNNING
            ? design.shareAfter(now.toEpochMilli() - life.startedAt()) / PARTS_OF_PERCENT
            : 0,
        design.ramp().stream()
            .map(step -> new StepBody(step.afterMinutes(), step.share() / PARTS_OF_PERCENT))
            .toList());
  }

  private static Rule rule(Design design) {
    DecisionPlan decision = design.decision();
    return new Rule(
        design.headline().token(),
        decision.statistic().token(),
        decision.minutes(),
        decision.unitsPerArm(),
        decision.preMinutes());
  }

  private static Course course(Experiment experiment) {
    Life life = experiment.life();
    return new Course(
        life.phase().token(),
        time(life.plannedAt()),
        time(life.startedAt()),
        time(life.endedAt()),
        experiment.plannedEnd(),
        life.winner(),
        life.isApplied());
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
