package io.lychgate.gateway.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The places of a layer that no other experiment has reserved on the sites of a design. */
final class LayerSpace {
  private final List<int[]> gaps = new ArrayList<>();
  private final List<String> holders = new ArrayList<>();

  private LayerSpace() {}

  /** Returns the experiments that have places of the layer. */
  private static List<Experiment> beside(Design design, List<Experiment> all) {
    return begun(design, all)
        .filter(each -> each.design().layer().equals(design.layer()))
        .filter(each -> each.design().sharesASite(design))
        .toList();
  }

  /** Returns the other experiments that have begun and not ended. */
  private static Stream<Experiment> begun(Design design, List<Experiment> all) {
    return all.stream()
        .filter(each -> each.phase() == Phase.RUNNING
            || each.phase() == Phase.PAUSED
            || each.phase() == Phase.PLANNED)
        .filter(each -> !each.id().equals(design.id()));
  }

  /**
   * Returns an experiment of another layer with the same factor on the same routes; null if there is none. One client could be in both, and
   * get the value of one of them alone.
   */
  static @Nullable Experiment ofSameFactor(Design design, List<Experiment> all) {
    return begun(design, all)
        .filter(each -> design.factor() != Factor.NONE && each.design().factor() == design.factor())
        .filter(each -> !each.design().layer().equals(design.layer()))
        .filter(each -> each.design().sharesARoute(design))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns an experiment of the layer with another unit; null if there is none. The place of a browser is independent of that of its
   * network, so one client could be in both experiments.
   */
  static @Nullable Experiment ofOtherUnit(Design design, List<Experiment> all) {
    return beside(design, all).stream()
        .filter(each -> each.design().unit() != design.unit())
        .findFirst()
        .orElse(null);
  }

  static LayerSpace of(Design design, List<Experiment> all) {
    LayerSpace space = new LayerSpace();
    List<Experiment> others = beside(design, all).stream()
        .sorted(Comparator.comparingInt(each -> each.life().from()))
        .toList();
    int free = 0;
    for (Experiment each : others) {
      int from = each.life().from();
      if (from > free) {
        space.gaps.add(new int[] {free, from});
      }
      free = Math.max(free, from + each.design().greatestShare());
      space.holders.add(each.id());
    }
    if (free < Design.WHOLE) {
      space.gaps.add(new int[] {free, Design.WHOLE});
    }
    return space;
  }

  /** Returns the first place of the first gap with this share; -1 if there is none. */
  int find(int share) {
    return gaps.stream()
        .filter(gap -> gap[1] - gap[0] >= share)
        .mapToInt(gap -> gap[0])
        .findFirst()
        .orElse(-1);
  }

  /** Returns the share of the largest gap. */
  int largest() {
    return gaps.stream().mapToInt(gap -> gap[1] - gap[0]).max().orElse(0);
  }

  /** Returns the ids of the experiments that hold the rest. */
  List<String> holders() {
    return holders;
  }
}
