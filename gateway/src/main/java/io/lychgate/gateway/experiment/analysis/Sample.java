package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.message.KeyHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The observations of an experiment by unit, in bounded memory.
 *
 * <p>A unit keeps at most {@link #VIEWS_OF_UNIT} views, drawn evenly from all of its own (reservoir sampling, Vitter's algorithm R). If
 * there are more than the limit of views in all, each network keeps fewer units, down to one, which have its weight. Then half of the
 * networks are left out, chosen by their hash: the rest is still a random sample of networks, so estimates stay unbiased. Half of the
 * units would not do: a network of many has always some that stay, and would gain weight over a network of one. A unit that was left out
 * stays out, also if it returns from another network, so that those who return often are not preferred. Units that were seen before the
 * start only are halved by themselves.
 *
 * <p>The units of one network share the weight of one: a browser that drops its cookies is a new visitor each time. A network keeps at
 * most {@link #UNITS_OF_NETWORK} units, those with the least hashes, so that its flood displaces no other network.
 */
final class Sample {
  static final int MOST_VIEWS = 100_000;

  /** More views of one unit hardly add to what is known of it. */
  static final int VIEWS_OF_UNIT = 50;

  /** More units hardly add to what is known of a network that counts once. */
  static final int UNITS_OF_NETWORK = 100;

  /** Bits for units that were left out: 8 MiB. A unit that has the bit of another one stays out, too, whatever its arm. */
  private static final int LEFT_OUT = 1 << 26;

  private final Map<Long, Unit> units = new HashMap<>();
  private final Map<Long, Network> networks = new HashMap<>();
  private final BitSet leftOut = new BitSet();
  private final long seed;
  private final int mostViews;
  private int kept;

  /** Units with views after the start that a network may have. */
  private int unitsOfNetwork = UNITS_OF_NETWORK;

  private int halvings;

  /** Units without a view after the start, and the halvings of these alone: many of them never come back. */
  private int unitsBefore;

  private int halvingsBefore;

  /** Units whose later views came from another arm. */
  private long switched;

  Sample(long seed, int mostViews) {
    this.seed = seed;
    this.mostViews = mostViews;
  }

  /** The client network of one or more units. */
  static final class Network {
    /** Decides whether it is in the sample, and on its weight in the draws. */
    final long mixed;

    private final List<Unit> units = new ArrayList<>(1);

    /** Units with a greater hash are left out, as unsigned numbers. */
    private long most = -1L;

    /** Units with views after the start, of all arms. */
    private int counted;

    Network(long mixed) {
      this.mixed = mixed;
    }
  }

  /** The views of one unit. */
  static final class Unit {
    final String arm;
    final Network network;
    final long mixed;
    private final long id;

    /** Time of its first view after the start. */
    long firstAt;

    final List<Observation> views = new ArrayList<>(2);
    int viewCount;
    int failed;
    int truncated;
    int unreported;
    int abandoned;

    /** Sum and count of the headline metric before the start. */
    double beforeSum;

    int beforeCount;

    Unit(String arm, Network network, long mixed, long id) {
      this.arm = arm;
      this.network = network;
      this.mixed = mixed;
      this.id = id;
    }

    /** Returns its part of the weight of its network, which does not depend on the arms of the others. */
    double weight() {
      return 1.0 / network.counted;
    }

    int reported() {
      return viewCount - unreported;
    }
  }

  /** Adds a view after the start. */
  void add(Observation view) {
    Unit unit = unit(view, false);
    if (unit == null) {
      return;
    }
    if (!unit.arm.equals(view.arm())) {
      switched++;
      return;
    }
    if (unit.viewCount++ == 0) {
      unit.firstAt = view.at();
      unit.network.counted++;
      unitsBefore--;
    }
    switch (view.outcome()) {
      case Observation.FAILED -> unit.failed++;
      case Observation.TRUNCATED -> unit.truncated++;
      case Observation.UNREPORTED -> unit.unreported++;
      case Observation.ABANDONED -> unit.abandoned++;
      default -> {}
    }
    keep(unit, view);
    narrow(unit.network);
    while (kept > mostViews && halvings < Long.SIZE - 1) {
      if (unitsOfNetwork > 1) {
        unitsOfNetwork /= 2;
        networks.values().forEach(this::narrow);
      } else {
        halve();
      }
    }
  }

  /** Adds a view before the start. */
  void addBefore(Observation view, Metric headline) {
    double value = view.value(headline);
    Unit unit = Double.isNaN(value) ? null : unit(view, true);
    if (unit != null && unit.arm.equals(view.arm()) && unit.beforeCount < VIEWS_OF_UNIT) {
      unit.beforeSum += value;
      unit.beforeCount++;
    }
    while (unitsBefore > mostViews && halvingsBefore < Long.SIZE - 1) {
      halvingsBefore++;
      leaveOut(each -> each.viewCount == 0 && !isKept(each.mixed, halvingsBefore));
    }
  }

  /** Leaves out units of a network that has too many. */
  private void narrow(Network network) {
    while (network.counted > unitsOfNetwork) {
      var unused = leaveOutLast(network);
    }
  }

  /** Leaves out half of the networks. */
  private void halve() {
    halvings++;
    for (Unit unit : units.values()) {
      if (!isKept(unit.network.mixed, halvings)) {
        leftOut.set(place(unit.mixed));
      }
    }
    leaveOut(unit -> !isKept(unit.network.mixed, halvings));
  }

  /** Returns the place of a unit in those that were left out. Its upper bits decide on other things. */
  private static int place(long mixed) {
    return (int) (mixed & (LEFT_OUT - 1));
  }

  /** Returns the unit of a view; null if it is not in the sample. */
  private @Nullable Unit unit(Observation view, boolean isBefore) {
    Unit known = units.get(view.unit());
    if (known != null) {
      return known;
    }
    long mixed = KeyHash.mix(view.unit() ^ seed);
    long mixedNetwork = KeyHash.mix(view.cluster() ^ seed);
    boolean mayMove = view.unit() != view.cluster();
    if ((isBefore && !isKept(mixed, halvingsBefore)) || (mayMove && leftOut.get(place(mixed)))) {
      return null;
    }
    Network network = networks.get(view.cluster());
    boolean isFull = network != null && Long.compareUnsigned(mixed, network.most) > 0;
    if (isFull || !isKept(mixedNetwork, halvings)) {
      if (!isBefore) {
        leftOut.set(place(mixed));
      }
      return null;
    }
    if (network == null) {
      network = new Network(mixedNetwork);
      networks.put(view.cluster(), network);
    }
    Unit unit = new Unit(view.arm(), network, mixed, view.unit());
    units.put(unit.id, unit);
    network.units.add(unit);
    unitsBefore++;
    return network.units.size() > UNITS_OF_NETWORK && leaveOutLast(network) == unit ? null : unit;
  }

  /** Leaves out the unit of a network with the greatest hash, and returns it. */
  private Unit leaveOutLast(Network network) {
    Unit last = network.units.get(0);
    for (Unit unit : network.units) {
      last = Long.compareUnsigned(unit.mixed, last.mixed) > 0 ? unit : last;
    }
    network.most = last.mixed - 1;
    if (last.viewCount > 0) {
      leftOut.set(place(last.mixed));
    }
    units.remove(last.id);
    leaveOut(last);
    return last;
  }

  private void leaveOut(Unit unit) {
    kept -= unit.views.size();
    unit.network.units.remove(unit);
    unit.network.counted -= unit.viewCount > 0 ? 1 : 0;
    unitsBefore -= unit.viewCount > 0 ? 0 : 1;
  }

  private void leaveOut(Predicate<Unit> which) {
    for (Iterator<Unit> each = units.values().iterator(); each.hasNext(); ) {
      Unit unit = each.next();
      if (which.test(unit)) {
        leaveOut(unit);
        each.remove();
      }
    }
    networks.values().removeIf(network -> network.units.isEmpty());
  }

  private void keep(Unit unit, Observation view) {
    if (unit.views.size() < VIEWS_OF_UNIT) {
      unit.views.add(view);
      kept++;
      return;
    }
    long place = Long.remainderUnsigned(KeyHash.mix(unit.mixed ^ unit.viewCount), unit.viewCount);
    if (place < VIEWS_OF_UNIT) {
      unit.views.set((int) place, view);
    }
  }

  private static boolean isKept(long mixed, int times) {
    return times == 0 || (mixed >>> (Long.SIZE - times)) == 0;
  }

  /** Returns the part of the networks that is kept, and so of the units: 1, a half, a quarter … */
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
