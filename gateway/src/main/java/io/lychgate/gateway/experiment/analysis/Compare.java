package io.lychgate.gateway.experiment.analysis;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import io.lychgate.gateway.experiment.analysis.Compared.By;
import io.lychgate.gateway.experiment.analysis.Compared.Cell;
import io.lychgate.gateway.experiment.analysis.Compared.Pair;
import io.lychgate.gateway.experiment.analysis.Compared.Point;
import io.lychgate.gateway.experiment.analysis.Compared.Side;
import io.lychgate.gateway.experiment.analysis.Compared.Split;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares two sides page by page, hour by hour and class by class, so that a side which happens to have more of the slow pages does not
 * look slow. Takes page views one by one; memory is bounded.
 */
public final class Compare {
  /** Cells that are kept: pages, hours and classes are chosen by clients. */
  private static final int MOST_CELLS = 4_000;

  /** Pairs of a result: more are one cloud on a screen. */
  private static final int MOST_PAIRS = 1_000;

  /** Views of one side of a cell, below which its median says nothing. */
  private static final int LEAST_VIEWS = 5;

  /** Views of one network that count on a day, so that its flood does not fill the cells. */
  private static final int VIEWS_OF_NETWORK = 20;

  private static final int MOST_NETWORKS = 200_000;

  /** Relative error of a value in a sketch. */
  private static final double ACCURACY = 0.005;

  /** Buckets of a sketch of all views: six powers of ten. The lowest values share one when there are more. */
  private static final int BUCKETS = 1_400;

  /** A cell has views of one page in one hour, whose values are close together. */
  private static final int BUCKETS_OF_CELL = 512;

  private static final int POINTS = 100;
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final Question question;
  private final Map<CellKey, Sketches> cells = new HashMap<>();
  private final Map<Long, Integer> viewsOfNetworks = new HashMap<>();
  private final Sketches all = new Sketches(BUCKETS);
  private final Parts partsOfA = new Parts();
  private final Parts partsOfB = new Parts();
  private long leftOut;

  public Compare(Question question) {
    this.question = question;
  }

  /**
   * The sides.
   *
   * @param site null for all sites
   */
  public record Question(
      Metric metric, By by, String a, String b, @Nullable String site) {
    public Question {
      if (a.equals(b)) {
        throw new IllegalArgumentException("b: " + b + " (expected: other than a)");
      }
    }
  }

  private record CellKey(String site, String page, long hour, String network) {}

  /** The sketches of both sides, which exist once there is a value. */
  private static final class Sketches {
    private final int buckets;
    private @Nullable DDSketch a;
    private @Nullable DDSketch b;

    Sketches(int buckets) {
      this.buckets = buckets;
    }

    DDSketch side(boolean isA) {
      DDSketch side = isA ? a : b;
      if (side == null) {
        side = DDSketches.collapsingLowestDense(ACCURACY, buckets);
        if (isA) {
          a = side;
        } else {
          b = side;
        }
      }
      return side;
    }

    long views(boolean isA) {
      DDSketch side = isA ? a : b;
      return side == null ? 0 : (long) side.getCount();
    }
  }

  /** Sums of the parts of the time to first byte. */
  private static final class Parts {
    private final double[] sums = new double[Metric.SPLIT.size()];
    private double firstByte;
    private long views;

    void add(Observation view) {
      double all = view.value(Metric.TTFB);
      double sum = 0;
      for (Metric part : Metric.SPLIT) {
        sum += view.value(part);
      }
      // A part that is absent makes the sum NaN.
      if (!Double.isNaN(all) && !Double.isNaN(sum)) {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += view.value(Metric.SPLIT.get(i));
        }
        firstByte += all;
        views++;
      }
    }

    Split split() {
      if (views == 0) {
        return new Split(0, 0, 0, 0, 0, 0);
      }
      double other = firstByte;
      for (double sum : sums) {
        other -= sum;
      }
      return new Split(
          views,
          sums[0] / views,
          sums[1] / views,
          sums[2] / views,
          sums[3] / views,
          Math.max(0, other / views));
    }
  }

  /** Adds a page view. It is ignored if it belongs to neither side, or has no value. */
  public void add(Observation view) {
    String side = question.by() == By.ARM ? view.arm() : view.got();
    boolean isA = side.equals(question.a());
    double value = view.value(question.metric());
    boolean isForeign = question.site() != null && !question.site().equals(view.site());
    if ((!isA && !side.equals(question.b())) || Double.isNaN(value) || isForeign) {
      return;
    }
    if (!isWelcome(view.cluster())) {
      leftOut++;
      return;
    }
    all.side(isA).accept(value);
    (isA ? partsOfA : partsOfB).add(view);
    CellKey key =
        new CellKey(view.site(), view.page(), Math.floorDiv(view.at(), HOUR), view.network());
    Sketches cell = cells.get(key);
    if (cell == null && cells.size() < MOST_CELLS) {
      cell = new Sketches(BUCKETS_OF_CELL);
      cells.put(key, cell);
    }
    if (cell == null) {
      leftOut++;
    } else {
      cell.side(isA).accept(value);
    }
  }

  private boolean isWelcome(long network) {
    Integer views = viewsOfNetworks.get(network);
    if (views == null && viewsOfNetworks.size() >= MOST_NETWORKS) {
      return false;
    }
    int count = views == null ? 1 : views + 1;
    viewsOfNetworks.put(network, Math.min(count, VIEWS_OF_NETWORK + 1));
    return count <= VIEWS_OF_NETWORK;
  }

  /** Returns the comparison of all views so far. */
  public Compared compared() {
    List<Pair> pairs = new ArrayList<>();
    int unpaired = 0;
    int below = 0;
    for (Map.Entry<CellKey, Sketches> each : cells.entrySet()) {
      Sketches cell = each.getValue();
      if (cell.views(true) < LEAST_VIEWS || cell.views(false) < LEAST_VIEWS) {
        unpaired++;
        continue;
      }
      CellKey key = each.getKey();
      Pair pair = new Pair(
          key.site(),
          key.page(),
          Instant.ofEpochMilli(key.hour() * HOUR),
          key.network(),
          cell(cell.side(true)),
          cell(cell.side(false)));
      below += pair.b().median() < pair.a().median() ? 1 : 0;
      pairs.add(pair);
    }
    pairs.sort(
        Comparator.comparingLong((Pair pair) -> -pair.a().views() - pair.b().views())
            .thenComparing(Pair::hour)
            .thenComparing(Pair::site)
            .thenComparing(Pair::page)
            .thenComparing(Pair::network));
    return new Compared(
        question.metric(),
        question.metric().unit(),
        question.by(),
        side(question.a(), true, partsOfA),
        side(question.b(), false, partsOfB),
        List.copyOf(pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))),
        below,
        unpaired,
        leftOut);
  }

  private static Cell cell(DDSketch sketch) {
    return new Cell((long) sketch.getCount(), sketch.getValueAtQuantile(0.5));
  }

  private Side side(String name, boolean isA, Parts parts) {
    long views = all.views(isA);
    List<Point> curve = new ArrayList<>();
    if (views > 0) {
      DDSketch sketch = all.side(isA);
      for (int i = 0; i <= POINTS; i++) {
        double share = i / (double) POINTS;
        curve.add(new Point(sketch.getValueAtQuantile(share), share));
      }
    }
    return new Side(name, views, List.copyOf(curve), parts.split());
  }
}
