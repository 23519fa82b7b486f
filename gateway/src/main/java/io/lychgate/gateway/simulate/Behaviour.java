package io.lychgate.gateway.simulate;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The behaviour of the visitors.
 *
 * @param visitors size of the population
 * @param networks client networks among which the visitors are spread
 * @param pages pages of one visit at most
 * @param thinkMillis mean time between two pages
 * @param slowNetworks true if the networks have delay and bandwidth
 * @param drawnTimes true if the reported times are drawn from a distribution, and not measured
 * @param failedShare part of the views that report a failed resource
 * @param truncatedShare part of the views that report a short body
 * @param silentShare part of the views that report nothing
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
    double failedShare,
    double truncatedShare,
    double silentShare,
    Map<String, String> cookies,
    List<String> paths) {
  Behaviour {
    protocols = Set.copyOf(protocols);
    effects = List.copyOf(effects);
    cookies = Map.copyOf(cookies);
    paths = List.copyOf(paths);
  }
}
