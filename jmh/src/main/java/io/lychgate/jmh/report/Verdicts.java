package io.lychgate.jmh.report;

import java.util.ArrayList;
import java.util.List;

/** Verdicts on the targets of a run: a line for each target, and one for each miss. */
public final class Verdicts {
  private final List<String> lines = new ArrayList<>();

  /** Adds the number of comparisons that met a target; nothing without a comparison. */
  public void add(String target, int compared, List<String> misses) {
    if (compared > 0) {
      lines.add("- " + target + ": " + (compared - misses.size()) + " of " + compared);
      misses.forEach(miss -> lines.add("  - " + miss));
    }
  }

  /** Adds whether a target was met, and the figure that shows it. */
  public void add(String target, boolean isMet, String figure) {
    lines.add("- " + target + ": " + (isMet ? "met" : "**missed**") + ", " + figure);
  }

  /** Adds that a target was not judged, and why. */
  public void add(String target, String reason) {
    lines.add("- " + target + ": not judged, " + reason);
  }

  /** Adds a figure beside the targets. */
  public void note(String figure) {
    lines.add("- " + figure);
  }

  /** Returns the lines in the order in which they were added. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
