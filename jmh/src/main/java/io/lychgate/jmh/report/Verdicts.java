package io.lychgate.jmh.report;

import java.util.ArrayList;
import java.util.List;

/** What a run says of its targets: a line for each, and one for each miss. */
public final class Verdicts {
  private final List<String> lines = new ArrayList<>();

  /** Says of how many comparisons a target was met; nothing when there was none. */
  public void add(String target, int compared, List<String> misses) {
    if (compared > 0) {
      lines.add("- " + target + ": " + (compared - misses.size()) + " of " + compared);
      misses.forEach(miss -> lines.add("  - " + miss));
    }
  }

  /** In the order in which they were added. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
