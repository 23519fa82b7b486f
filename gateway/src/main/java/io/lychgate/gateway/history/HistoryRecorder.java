package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the counters each second on a thread of its own, keeps the last hour in memory, and passes each minute to the store. A
 * crash loses the minute in progress and those that wait for an unavailable store.
 */
public final class HistoryRecorder implements AutoCloseable {
  /** Author of the events of the gateway. */
  public static final String AUTHOR = "gateway";

  static final int LONGEST_TEXT = 500;

  private static final Logger LOG = LoggerFactory.getLogger(HistoryRecorder.class);
  private static final long SECOND_MILLIS = 1_000;

  /** A tick just before the full second is followed by the one after it, not by one a millisecond later. */
  private static final long LEAST_PAUSE_MILLIS = 100;

  /** A clock that steps again and again is reported once in this time. */
  private static final Duration STEP_REPORTS = Duration.ofMinutes(1);

  private static final Duration LAST_TICK = Duration.ofSeconds(2);

  private final Supplier<Census> censuses;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Supplier<String> node;
  private final LastHour lastHour = new LastHour();
  private final HistoryWriter writer;
  private final MinuteCounter counter;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "lychgate-history");
  private @Nullable Long stepReportedAt; // Accessed by the thread of the ticks only.
  private boolean hasFailed; // Accessed by the thread of the ticks only.

  /**
   * Counts from now on. Call {@link #start()} when the clock of the store is known.
   *
   * @param censuses all counters of this process, by a call from any thread
   * @param store the store in use; it may be replaced at any time
   * @param clock the clock of the store's database
   * @param node id of this node in the store
   */
  public HistoryRecorder(
      Supplier<Census> censuses,
      Supplier<Store> store,
      InstantSource clock,
      Supplier<String> node) {
    this(censuses, store, clock, node, System::nanoTime);
  }

  HistoryRecorder(
      Supplier<Census> censuses,
      Supplier<Store> store,
      InstantSource clock,
      Supplier<String> node,
      LongSupplier nanoTime) {
    this.censuses = censuses;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.node = node;
    this.writer = new HistoryWriter(store, node);
    this.counter = new MinuteCounter(new Results());
    thread.setDaemon(true);
  }

  private final class Results implements MinuteCounter.Sink {
    @Override
    public void minute(long start, List<RollupRow> rows) {
      writer.add(start, rows);
    }

    @Override
    public void second(long start, long observedMillis, List<RollupRow> rows) {
      lastHour.add(start, observedMillis, rows);
    }

    @Override
    public void clockStepped(long millis) {
      long now = nanoTime.getAsLong();
      if (stepReportedAt == null || now - stepReportedAt >= STEP_REPORTS.toNanos()) {
        stepReportedAt = now;
        String direction = millis > 0 ? "forward" : "backward";
        String text = "The clock stepped " + direction + " by " + Math.abs(millis) / 1000.0 + " s.";
        LOG.warn("history: {}", text);
        record(EventKind.CLOCK, "", text);
      }
    }
  }

  /** Starts both threads. */
  public void start() {
    begin();
    writer.start();
    thread.start();
  }

  /** Begins to count without threads: a test calls {@link #tick()}. */
  void begin() {
    counter.start(nanoTime.getAsLong(), clock.millis());
  }

  private void run() {
    try {
      while (!closing.await(untilNextSecond(), TimeUnit.MILLISECONDS)) {
        tick();
      }
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long untilNextSecond() {
    long rest = SECOND_MILLIS - Math.floorMod(clock.millis(), SECOND_MILLIS);
    return rest < LEAST_PAUSE_MILLIS ? rest + SECOND_MILLIS : rest;
  }

  void tick() {
    try {
      counter.tick(censuses.get(), clock.millis());
      hasFailed = false;
    } catch (RuntimeException e) {
      if (!hasFailed) {
        LOG.error("history: a second could not be counted; the next one includes it", e);
      }
      hasFailed = true;
    }
  }

  /** Passes the part of the minute that has passed to the writer. */
  void end() {
    tick();
    counter.endMinute();
  }

  /** Writes what waits. Returns false if the store refused it. For tests without threads. */
  boolean write() {
    return writer.writeAll();
  }

  /**
   * Adds an event of this node at the present time. Any thread may call; the event waits in memory until the store can be written.
   *
   * @param subject the listener, manifest or certificate; empty if there is none
   * @param text one line; cut after 500 characters
   */
  public void record(EventKind kind, String subject, String text) {
    record(UUID.randomUUID().toString(), node.get(), kind, subject, text);
  }

  /**
   * Adds an event of the whole fleet. Each node may add it: the store keeps the first with this id.
   *
   * @param id the same on all nodes
   */
  public void recordOnce(String id, EventKind kind, String subject, String text) {
    record(id, "", kind, subject, text);
  }

  private void record(String id, String ofNode, EventKind kind, String subject, String text) {
    writer.add(new StoredEvent(
        id,
        Instant.ofEpochMilli(clock.millis()),
        ofNode,
        kind.token(),
        subject,
        text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text,
        AUTHOR,
        false));
  }

  /** Returns the number of minutes that wait for the store. */
  public int waitingMinutes() {
    return writer.waitingMinutes();
  }

  /** Returns the number of minutes that were lost since the start, because the store was not available for too long. */
  public long lostMinutes() {
    return writer.lostMinutes();
  }

  /** Returns the reason for which minutes wait for the store; null if it takes them. */
  public @Nullable String complaint() {
    return writer.failure();
  }

  LastHour lastHour() {
    return lastHour;
  }

  String node() {
    return node.get();
  }

  /** Writes the part of the minute that has passed. Call before the store closes. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(LAST_TICK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writer.close();
  }
}
