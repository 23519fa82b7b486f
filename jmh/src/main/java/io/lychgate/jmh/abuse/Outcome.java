package io.lychgate.jmh.abuse;

import java.util.List;
import java.util.Optional;

/**
 * All attacks on one gateway.
 *
 * @param quiet of the periods without an attack
 */
record Outcome(String peer, String version, Figures quiet, List<Measured> attacks) {
  /** An attack may multiply the 99th percentile by this. */
  static final double MOST_RATIO = 3;

  /** Milliseconds of the 99th percentile during an attack. */
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
