package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.Direction;
import io.lychgate.gateway.experiment.analysis.Results.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdicts on the figures of all arms: the headline at its own level, the secondary figures by the steps of Holm (1979). */
final class Holm {
  private Holm() {}

  /** Returns true if the headline of an arm differs. The first arm after the control has the number 1. */
  interface HeadlineTest {
    boolean isShown(int arm, Difference headline);
  }

  private record Place(int arm, int figure, double chance) {}

  /**
   * Judges the figures.
   *
   * @param isFinal false before the planned end: the p-values of secondary figures hold at one look only, so they have no verdict then
   */
  static List<List<Difference>> judged(
      List<List<Difference>> arms, HeadlineTest test, boolean isFinal) {
    List<List<Difference>> judged = new ArrayList<>();
    List<Place> secondary = new ArrayList<>();
    boolean shown = false;
    for (int arm = 0; arm < arms.size(); arm++) {
      List<Difference> copies = new ArrayList<>(arms.get(arm));
      judged.add(copies);
      for (int i = 0; i < copies.size(); i++) {
        Difference each = copies.get(i);
        if (each.role() == Role.HEADLINE) {
          boolean differs = test.isShown(arm + 1, each);
          shown |= differs;
          copies.set(i, with(each, each.chance() == null ? null : direction(each, differs), null));
        } else if (isFinal && each.role() == Role.SECONDARY && each.chance() != null) {
          secondary.add(new Place(arm, i, each.chance()));
        }
      }
    }
    secondary.sort(Comparator.comparingDouble(Place::chance));
    double level = shown ? Levels.AFTER_HEADLINE : Levels.SECONDARY;
    double adjusted = 0;
    for (int step = 0; step < secondary.size(); step++) {
      Place place = secondary.get(step);
      adjusted = Math.max(adjusted, Math.min(1, place.chance() * (secondary.size() - step)));
      List<Difference> ofArm = judged.get(place.arm());
      Difference each = ofArm.get(place.figure());
      ofArm.set(place.figure(), with(each, direction(each, adjusted <= level), adjusted));
    }
    return judged.stream().map(List::copyOf).toList();
  }

  private static Direction direction(Difference figure, boolean differs) {
    Double difference = figure.difference();
    if (!differs || difference == null || difference == 0) {
      return Direction.NONE_SHOWN;
    }
    return isBetter(figure, difference) ? Direction.BETTER : Direction.WORSE;
  }

  private static boolean isBetter(Difference figure, double difference) {
    if (figure.unit().equals("share")) {
      return difference < 0;
    }
    return Metric.of(figure.id().substring(0, figure.id().lastIndexOf('-'))).isBetter(difference);
  }

  private static Difference with(
      Difference each, @Nullable Direction verdict, @Nullable Double adjusted) {
    return new Difference(
        each.id(),
        each.label(),
        each.unit(),
        each.role(),
        each.control(),
        each.arm(),
        each.difference(),
        each.low(),
        each.high(),
        each.change(),
        each.changeLow(),
        each.changeHigh(),
        each.checkLow(),
        each.checkHigh(),
        each.checkChangeLow(),
        each.checkChangeHigh(),
        each.chance(),
        adjusted,
        verdict,
        each.missing());
  }
}
