package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.time.Instant;
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
    census = new FakeCensus(start);
    recorder = new HistoryRecorder(
        census::take, protocol -> 0, store, census, () -> NODE, census::nanoTime);
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

  /** Lets minutes and one second pass, and writes the minutes to the store. At most 60, if the store must not lose any. */
  public void minutes(int count, Map<Part, Map<Measure, Long>> countedInEach) {
    for (int minute = 0; minute < count; minute++) {
      countedInEach.forEach((part, counters) ->
          counters.forEach((measure, amount) -> census.add(part, measure, amount)));
      for (int second = 0; second < 60; second++) {
        census.pass(Duration.ofSeconds(1));
        recorder.tick();
      }
    }
    // A minute ends with the first second of the next.
    census.pass(Duration.ofSeconds(1));
    recorder.tick();
    recorder.write();
  }
}
