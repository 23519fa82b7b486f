package io.lychgate.jmh.abuse;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of a gateway under one attack.
 *
 * @param under the visitor's latencies during the attack; null if there are none
 * @param toll counters of the attack: connections, refused, units, bytes
 * @param cpuShare processor time of the gateway per second of the attack
 * @param pauseMs longest pause of a JVM for its garbage collector during the attack; 0 for other gateways
 * @param rssMb resident memory of the gateway after the attack
 * @param absence reason why there are no figures; empty if there are
 */
record Measured(
    String peer,
    String attack,
    @Nullable Figures under,
    Map<String, Long> toll,
    double cpuShare,
    double pauseMs,
    double rssMb,
    String absence) {

  static Measured absent(String peer, Attack attack, String why) {
    return new Measured(peer, attack.name(), null, Map.of(), 0, 0, 0, why);
  }
}
