package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.upstream.balance.Lineup.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which servers take requests of new clients, and how many. It decides and does nothing.
 *
 * <p>The servers of a priority that are in the gateway's zone are one tier, the others of the same priority are the next. A tier can
 * take all requests as long as the usable part of its weight is at least {@code failOver}; below that it takes its proportion, and the
 * next tier the rest. If all tiers together cannot take all requests, each gets in proportion to what it can take.
 *
 * <p>Ejected servers take requests only if no other server can. The panic of a pool is not decided here: its servers then take all
 * requests ({@link PoolHealth}).
 */
final class LineupRule {
  /** Part of its weight with which a server begins. With 1 %, a server on which latency depends would hardly be measured. */
  private static final double FIRST_PART = 0.1;

  /** Part of its weight that counts as the whole: servers that join together do so some microseconds apart. */
  private static final double FULL_PART = 0.99;

  /** Steps of a slow start. */
  private static final int STEPS = 40;

  private final ServerState[] states;
  private final int[] weights;
  private final int[] tierOf;
  private final boolean[] isFirstPriority;
  private final int tiers;
  private final double failOver;
  private final long slowStartNanos;

  LineupRule(List<ServerState> states, List<ServerConfig> servers, BalanceConfig config) {
    this.states = states.toArray(new ServerState[0]);
    this.weights = servers.stream().mapToInt(ServerConfig::weight).toArray();
    int[] ranks =
        servers.stream().mapToInt(server -> rank(server, config.zone())).toArray();
    TreeSet<Integer> ordered = new TreeSet<>();
    for (int rank : ranks) {
      ordered.add(rank);
    }
    List<Integer> places = List.copyOf(ordered);
    this.tierOf = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      tierOf[i] = places.indexOf(ranks[i]);
    }
    this.isFirstPriority = new boolean[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      isFirstPriority[i] = ranks[i] / 2 == places.get(0) / 2;
    }
    this.tiers = places.size();
    this.failOver = config.failOver() / 100.0;
    this.slowStartNanos = config.slowStart().toNanos();
  }

  private static int rank(ServerConfig server, String zone) {
    boolean isElsewhere = !zone.isEmpty() && !zone.equals(server.zone());
    return 2 * server.priority() + (isElsewhere ? 1 : 0);
  }

  int tiers() {
    return tiers;
  }

  int tierOf(int server) {
    return tierOf[server];
  }

  /** Returns how a server differs from those that are used first; null if it is one of them. */
  @Nullable
  Diversion diversion(int server) {
    if (tierOf[server] == 0) {
      return null;
    }
    return isFirstPriority[server] ? Diversion.ZONE : Diversion.PRIORITY;
  }

  Intake[] intakes(long nowNanos) {
    Intake[] intakes = new Intake[states.length];
    for (int i = 0; i < intakes.length; i++) {
      intakes[i] = states[i].intake(nowNanos);
    }
    return intakes;
  }

  /** Returns true if a lineup of these intakes would be no other. */
  boolean isUnchanged(Intake[] intakes, long nowNanos) {
    for (int i = 0; i < intakes.length; i++) {
      if (states[i].intake(nowNanos) != intakes[i]) {
        return false;
      }
    }
    return true;
  }

  Lineup lineup(long number, Intake[] intakes, long nowNanos) {
    double[] capacities = capacities(intakes, false);
    boolean usesEjected = sum(capacities) == 0;
    if (usesEjected) {
      capacities = capacities(intakes, true);
    }
    double free = 1;
    double scale = Math.min(1, sum(capacities));
    List<Tier> shares = new ArrayList<>();
    boolean isWarming = false;
    for (int tier = 0; tier < tiers && free > 0; tier++) {
      double share = Math.min(free, capacities[tier]);
      free -= share;
      if (share > 0) {
        Tier made = tier(tier, share / scale, intakes, usesEjected, nowNanos);
        isWarming |= hasSlowStart(made, nowNanos);
        shares.add(made);
      }
    }
    long step = nowNanos + slowStartNanos / STEPS;
    return new Lineup(
        number,
        intakes,
        usesEjected,
        List.copyOf(shares),
        isWarming ? step : Long.MAX_VALUE,
        shares.size() == 1 && !isWarming);
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Returns the part of all requests that each tier can take. */
  private double[] capacities(Intake[] intakes, boolean usesEjected) {
    double[] usable = new double[tiers];
    double[] all = new double[tiers];
    for (int i = 0; i < intakes.length; i++) {
      int tier = tierOf[i];
      all[tier] += weights[i];
      if (takes(intakes[i], usesEjected)) {
        usable[tier] += weights[i];
      }
    }
    for (int tier = 0; tier < tiers; tier++) {
      usable[tier] = usable[tier] == 0 ? 0 : Math.min(1, usable[tier] / (all[tier] * failOver));
    }
    return usable;
  }

  private static boolean takes(Intake intake, boolean usesEjected) {
    return intake == Intake.ALL || (intake == Intake.RESERVE && usesEjected);
  }

  private Tier tier(int tier, double share, Intake[] intakes, boolean usesEjected, long nowNanos) {
    int[] servers = new int[intakes.length];
    int size = 0;
    double warmest = 0;
    for (int i = 0; i < intakes.length; i++) {
      if (tierOf[i] == tier && weights[i] > 0 && takes(intakes[i], usesEjected)) {
        servers[size++] = i;
        warmest = Math.max(warmest, warmth(i, nowNanos));
      }
    }
    int[] taking = Arrays.copyOf(servers, size);
    double[] parts = new double[size];
    for (int i = 0; i < size; i++) {
      parts[i] = weights[taking[i]] * warmth(taking[i], nowNanos) / warmest;
    }
    return new Tier(tier, share, taking, parts);
  }

  /** Returns the part of its weight that a server has now. */
  private double warmth(int server, long nowNanos) {
    long since = states[server].servingSinceNanos();
    if (slowStartNanos == 0 || since == ServerState.ALWAYS) {
      return 1;
    }
    double part = (double) (nowNanos - since) / slowStartNanos;
    return Math.max(FIRST_PART, Math.min(1, part));
  }

  /** Returns true if a server takes a smaller part than others of its tier for their weights, because of its slow start. */
  boolean isStarting(int server, long nowNanos) {
    double own = warmth(server, nowNanos);
    for (int i = 0; i < states.length && own < 1; i++) {
      boolean isBeside = tierOf[i] == tierOf[server] && weights[i] > 0;
      if (isBeside
          && own < FULL_PART * warmth(i, nowNanos)
          && states[i].intake(nowNanos) == Intake.ALL) {
        return true;
      }
    }
    return false;
  }

  private boolean hasSlowStart(Tier tier, long nowNanos) {
    for (int server : tier.servers()) {
      if (warmth(server, nowNanos) < 1) {
        return true;
      }
    }
    return false;
  }
}
