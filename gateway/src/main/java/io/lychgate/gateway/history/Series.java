package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counters by time, at most {@link History#MOST_POINTS} points.
 *
 * @param from start of the first point
 * @param to end of the last point, not later than now
 * @param step width of a point
 * @param points one for each step of the range; a gap is a point that no node observed
 */
public record Series(Instant from, Instant to, Duration step, List<Point> points) {
  public Series {
    points = List.copyOf(points);
  }

  /**
   * One step.
   *
   * @param observedMillis time that nodes counted, summed over {@code nodes}; less than their number times the step in a step that
   *     is not over, at a start or stop, and more after a backward step of the clock
   * @param countedMillis time in which at least one node counted, to which rates and means refer. It follows from the times of the
   *     nodes: nodes of the same time counted together; with others the fleet counted the whole step, or as long as all of them in
   *     turn. So it is too long only if the whole fleet paused in a step in which a node also came or went
   * @param nodes number of nodes that counted; 0 in a gap
   * @param parts a part without an entry counted nothing
   */
  public record Point(
      Instant start, long observedMillis, long countedMillis, int nodes, Map<Part, Counts> parts) {
    public Point {
      parts = Map.copyOf(parts);
    }

    public boolean isGap() {
      return observedMillis <= 0;
    }

    /** Returns the counter; null in a gap. */
    public @Nullable Long count(Part part, Measure measure) {
      if (isGap()) {
        return null;
      }
      Counts counts = parts.get(part);
      return counts == null ? 0L : counts.get(measure);
    }

    /** Returns the counter by second in which the fleet counted, summed over all nodes; null in a gap. */
    public @Nullable Double perSecond(Part part, Measure measure) {
      Long count = count(part, measure);
      return count == null ? null : count * 1000.0 / countedMillis;
    }

    /**
     * Returns the mean of a level that is counted in milliseconds ({@link Measure#OPEN_MILLIS}, {@link Measure#IN_FLIGHT_MILLIS}),
     * summed over all nodes; null in a gap.
     */
    public @Nullable Double mean(Part part, Measure millis) {
      Long sum = count(part, millis);
      return sum == null ? null : (double) sum / countedMillis;
    }

    /** Returns a quantile in the unit of the distribution; null in a gap and without values. */
    public @Nullable Long quantile(Part part, Spread spread, double quantile) {
      return quantile(List.of(part), spread, quantile);
    }

    /** Returns a quantile of all values of these parts together; null in a gap and without values. */
    public @Nullable Long quantile(Collection<Part> of, Spread spread, double quantile) {
      Counts sum = new Counts();
      for (Part part : of) {
        Counts counts = parts.get(part);
        if (counts != null) {
          sum.add(counts);
        }
      }
      long value = isGap() ? -1 : sum.quantile(spread, quantile);
      return value < 0 ? null : value;
    }
  }

  /** Returns the parts that have an entry, by scope, name and protocol. */
  public List<Part> parts() {
    Set<Part> all = new TreeSet<>(
        Comparator.comparing(Part::scope).thenComparing(Part::name).thenComparing(Part::protocol));
    points.forEach(point -> all.addAll(point.parts().keySet()));
    return List.copyOf(all);
  }
}
