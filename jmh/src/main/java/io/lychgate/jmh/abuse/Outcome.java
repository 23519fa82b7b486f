package io.lychgate.jmh.abuse;

import java.util.List;
import java.util.Optional;

/**
 * Results of all attacks on one gateway.
 *
 * @param quiet figures of the periods without an attack
 */
record Outcome(String peer, String version, Figures quiet, List<Measured> attacks) {
  /** Largest allowed ratio of the 99th percentile during an attack to that of the quiet periods. */
  static final double MOST_RATIO = 3;

  /** Largest allowed 99th percentile during an attack, in milliseconds. */
  static final double MOST_MILLIS = 100;

  Outcome {
    attacks = List.copyOf(attacks);
  }

  Optional<Measured> of(Attack attack) {
    return attacks.stream().filter(each -> each.attack().equals(attack.name())).findFirst();
  }

  double ratio(Figures under) {
    double base = quiet.millis(99);
    return base == 0 ? 0 : under.millis(99) / base;
  }

  boolean isMet(Figures under) {
    return under.errors() == 0 && ratio(under) <= MOST_RATIO && under.millis(99) <= MOST_MILLIS;
  }
}
