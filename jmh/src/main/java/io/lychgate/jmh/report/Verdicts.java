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

  /** Says whether a target was met, and by which figure that is seen. */
  public void add(String target, boolean isMet, String figure) {
    lines.add("- " + target + ": " + (isMet ? "met" : "**missed**") + ", " + figure);
  }

  /** Says that a target was not judged, and why. */
  public void add(String target, String reason) {
    lines.add("- " + target + ": not judged, " + reason);
  }

  /** In the order in which they were added. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
