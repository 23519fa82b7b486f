package io.lychgate.gateway.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Columns of the table {@code rollup} that a caller writes or reads. Their names become part of SQL statements, so only plain names
 * are allowed.
 *
 * @param counters columns of numbers
 * @param spreads columns of distributions, in the code of {@link SpreadCode}
 * @param buckets number of buckets of each distribution
 */
public record RollupColumns(List<String> counters, List<String> spreads, int buckets) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,39}");
  private static final Set<String> KEY =
      Set.of("width", "scope", "name", "start", "node", "protocol");

  /** @throws IllegalArgumentException if a name is not plain, is part of the key, or occurs twice */
  public RollupColumns {
    counters = List.copyOf(counters);
    spreads = List.copyOf(spreads);
    Set<String> seen = new HashSet<>(KEY);
    for (List<String> names : List.of(counters, spreads)) {
      for (String name : names) {
        if (!NAME.matcher(name).matches() || !seen.add(name)) {
          throw new IllegalArgumentException(
              "column: " + name + " (expected: another name of " + NAME + ")");
        }
      }
    }
  }

  /** Returns some columns of this table of counters. */
  public RollupColumns only(List<String> someCounters, List<String> someSpreads) {
    return new RollupColumns(someCounters, someSpreads, buckets);
  }
}
