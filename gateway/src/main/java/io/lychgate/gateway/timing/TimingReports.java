package io.lychgate.gateway.timing;

import com.datadoghq.sketch.ddsketch.DDSketch;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.TimingRow;
import io.lychgate.gateway.store.ViewSample;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Questions on the sums of the page views: quantiles of each metric, by an attribute and over time. */
public final class TimingReports {
  /** Longest range that is read from the narrow sums. */
  private static final Duration NARROW_RANGE = Duration.ofDays(1);

  /** Characters of a view id that name the view. */
  public static final int ID_CHARACTERS = ViewSeal.ID_CHARACTERS;

  /** Groups of a report, those with most views. */
  public static final int MAX_GROUPS = 100;

  /** Points of the line of a group. */
  private static final int MAX_POINTS = 200;

  private final Supplier<Store> store;
  private final TimingCounts counts;
  private final InstantSource clock;

  public TimingReports(Supplier<Store> store, TimingCounts counts, InstantSource clock) {
    this.store = store;
    this.counts = counts;
    this.clock = clock;
  }

  /** The attribute by which page views are grouped. */
  public enum By {
    ALL,
    SITE,
    PAGE,
    PROTOCOL,
    CACHE,
    DEVICE;

    String valueOf(TimingRow.Key key) {
      return switch (this) {
        case ALL -> "all";
        case SITE -> key.site();
        case PAGE -> key.page();
        case PROTOCOL -> key.protocol();
        case CACHE -> key.cacheState();
        case DEVICE -> key.device();
      };
    }

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A question.
   *
   * @param metric column of {@link ViewSample#TIMES} whose line over time is wanted
   */
  public record Question(
      Instant from,
      Instant to,
      @Nullable String site,
      @Nullable String page,
      @Nullable String protocol,
      @Nullable String cache,
      @Nullable String device,
      By by,
      String metric) {
    boolean has(TimingRow.Key key) {
      return is(page, key.page())
          && is(protocol, key.protocol())
          && is(cache, key.cacheState())
          && is(device, key.device());
    }

    private static boolean is(@Nullable String wanted, String value) {
      return wanted == null || wanted.equals(value);
    }
  }

  /**
   * The distribution of a metric.
   *
   * @param count views that have the metric
   */
  public record Figures(long count, double mean, double p50, double p80, double p95) {
    static @Nullable Figures of(@Nullable DDSketch sketch) {
      if (sketch == null || sketch.isEmpty()) {
        return null;
      }
      double[] quantiles = sketch.getValuesAtQuantiles(new double[] {0.5, 0.8, 0.95});
      return new Figures(
          (long) sketch.getCount(),
          sketch.getSum() / sketch.getCount(),
          quantiles[0],
          quantiles[1],
          quantiles[2]);
    }
  }

  /** The metric of the question in one period. */
  public record Point(Instant at, Figures figures) {}

  /** The page views with one value of the attribute. */
  public record Group(
      String key,
      long views,
      long failed,
      long truncated,
      long abandoned,
      long unreported,
      Map<String, Figures> metrics,
      List<Point> points) {}

  /**
   * A report.
   *
   * @param from start of the first period
   * @param stepSeconds width of the periods of the lines
   * @param groups those with most views first
   * @param others groups that were left out
   */
  public record Answer(
      Instant from, Instant to, long stepSeconds, List<Group> groups, int others) {}

  private static final class Sum {
    private final long[] counts = new long[TimingRow.Count.values().length];
    private final Sketches sketches = new Sketches();
    private final TreeMap<Long, Sketches> byPeriod = new TreeMap<>();
  }

  /** Returns what the store has in this range, widened to whole periods. */
  public Answer ask(Question question) {
    boolean isNarrow =
        Duration.between(question.from(), question.to()).compareTo(NARROW_RANGE) <= 0;
    Duration width = TimingWriter.WIDTHS[isNarrow ? 0 : 1];
    long from = floor(question.from().toEpochMilli(), width.toMillis());
    long to = question.to().toEpochMilli();
    long step = step(to - from, width.toMillis());
    // Visitors choose the paths of pages: only those that are shown get distributions.
    Map<String, Long> views = new HashMap<>();
    forEach(
        question,
        width,
        from,
        to,
        row -> views.merge(question.by().valueOf(row.key()), row.counts()[0], Long::sum));
    Set<String> shown = most(views);
    Map<String, Sum> sums = new LinkedHashMap<>();
    forEach(question, width, from, to, row -> {
      String value = question.by().valueOf(row.key());
      if (shown.contains(value)) {
        add(sums.computeIfAbsent(value, key -> new Sum()), row, step, question.metric());
      }
    });
    List<Group> groups = new ArrayList<>();
    sums.forEach((key, sum) -> groups.add(group(key, sum, question.metric())));
    groups.sort(Comparator.comparingLong(Group::views).reversed().thenComparing(Group::key));
    return new Answer(
        Instant.ofEpochMilli(from),
        question.to(),
        step / 1000,
        groups,
        views.size() - shown.size());
  }

  private void forEach(
      Question question, Duration width, long from, long to, Consumer<TimingRow> consumer) {
    store.get().views().forEachSum((int) width.toSeconds(), from, to, question.site(), row -> {
      if (question.has(row.key())) {
        consumer.accept(row);
      }
    });
  }

  /** Returns the values with most views. */
  private static Set<String> most(Map<String, Long> views) {
    return views.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_GROUPS)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static void add(Sum sum, TimingRow row, long step, String metric) {
    for (int i = 0; i < sum.counts.length; i++) {
      sum.counts[i] += row.counts()[i];
    }
    sum.sketches.merge(row.sketches());
    sum.byPeriod
        .computeIfAbsent(floor(row.start(), step), start -> new Sketches())
        .merge(row.sketches(), metric);
  }

  private static Group group(String key, Sum sum, String metric) {
    Map<String, Figures> metrics = new LinkedHashMap<>();
    for (String each : ViewSample.TIMES) {
      Figures figures = Figures.of(sum.sketches.of(each));
      if (figures != null) {
        metrics.put(each, figures);
      }
    }
    List<Point> points = new ArrayList<>();
    sum.byPeriod.forEach((start, sketches) -> {
      Figures figures = Figures.of(sketches.of(metric));
      if (figures != null) {
        points.add(new Point(Instant.ofEpochMilli(start), figures));
      }
    });
    return new Group(
        key,
        sum.counts[0],
        sum.counts[1],
        sum.counts[2],
        sum.counts[3],
        sum.counts[4],
        metrics,
        points);
  }

  private static long floor(long millis, long width) {
    return millis - Math.floorMod(millis, width);
  }

  /** Returns a multiple of the width, so that a line has few points. */
  private static long step(long range, long width) {
    long periods = range / width + 1;
    return width * ((periods + MAX_POINTS - 1) / MAX_POINTS);
  }

  public TimingCounts counts() {
    return counts;
  }

  public Instant now() {
    return clock.instant();
  }
}
