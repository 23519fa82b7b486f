package io.lychgate.gateway.experiment.analysis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;

/**
 * Page views of two sides, arm against arm or protocol against protocol. The components are those of the admin API.
 *
 * @param a the first side, on the horizontal axis
 * @param pairs cells that both sides have, the greatest first
 * @param pairsBelow pairs in which {@code b} is lower
 * @param unpaired cells of which one side has too few page views
 * @param leftOut page views of cells beyond the limit, and those of networks that sent too many
 */
public record Compared(
    Metric metric,
    String unit,
    By by,
    Side a,
    Side b,
    List<Pair> pairs,
    int pairsBelow,
    int unpaired,
    long leftOut) {

  /** The property that separates the sides. */
  public enum By {
    ARM("arm"),
    PROTOCOL("protocol");

    private final String token;

    By(String token) {
      this.token = token;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /**
   * One side.
   *
   * @param curve points of the empirical distribution function, rising
   */
  public record Side(String name, long views, List<Point> curve, Split split) {}

  /** The share of the page views with at most this value. */
  public record Point(double value, double share) {}

  /**
   * The time to first byte by its parts: means in milliseconds of the page views that have all of them.
   *
   * @param other the rest: redirects, and time before the lookup
   */
  public record Split(
      long views, double dns, double connect, double tls, double request, double other) {}

  /**
   * Page views of one page in one hour from one class of networks.
   *
   * @param hour its start
   */
  public record Pair(String site, String page, Instant hour, String network, Cell a, Cell b) {}

  /** The views of one side, and their median. */
  public record Cell(long views, double median) {}
}
