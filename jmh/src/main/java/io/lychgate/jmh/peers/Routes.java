package io.lychgate.jmh.peers;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Routes of a large configuration: {@code /r0/} to {@code /rN/} and the probe. All lead to the origin; only the probe is moved to
 * the other origin, which shows that a reload has taken effect.
 *
 * @param count number of routes without the probe; 0 for a configuration without these and the probe
 */
public record Routes(int count, boolean isMoved) {
  /** No routes other than those that every peer has. */
  public static final Routes NONE = new Routes(0, false);

  /** Path with the response {@link #BEFORE} from the origin and {@link #AFTER} from the other one. */
  static final String PROBE = "/probe";

  static final String BEFORE = "before";
  static final String AFTER = "after!";

  /** Returns the configuration of all routes, one after the other; empty without routes. */
  String each(IntFunction<String> route) {
    return IntStream.range(0, count).mapToObj(route).collect(Collectors.joining());
  }

  /** Returns the configuration of the probe; empty without routes. */
  String probe(String route) {
    return count == 0 ? "" : route;
  }

  Routes moved() {
    return new Routes(count, true);
  }
}
