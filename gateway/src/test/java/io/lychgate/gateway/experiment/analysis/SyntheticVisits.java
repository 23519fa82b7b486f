package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.AnalysisPlan.UnitKind;
import io.lychgate.gateway.message.ArmAssignment.Period;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Page views of simulated visitors. Times are log-normal: each unit has its own level, and comes back at random times until the end.
 */
final class SyntheticVisits {
  static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  static final String CONTROL = "h1";
  static final String ARM = "h2";

  /** Logarithm of the median load time. */
  static final double LEVEL = 7;

  static final double OF_UNIT = 0.4;
  static final double OF_VIEW = 0.5;

  private static final String[] NETWORKS = {"4g", "4g", "4g", "3g"};
  private static final String[] DEVICES = {"desktop", "mobile"};
  private static final String[] CACHES = {"cold", "cold", "warm"};

  private final long seed;
  private final int units;
  private final Duration length;
  private double effect;
  private double firstShare = 0.5;
  private double plannedShare = 0.5;
  private boolean hasPrePeriod;
  private int networks;
  private double ofNetwork;

  SyntheticVisits(long seed, int units, Duration length) {
    this.seed = seed;
    this.units = units;
    this.length = length;
  }

  /** Sets the relative change of all times in the arm. */
  SyntheticVisits effect(double newEffect) {
    effect = newEffect;
    return this;
  }

  /** Gives three of four units eight page views on the day before the start, without the effect. */
  SyntheticVisits withPrePeriod() {
    hasPrePeriod = true;
    return this;
  }

  /** Lets the units be visitors of so many networks, of which few have most visitors and are slower. */
  SyntheticVisits inNetworks(int number) {
    networks = number;
    return this;
  }

  /** Gives each network a level of its own, with this standard deviation. */
  SyntheticVisits networkSpread(double deviation) {
    ofNetwork = deviation;
    return this;
  }

  /** Sets the share of the control. */
  SyntheticVisits firstShare(double newShare) {
    firstShare = newShare;
    return this;
  }

  /** Sets the share of the control, as it is planned. */
  SyntheticVisits plannedShare(double newShare) {
    plannedShare = newShare;
    firstShare = newShare;
    return this;
  }

  AnalysisPlan plan(Statistic statistic, Instant now) {
    return new AnalysisPlan(
        "experiment-" + seed,
        List.of(
            new AnalysisPlan.Arm(CONTROL, plannedShare),
            new AnalysisPlan.Arm(ARM, 1 - plannedShare)),
        Metric.LOAD,
        statistic,
        networks > 0 ? UnitKind.VISITOR : UnitKind.NETWORK,
        START,
        START.plus(length),
        units / 2,
        null,
        now);
  }

  AnalysisPlan planAtEnd(Statistic statistic) {
    return plan(statistic, START.plus(length));
  }

  /** Returns all page views, the oldest first. */
  List<Observation> views() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
    double[] levels = normal
        .samples(ofNetwork > 0 ? networks : 0)
        .map(each -> ofNetwork * each)
        .toArray();
    List<Observation> views = new ArrayList<>(units * 2);
    long millis = length.toMillis();
    for (int i = 0; i < units; i++) {
      long unit = random.nextLong();
      String arm = random.nextDouble() < firstShare ? CONTROL : ARM;
      long cluster = networks > 0 ? (long) (networks * Math.pow(random.nextDouble(), 4)) : unit;
      double own = LEVEL
          + OF_UNIT * normal.sample()
          + (networks > 0 ? OF_UNIT * (1 - (double) cluster / networks) : 0)
          + (ofNetwork > 0 ? levels[(int) cluster] : 0);
      for (int j = hasPrePeriod && random.nextInt(4) > 0 ? 8 : 0; j > 0; j--) {
        views.add(view(
            random,
            normal,
            new Client(arm, unit, cluster),
            START.toEpochMilli() - 1 - random.nextInt(86_400_000),
            own));
      }
      double level = own + (arm.equals(ARM) ? Math.log1p(effect) : 0);
      double at = random.nextDouble();
      do {
        views.add(view(
            random,
            normal,
            new Client(arm, unit, cluster),
            START.toEpochMilli() + (long) (at * millis),
            level));
        at += (1 - at) * random.nextDouble();
      } while (random.nextDouble() < 0.5);
    }
    views.sort(Comparator.comparingLong(Observation::at));
    return views;
  }

  private record Client(String arm, long unit, long cluster) {}

  private static Observation view(
      UniformRandomProvider random,
      ContinuousDistribution.Sampler normal,
      Client client,
      long at,
      double level) {
    double[] values = new double[Metric.values().length];
    Arrays.fill(values, Double.NaN);
    double fate = random.nextDouble();
    String outcome =
        fate < 0.02 ? "failed" : fate < 0.03 ? "truncated" : fate < 0.1 ? "unreported" : "loaded";
    if (outcome.equals("loaded")) {
      values[Metric.LOAD.index()] = Math.exp(level + OF_VIEW * normal.sample());
      values[Metric.TTFB.index()] = Math.exp(level - 2 + OF_VIEW * normal.sample());
      values[Metric.FCP.index()] = Math.exp(level - 1 + OF_VIEW * normal.sample());
    }
    return new Observation(
        client.arm(),
        client.unit(),
        client.cluster(),
        Period.UNKNOWN,
        at,
        "shop.example",
        "/page-" + random.nextInt(5),
        client.arm(),
        outcome,
        CACHES[random.nextInt(CACHES.length)],
        DEVICES[random.nextInt(DEVICES.length)],
        NETWORKS[random.nextInt(NETWORKS.length)],
        values);
  }
}
