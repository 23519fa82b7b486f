package io.lychgate.gateway.observe.census;

import java.util.Map;

/**
 * All counters since the start of the process at one moment.
 *
 * @param nanoTime moment by a clock that never steps, for durations
 */
public record Census(long nanoTime, Map<Part, Tally> parts) {
  public Census {
    parts = Map.copyOf(parts);
  }
}
