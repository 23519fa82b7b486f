package io.lychgate.gateway.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of the visitors.
 *
 * @param visitors size of the population
 * @param networks client networks among which the visitors are spread
 * @param pages pages of one visit at most
 * @param thinkMillis mean time between two pages
 * @param slowNetworks true if the networks have delay and bandwidth
 * @param drawnTimes true if the reported times are drawn from a distribution, and not measured
 * @param planted part of the views with each outcome on purpose
 * @param cookies cookies that each visitor has from the start
 */
record Behaviour(
    int visitors,
    int networks,
    ClientAddress.Mode mode,
    long seed,
    int pages,
    int thinkMillis,
    boolean slowNetworks,
    boolean drawnTimes,
    Set<String> protocols,
    List<Effect> effects,
    Map<Planted, Double> planted,
    Map<String, String> cookies,
    List<String> paths) {
  Behaviour {
    protocols = Set.copyOf(protocols);
    effects = List.copyOf(effects);
    planted = Map.copyOf(planted);
    cookies = Map.copyOf(cookies);
    paths = List.copyOf(paths);
  }

  /** An outcome of a view on purpose. */
  enum Planted {
    /** It reports nothing. */
    SILENT,
    /** It reports a failed resource. */
    FAILED,
    /** It reports a short body. */
    TRUNCATED,
    /** It is left before its load. */
    ABANDONED;

    String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the planted outcome of a view; null for none. */
  @Nullable
  Planted plantedIn(Random random) {
    double rest = random.nextDouble();
    for (Planted each : Planted.values()) {
      rest -= planted.getOrDefault(each, 0.0);
      if (rest < 0) {
        return each;
      }
    }
    return null;
  }
}
