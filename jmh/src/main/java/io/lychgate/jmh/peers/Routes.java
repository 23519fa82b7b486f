package io.lychgate.jmh.peers;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The routes of a large configuration: {@code /r0/} to {@code /rN/} and the probe. All lead to the origin; only the probe
 * is moved to the other one, which is how a reload is seen to have taken effect.
 *
 * @param count without the probe; 0 for a configuration that has neither
 */
public record Routes(int count, boolean isMoved) {
  /** None but those that every peer has. */
  public static final Routes NONE = new Routes(0, false);

  /** Answered with {@link #BEFORE} by the origin and with {@link #AFTER} by the other one. */
  static final String PROBE = "/probe";

  static final String BEFORE = "before";
  static final String AFTER = "after!";

  /** What a configuration has for each of them, one after the other; nothing for none. */
  String each(IntFunction<String> route) {
    return IntStream.range(0, count).mapToObj(route).collect(Collectors.joining());
  }

  /** What a configuration has for the probe. */
  String probe(String route) {
    return count == 0 ? "" : route;
  }

  Routes moved() {
    return new Routes(count, true);
  }
}
