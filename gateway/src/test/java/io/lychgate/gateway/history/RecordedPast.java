package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A history whose seconds a test makes, up to its present. */
public final class RecordedPast {
  public static final String NODE = "node-1";

  private final FakeCensus census;
  private final HistoryRecorder recorder;
  private final History history;
  private final HistoryEvents events;

  /** @param start the present, until seconds pass */
  public RecordedPast(Supplier<Store> store, Instant start) {
    this(store, start, Map::of);
  }

  /** @param counted real counters besides those that a test adds */
  public RecordedPast(Supplier<Store> store, Instant start, Supplier<Map<Part, Tally>> counted) {
    census = new FakeCensus(start);
    recorder = new HistoryRecorder(
        () -> together(counted.get()), store, census, () -> NODE, census::nanoTime);
    history = new History(store, recorder, census);
    events = new HistoryEvents(store, census);
    recorder.begin();
  }

  public History history() {
    return history;
  }

  public HistoryEvents events() {
    return events;
  }

  public HistoryRecorder recorder() {
    return recorder;
  }

  public Instant present() {
    return census.instant();
  }

  private Census together(Map<Part, Tally> counted) {
    Census made = census.take();
    Map<Part, Tally> parts = new HashMap<>(made.parts());
    parts.putAll(counted);
    return new Census(made.nanoTime(), parts);
  }

  /** Lets these seconds pass. */
  public void seconds(int count) {
    for (int second = 0; second < count; second++) {
      census.pass(Duration.ofSeconds(1));
      recorder.tick();
    }
  }

  /** Lets minutes and one second pass, and writes the minutes to the store. At most 60, if the store must not lose any. */
  public void minutes(int count, Map<Part, Map<Measure, Long>> countedInEach) {
    for (int minute = 0; minute < count; minute++) {
      countedInEach.forEach((part, counters) ->
          counters.forEach((measure, amount) -> census.add(part, measure, amount)));
      seconds(60);
    }
    // A minute ends with the first second of the next.
    seconds(1);
    recorder.write();
  }

  /** Lets minutes pass in which each page view of ten requests opens this many connections, some 8 views each second. */
  public void crowd(int minutes, int connectionsOfView) {
    String protocol = connectionsOfView == 1 ? "h2" : "h1";
    for (int second = 0; second < 60 * minutes; second++) {
      long views = 7L + second % 3;
      census
          .add(Part.whole(protocol), Measure.PAGE_VIEWS, views)
          .add(Part.whole(protocol), Measure.REQUESTS, 10 * views)
          .add(Part.whole(protocol), Measure.OPENED, connectionsOfView * views)
          .add(Part.whole(Part.NO_PROTOCOL), Measure.CPU_NANOS, 1_000_000 * views)
          .add(Part.whole(protocol), Spread.FIRST_BYTE, 900 + second % 40);
      seconds(1);
    }
    recorder.write();
  }
}
