package io.lychgate.gateway.experiment.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The observations of an experiment by unit, in bounded memory.
 *
 * <p>A unit keeps at most {@link #VIEWS_OF_UNIT} views, drawn evenly from all of its own (reservoir sampling, Vitter's algorithm R). If
 * there are more than the limit of views in all, half of the units are left out, chosen by their hash: the rest is still a random
 * sample of units, so estimates stay unbiased.
 */
final class Sample {
  static final int MOST_VIEWS = 100_000;

  /** More views of one unit hardly add to what is known of it. */
  static final int VIEWS_OF_UNIT = 50;

  private final Map<Long, Unit> units = new HashMap<>();
  private final long seed;
  private final int mostViews;
  private int kept;
  private int halvings;

  /** Units whose later views came from another arm. */
  private long switched;

  Sample(long seed, int mostViews) {
    this.seed = seed;
    this.mostViews = mostViews;
  }

  /** The views of one unit. */
  static final class Unit {
    final String arm;
    final long mixed;
    final long firstAt;
    final List<Observation> views = new ArrayList<>(2);
    int viewCount;
    int failed;
    int truncated;
    int unreported;
    int abandoned;

    /** Sum and count of the headline metric before the start. */
    double beforeSum;

    int beforeCount;

    Unit(String arm, long mixed, long firstAt) {
      this.arm = arm;
      this.mixed = mixed;
      this.firstAt = firstAt;
    }

    int reported() {
      return viewCount - unreported;
    }
  }

  /** Adds a view after the start. */
  void add(Observation view) {
    Unit unit = unit(view);
    if (unit == null) {
      return;
    }
    if (!unit.arm.equals(view.arm())) {
      switched++;
      return;
    }
    unit.viewCount++;
    switch (view.outcome()) {
      case Observation.FAILED -> unit.failed++;
      case Observation.TRUNCATED -> unit.truncated++;
      case Observation.UNREPORTED -> unit.unreported++;
      case Observation.ABANDONED -> unit.abandoned++;
      default -> {}
    }
    keep(unit, view);
    while (kept > mostViews && halvings < Long.SIZE - 1) {
      halve();
    }
  }

  /** Adds a view before the start. */
  void addBefore(Observation view, Metric headline) {
    double value = view.value(headline);
    Unit unit = Double.isNaN(value) ? null : unit(view);
    if (unit != null && unit.arm.equals(view.arm()) && unit.beforeCount < VIEWS_OF_UNIT) {
      unit.beforeSum += value;
      unit.beforeCount++;
    }
    while (units.size() > mostViews && halvings < Long.SIZE - 1) {
      halve();
    }
  }

  private @Nullable Unit unit(Observation view) {
    long mixed = HashedDraws.mix(view.unit() ^ seed);
    if (!isKept(mixed)) {
      return null;
    }
    return units.computeIfAbsent(view.unit(), key -> new Unit(view.arm(), mixed, view.at()));
  }

  private void keep(Unit unit, Observation view) {
    if (unit.views.size() < VIEWS_OF_UNIT) {
      unit.views.add(view);
      kept++;
      return;
    }
    long place =
        Long.remainderUnsigned(HashedDraws.mix(unit.mixed ^ unit.viewCount), unit.viewCount);
    if (place < VIEWS_OF_UNIT) {
      unit.views.set((int) place, view);
    }
  }

  private void halve() {
    halvings++;
    for (Iterator<Unit> each = units.values().iterator(); each.hasNext(); ) {
      Unit unit = each.next();
      if (!isKept(unit.mixed)) {
        kept -= unit.views.size();
        each.remove();
      }
    }
  }

  private boolean isKept(long mixed) {
    return halvings == 0 || (mixed >>> (Long.SIZE - halvings)) == 0;
  }

  /** Returns the part of the units that is kept: 1, a half, a quarter … */
  double keptShare() {
    return Math.scalb(1.0, -halvings);
  }

  long switched() {
    return switched;
  }

  /** Returns all units, also those that have views before the start only. */
  Collection<Unit> units() {
    return units.values();
  }

  /** Returns the units of an arm that have views after the start, in an order that does not depend on the order of arrival. */
  List<Unit> units(String arm) {
    List<Unit> found = new ArrayList<>();
    for (Unit unit : units.values()) {
      if (unit.viewCount > 0 && unit.arm.equals(arm)) {
        found.add(unit);
      }
    }
    found.sort((a, b) -> Long.compareUnsigned(a.mixed, b.mixed));
    return found;
  }
}
