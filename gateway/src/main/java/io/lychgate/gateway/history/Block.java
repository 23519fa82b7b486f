package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The counts of all nodes in one period.
 *
 * @param start beginning of the period, by the clock of the store
 * @param parts a part without an entry counted nothing
 * @param observed milliseconds that each node counted, by the node's id; less than the width if it was not running all the time
 */
public record Block(
    Instant start, Duration width, Map<Part, Tally> parts, Map<String, Long> observed) {
  public Block {
    parts = Map.copyOf(parts);
    observed = Map.copyOf(observed);
  }
}
