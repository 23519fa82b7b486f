package io.lychgate.jmh.abuse;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A gateway under one attack.
 *
 * @param under the visitor's latencies during the attack; null when there are none
 * @param toll what the attack got through: connections, refused, units, bytes
 * @param cpuShare processor time of the gateway per second of the attack
 * @param rssMb resident memory of the gateway after the attack
 * @param absence why there are no figures; empty when there are
 */
record Measured(
    String peer,
    String attack,
    @Nullable Figures under,
    Map<String, Long> toll,
    double cpuShare,
    double rssMb,
    String absence) {

  static Measured absent(String peer, Attack attack, String why) {
    return new Measured(peer, attack.name(), null, Map.of(), 0, 0, why);
  }
}
