package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.HistoryStore;
import io.lychgate.gateway.store.NodeSum;
import io.lychgate.gateway.store.RollupColumns;
import io.lychgate.gateway.store.RollupQuery;
import io.lychgate.gateway.store.RollupSum;
import io.lychgate.gateway.store.RollupWidth;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions about the past from the store, and about the last hour from memory where this node is the only one.
 *
 * <p>All calls may block, and throw {@link StoreException} while the store is not available, except questions that memory answers.
 * They throw {@link HistoryQuestionException} for a range that cannot have an answer.
 */
public final class History {
  /** Points of a series. */
  public static final int MOST_POINTS = 500;

  /** Counters of the shares of names in a block. The first decides which names are the busiest. */
  private static final List<Measure> SHARES =
      List.of(Measure.REQUESTS, Measure.PAGE_VIEWS, Measure.OPENED);

  /** Names that have shares of their own in a block. */
  private static final int MOST_SHARES = 8;

  /** Points that are summed to a total. */
  private static final int TOTAL_POINTS = 40;

  /** Blocks of an answer: 30 days of quarter hours, or 48 hours of minutes. */
  private static final int MOST_BLOCKS = 3_000;

  private static final Duration LONGEST = RollupWidth.DAY.kept();

  /** A range may end with the day in progress. It then ends now. */
  private static final Duration AHEAD = Duration.ofDays(1);

  /** A node that wrote nothing for this long does not share the last hour. */
  private static final Duration RECENT = Duration.ofHours(2);

  /** A second is in memory at this time after its end, and a minute in the store. */
  private static final Duration COUNTED = Duration.ofMillis(200);

  private static final Duration WRITTEN = Duration.ofSeconds(2);

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Nodes whose times in a step differ by less than this share of the longest counted at the same time. */
  private static final double SAME_TIME = 0.01;

  private final Supplier<Store> store;
  private final HistoryRecorder recorder;
  private final InstantSource clock;

  /**
   * Answers from this store and the memory of this recorder.
   *
   * @param clock the clock of the store's database
   */
  public History(Supplier<Store> store, HistoryRecorder recorder, InstantSource clock) {
    this.store = store;
    this.recorder = recorder;
    this.clock = clock;
  }

  /**
   * A question for a series.
   *
   * @param measures counters that the points have; each other one is 0
   * @param spreads distributions that the points have; they take longer than counters
   */
  public record Question(
      Instant from, Instant to, Selection selection, Set<Measure> measures, Set<Spread> spreads) {
    public Question {
      measures = Set.copyOf(measures);
      spreads = Set.copyOf(spreads);
    }
  }

  /** Returns the present by the clock of the store. */
  public Instant now() {
    return clock.instant();
  }

  /** Returns counters by time, in the shortest steps that give at most {@link #MOST_POINTS} points. */
  public Series series(Question question) {
    Range range = range(question.from(), question.to());
    boolean hasSeconds = hasSeconds(range, question.selection());
    Steps.Choice choice = Steps.choose(range.from, range.to, range.now, MOST_POINTS, hasSeconds);
    return series(question, choice, range.alignedTo(choice.step(), choice.width()));
  }

  /**
   * Returns the series of the time before, in the steps of this series and with as many points, for comparison. They are gaps where
   * nothing is kept in these steps.
   */
  public Series previous(Question question, Series series) {
    Duration length = Duration.between(series.from(), series.to());
    Question before = new Question(
        series.from().minus(length),
        series.from(),
        question.selection(),
        question.measures(),
        question.spreads());
    Instant now = clock.instant();
    Range range = new Range(before.from(), before.to(), now);
    if (before.to().isBefore(now.minus(LONGEST))) {
      return new Series(before.from(), before.to(), series.step(), List.of());
    }
    boolean hasSeconds = hasSeconds(range, question.selection());
    RollupWidth width = Steps.widest(series.step(), before.from(), now);
    if (width == null && !hasSeconds) {
      return new Series(before.from(), before.to(), series.step(), List.of());
    }
    Steps.Choice choice = new Steps.Choice(series.step(), hasSeconds ? null : width);
    return series(before, choice, range.alignedTo(choice.step(), choice.width()));
  }

  /**
   * Returns the sums of a whole range, in one point. The range is widened to whole periods.
   *
   * @throws HistoryQuestionException if the range cannot have an answer
   */
  public Series totals(Question question) {
    Range range = range(question.from(), question.to());
    boolean hasSeconds = hasSeconds(range, question.selection());
    Steps.Choice choice = Steps.choose(range.from, range.to, range.now, TOTAL_POINTS, hasSeconds);
    Series series = series(question, choice, range.widenedTo(choice.step()));
    Found sum = new Found();
    long observedMillis = 0;
    long countedMillis = 0;
    int nodes = 0;
    for (Series.Point point : series.points()) {
      observedMillis += point.observedMillis();
      countedMillis += point.countedMillis();
      nodes = Math.max(nodes, point.nodes());
      point
          .parts()
          .forEach((part, counts) ->
              sum.parts.computeIfAbsent(part, each -> new Counts()).add(counts));
    }
    Instant to = series.to().isAfter(range.now) ? range.now : series.to();
    return new Series(
        series.from(),
        to,
        Duration.between(series.from(), to),
        List.of(new Series.Point(series.from(), observedMillis, countedMillis, nodes, sum.parts)));
  }

  private Series series(Question question, Steps.Choice choice, Range aligned) {
    Duration step = choice.step();
    NavigableMap<Long, Found> found = choice.width() == null
        ? seconds(aligned, step)
        : rows(
            aligned,
            new Steps.Choice(step, choice.width()),
            List.of(question.selection()),
            question.measures(),
            question.spreads());
    List<Series.Point> points = new ArrayList<>();
    for (long at = aligned.from.toEpochMilli();
        at < aligned.to.toEpochMilli();
        at += step.toMillis()) {
      Found point = found.get(at);
      Instant start = Instant.ofEpochMilli(at);
      points.add(
          point == null
              ? new Series.Point(start, 0, 0, 0, Map.of())
              : new Series.Point(
                  start,
                  point.observedMillis(),
                  point.countedMillis(step),
                  point.observed.size(),
                  point.parts));
    }
    return new Series(aligned.from, aligned.to, step, points);
  }

  /**
   * Returns all counters and distributions by period, oldest first. A period that no node observed is absent.
   *
   * @param width 1 to 30 s that divide a minute for the last hour of a node that is alone, or a multiple of the width of rows that
   *     are kept since {@code from}
   * @param selections parts of the blocks; the same node, or all, in each. A selection without a name gives shares: the requests,
   *     page views and opened connections of its 8 busiest names and of {@code other}, summed over protocols
   */
  public List<Block> blocks(Instant from, Instant to, Duration width, List<Selection> selections) {
    Range range = range(from, to);
    boolean inMemory = width.compareTo(RollupWidth.MINUTE.length()) < 0;
    RollupWidth rows = inMemory ? null : Steps.widest(width, range.from, range.now);
    if (inMemory) {
      checkSeconds(range, width, selections);
    } else if (rows == null) {
      throw new HistoryQuestionException(
          "width",
          width + " since " + range.from
              + " (expected: a multiple of 1 min in the last 48 h, of 15 min in the last 30 days, or of 1 h)");
    }
    if (Duration.between(range.from, range.to).dividedBy(width) > MOST_BLOCKS) {
      throw new HistoryQuestionException(
          "width", width + " (expected: at most " + MOST_BLOCKS + " periods in the range)");
    }
    Range aligned = range.alignedTo(width, rows);
    Steps.Choice choice = new Steps.Choice(width, rows);
    NavigableMap<Long, Found> found = inMemory
        ? seconds(aligned, width)
        : rows(
            aligned,
            choice,
            selections.stream().filter(each -> each.name() != null).toList(),
            List.of(Measure.values()),
            List.of(Spread.values()));
    if (!inMemory) {
      selections.stream()
          .filter(each -> each.name() == null)
          .forEach(each -> addShares(found, aligned, choice, each));
    }
    List<Block> blocks = new ArrayList<>();
    found.forEach((start, each) -> {
      if (each.observedMillis() > 0) {
        blocks.add(each.block(Instant.ofEpochMilli(start), width));
      }
    });
    return blocks;
  }

  private void checkSeconds(Range range, Duration width, List<Selection> selections) {
    if (width.compareTo(SECOND) < 0 || SECOND.toMillis() * 60 % width.toMillis() != 0) {
      throw new HistoryQuestionException("width", width + " (expected: 1 s or more)");
    }
    for (Selection selection : selections) {
      if (!hasSeconds(range, selection)) {
        throw new HistoryQuestionException(
            "width",
            width
                + " (expected: 1 min or more, except for the last hour of the whole of one node)");
      }
    }
  }

  /** Returns the names of listeners or sites that have counts, in order. */
  public List<String> names(Scope scope) {
    return counted().names(RollupWidth.HOUR, scope.token());
  }

  /** Returns the ids of the nodes that counted in this time, in order. */
  public List<String> nodes(Instant from, Instant to) {
    Range range = range(from, to);
    Set<String> nodes = new TreeSet<>();
    RollupWidth width = Duration.between(range.from, range.to).compareTo(Duration.ofDays(2)) > 0
        ? RollupWidth.DAY
        : RollupWidth.HOUR;
    observed(counted(), range.widenedTo(width.length()), width, width.length(), null)
        .forEach(sum -> nodes.add(sum.node()));
    return List.copyOf(nodes);
  }

  /** Returns the time of the first count that is kept: to the minute in a history younger than two days, else to the hour. */
  public Optional<Instant> firstAt() {
    HistoryStore counts = counted();
    Optional<Instant> hour = counts.first(RollupWidth.HOUR, Scope.ALL.token(), "");
    Optional<Instant> minute = counts.first(RollupWidth.MINUTE, Scope.ALL.token(), "");
    return hour.map(first -> minute
        .filter(each -> each.isBefore(first.plus(RollupWidth.HOUR.length())))
        .orElse(first));
  }

  /** Returns the time of the first second of the whole gateway in memory; empty if other nodes count, too. */
  public Optional<Instant> secondsFrom() {
    OptionalLong first = recorder.lastHour().first();
    if (first.isEmpty() || !hasSeconds(clock.instant())) {
      return Optional.empty();
    }
    return Optional.of(Instant.ofEpochMilli(first.getAsLong()));
  }

  private HistoryStore counted() {
    Store target = store.get();
    StoreException replaced = target.standsInFor();
    if (replaced != null) {
      // Its replacement in memory has no counts, and an empty chart would be wrong.
      throw replaced;
    }
    return target.history();
  }

  /**
   * Returns true if memory has the seconds of the whole gateway since this time: it is in the last hour, no other node counts, and
   * the store has no minutes of an earlier process since then.
   */
  boolean hasSeconds(Instant from) {
    Instant now = clock.instant();
    return hasSeconds(new Range(from, now, now), Selection.WHOLE);
  }

  private boolean hasSeconds(Range range, Selection selection) {
    Instant oldest = range.now.minus(RollupWidth.HOUR.length()).minus(Duration.ofMinutes(1));
    return selection.scope() == Scope.ALL
        && !range.from.isBefore(oldest)
        && (selection.node() == null
            ? isAlone(range.now)
            : selection.node().equals(recorder.node()))
        && !hasEarlierMinutes(range, selection.node());
  }

  /** Returns true if the store has minutes of this range from before the start of this process. */
  private boolean hasEarlierMinutes(Range range, @Nullable String node) {
    OptionalLong first = recorder.lastHour().first();
    Duration minute = RollupWidth.MINUTE.length();
    long from = Steps.floor(range.from.toEpochMilli(), minute);
    long to = Steps.floor(first.orElse(range.now.toEpochMilli()), minute);
    if (recorder.lastHour().isFull() || from >= to) {
      return false;
    }
    Range earlier = new Range(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to), range.now);
    try {
      return !observed(counted(), earlier, RollupWidth.MINUTE, minute, node).isEmpty();
    } catch (StoreException e) {
      return false;
    }
  }

  /** Returns true if no other node counted recently, or if the store cannot report any. */
  private boolean isAlone(Instant now) {
    Range recent = new Range(now.minus(RECENT), now, now);
    try {
      return observed(
              counted(),
              recent.widenedTo(RollupWidth.HOUR.length()),
              RollupWidth.HOUR,
              RollupWidth.HOUR.length(),
              null)
          .stream()
          .allMatch(sum -> sum.node().equals(recorder.node()));
    } catch (StoreException e) {
      return true;
    }
  }

  private static List<NodeSum> observed(
      HistoryStore from, Range range, RollupWidth width, Duration step, @Nullable String node) {
    return from.byNode(
        new RollupQuery(width, range.from, range.to, step, Scope.ALL.token(), "", node),
        Part.NO_PROTOCOL,
        Measure.OBSERVED_MILLIS.column());
  }

  /** The counts of one step while they are collected. */
  private static final class Found {
    private final Map<Part, Counts> parts = new HashMap<>();
    private final Map<String, Long> observed = new HashMap<>();

    long observedMillis() {
      return observed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the time in which at least one node counted, see {@link Series.Point}. */
    long countedMillis(Duration step) {
      long longest = observed.values().stream().mapToLong(Long::longValue).max().orElse(0);
      boolean together =
          observed.values().stream().allMatch(each -> longest - each <= longest * SAME_TIME);
      return together ? longest : Math.max(longest, Math.min(step.toMillis(), observedMillis()));
    }

    Counts counts(Part part) {
      return parts.computeIfAbsent(part, each -> new Counts());
    }

    Block block(Instant start, Duration width) {
      Map<Part, Tally> tallies = new HashMap<>();
      parts.forEach(
          (part, counts) -> counts.addTo(tallies.computeIfAbsent(part, p -> new Tally())));
      return new Block(start, width, tallies, observed);
    }
  }

  private NavigableMap<Long, Found> seconds(Range range, Duration step) {
    NavigableMap<Long, Found> found = new TreeMap<>();
    recorder
        .lastHour()
        .sums(range.from.toEpochMilli(), range.to.toEpochMilli(), step.toMillis())
        .forEach((start, sum) -> {
          Found each = new Found();
          each.parts.putAll(sum.parts());
          each.parts
              .computeIfAbsent(Part.whole(Part.NO_PROTOCOL), part -> new Counts())
              .add(Measure.OBSERVED_MILLIS, sum.observedMillis());
          each.observed.put(recorder.node(), sum.observedMillis());
          found.put(start, each);
        });
    return found;
  }

  private NavigableMap<Long, Found> rows(
      Range range,
      Steps.Choice choice,
      List<Selection> selections,
      Collection<Measure> measures,
      Collection<Spread> spreads) {
    RollupWidth width = Objects.requireNonNull(choice.width());
    HistoryStore counts = counted();
    NavigableMap<Long, Found> found = new TreeMap<>();
    String node = selections.isEmpty() ? null : selections.get(0).node();
    observed(counts, range, width, choice.step(), node)
        .forEach(sum -> found
            .computeIfAbsent(sum.start().toEpochMilli(), start -> new Found())
            .observed
            .put(sum.node(), sum.value()));
    List<Measure> orderedMeasures = List.copyOf(measures);
    List<Spread> orderedSpreads = List.copyOf(spreads);
    RollupColumns columns = HistoryColumns.of(orderedMeasures, orderedSpreads);
    for (Selection each : selections) {
      for (RollupSum sum : counts.sums(query(range, choice, width, each), columns)) {
        Found step = found.get(sum.start().toEpochMilli());
        // Rows whose node was not observing yet: the minute was written between the two queries.
        if (step != null) {
          Part part = new Part(each.scope(), sum.key().name(), sum.key().protocol());
          add(step.counts(part), sum, orderedMeasures, orderedSpreads);
        }
      }
    }
    return found;
  }

  private static RollupQuery query(
      Range range, Steps.Choice choice, RollupWidth width, Selection selection) {
    return new RollupQuery(
        width,
        range.from,
        range.to,
        choice.step(),
        selection.scope().token(),
        selection.name(),
        selection.node());
  }

  /**
   * Adds few counters of each name, as its share of the traffic. Only the busiest names stay apart, and protocols are summed: a
   * {@link Tally} takes 7 KiB, and there are up to 3,000 blocks.
   */
  private void addShares(
      NavigableMap<Long, Found> found, Range range, Steps.Choice choice, Selection selection) {
    RollupWidth width = Objects.requireNonNull(choice.width());
    List<RollupSum> sums = counted()
        .sums(query(range, choice, width, selection), HistoryColumns.of(SHARES, List.of()));
    Map<String, Long> requests = new HashMap<>();
    sums.forEach(sum -> requests.merge(sum.key().name(), sum.counters()[0], Long::sum));
    Set<String> busiest = requests.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_SHARES)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
    for (RollupSum sum : sums) {
      Found step = found.get(sum.start().toEpochMilli());
      if (step != null) {
        String name = busiest.contains(sum.key().name()) ? sum.key().name() : BoundedNames.OTHER;
        Part part = new Part(selection.scope(), name, Part.NO_PROTOCOL);
        add(step.counts(part), sum, SHARES, List.of());
      }
    }
  }

  private static void add(
      Counts counts, RollupSum sum, List<Measure> measures, List<Spread> spreads) {
    for (int i = 0; i < measures.size(); i++) {
      counts.add(measures.get(i), sum.counters()[i]);
    }
    for (int i = 0; i < sum.spreads().size(); i++) {
      counts.add(spreads.get(i), sum.spreads().get(i));
    }
  }

  private record Range(Instant from, Instant to, Instant now) {
    /** Returns the steps that touch this range. */
    Range widenedTo(Duration step) {
      long start = Steps.floor(from.toEpochMilli(), step);
      long last = Steps.floor(to.toEpochMilli() + step.toMillis() - 1, step);
      return new Range(Instant.ofEpochMilli(start), Instant.ofEpochMilli(last), now);
    }

    /** Returns the whole steps from the one that contains the start to the last one that is complete and written. */
    Range alignedTo(Duration step, @Nullable RollupWidth width) {
      Instant written =
          width == null ? now.minus(COUNTED) : RollupWidth.MINUTE.startOf(now.minus(WRITTEN));
      Instant end = to.isAfter(written) ? written : to;
      long start = Steps.floor(from.toEpochMilli(), step);
      long last = Steps.floor(end.toEpochMilli(), step);
      return new Range(
          Instant.ofEpochMilli(start), Instant.ofEpochMilli(Math.max(start, last)), now);
    }
  }

  private Range range(Instant from, Instant to) {
    Instant now = clock.instant();
    if (!from.isBefore(now)) {
      throw new HistoryQuestionException("from", from + " (expected: before now, " + now + ")");
    }
    if (!from.isBefore(to)) {
      throw new HistoryQuestionException("to", to + " (expected: after " + from + ")");
    }
    if (to.isAfter(now.plus(AHEAD))) {
      throw new HistoryQuestionException("to", to + " (expected: not after now, " + now + ")");
    }
    if (from.isBefore(now.minus(LONGEST).minus(RollupWidth.DAY.length()))) {
      throw new HistoryQuestionException(
          "from", from + " (expected: in the last " + LONGEST.toDays() + " days)");
    }
    Instant end = to.isAfter(now) ? now : to;
    return new Range(from, end, now);
  }
}
