package io.lychgate.gateway.experiment;

import io.lychgate.gateway.experiment.ArmNumbers.ArmName;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.ArmAssignment.Period;
import io.lychgate.gateway.message.Treatment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** One experiment in force, compiled. Immutable. */
final class RunningExperiment {
  /** The number that no reader reads. */
  private static final int UNCOUNTED = 0;

  private final Experiment experiment;
  private final Design design;
  private final List<RunningArm> arms = new ArrayList<>();

  /** The sum of the weights up to each arm. */
  private final int[] ends;

  /** Set for a decided experiment: all clients get it. */
  private final @Nullable Treatment outcome;

  /** @param numbering returns the number of an arm in counters */
  RunningExperiment(Experiment experiment, ToIntFunction<ArmName> numbering) {
    this.experiment = experiment;
    this.design = experiment.design();
    this.ends = new int[design.arms().size()];
    int end = 0;
    Treatment chosen = null;
    for (Arm arm : design.arms()) {
      boolean isBefore = experiment.phase() == Phase.PLANNED;
      Treatment treatment = isBefore ? Treatment.NONE : design.factor().treatment(arm.value());
      ends[arms.size()] = end += arm.weight();
      arms.add(new RunningArm(
          design.id(),
          arm.name(),
          treatment,
          isBefore
              ? UNCOUNTED
              : numbering.applyAsInt(
                  new ArmName(design.id(), arm.name(), experiment.createdAt().toEpochMilli()))));
      if (experiment.life().isApplied() && arm.name().equals(experiment.life().winner())) {
        chosen = treatment;
      }
    }
    this.outcome = chosen;
  }

  Design design() {
    return design;
  }

  /** Returns the treatment of all clients; null while the experiment runs. */
  @Nullable
  Treatment outcome() {
    return outcome;
  }

  /** @param route null before the route is known */
  boolean isOn(@Nullable String route) {
    return design.routes().isEmpty() || (route != null && design.routes().contains(route));
  }

  boolean isOfConnection() {
    return design.factor().isOfConnection();
  }

  /**
   * Puts a unit into an arm; null if it is outside of the experiment, or its arm was stopped.
   *
   * @param place the place of the unit in the layer
   */
  @Nullable
  Choice choose(KeyedHash hash, int place, byte[] unit, long nowMillis) {
    // All units that will ever be in it have a pre-period.
    int share = experiment.phase() == Phase.PLANNED
        ? design.greatestShare()
        : design.shareAfter(nowMillis - experiment.life().startedAt());
    int from = experiment.life().from();
    if (place < from || place >= from + share) {
      return null;
    }
    // Independent of the place, so that a ramp fills all arms evenly.
    ByteBuffer drawn = hash.of("arm " + design.id(), unit);
    long number = drawn.getLong();
    long ticket = Long.remainderUnsigned(drawn.getLong(), ends[ends.length - 1]);
    int index = 0;
    while (ticket >= ends[index]) {
      index++;
    }
    RunningArm arm = arms.get(index);
    return experiment.life().stopped().containsKey(arm.name())
        ? null
        : new Choice(
            new ArmAssignment(
                design.id(),
                arm.name(),
                number,
                number,
                experiment.phase() == Phase.PLANNED ? Period.BEFORE : Period.DURING),
            arm);
  }

  /** An arm that was chosen for a unit. */
  record Choice(ArmAssignment assignment, RunningArm arm) {}
}
