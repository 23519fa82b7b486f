package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.ResponseEnd;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.TimingRow;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.store.ViewSamples;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that joins pages and reports, writes the views to the store, and sums them. While the store is not available, rows wait up to a
 * limit; more are dropped and counted.
 */
public final class TimingWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TimingWriter.class);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long SUMS_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long TRIM_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long CLOSE_MILLIS = 5_000;

  /** Rows of one transaction: some 10 ms. */
  private static final int BATCH = 1_000;

  /** Rows that wait for the store: some 20 MB. */
  static final int MAX_ROWS = 20_000;

  /** Widths of the sums. Longer ranges are read from the wider ones. */
  static final Duration[] WIDTHS = {Duration.ofMinutes(5), Duration.ofHours(1)};

  /** Time for which sums are kept. */
  public static final Duration SUMS_KEPT = Duration.ofDays(90);

  private final PageTimings timings;
  private final Supplier<Store> store;
  private final Supplier<String> node;
  private final Supplier<Map<String, Duration>> retention;
  private final InstantSource clock;
  private final Duration otherRetention;
  private final String writer = UUID.randomUUID().toString();
  private final WaterfallWriter waterfalls;
  private final KnownViews known = new KnownViews();
  private final ArrayDeque<Row> rows = new ArrayDeque<>();
  private final @Nullable SumWindow[] windows = new SumWindow[WIDTHS.length];
  private final List<SumWindow> ended = new ArrayList<>();
  private final List<Integer> endedWidths = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "lychgate-timings");
  private volatile boolean isClosing;
  private volatile boolean isStarted;
  private boolean isFailing;
  private long lastSums = System.nanoTime();
  private long lastTrim = System.nanoTime();

  /** The last deletion has left old rows. */
  private boolean hasOldRows;

  /** A row that waits for the store. */
  private record Row(ViewSample sample, boolean isView) {}

  /**
   * @param node returns the id of this gateway
   * @param retention returns the time for which views of a site are kept, by site
   * @param otherRetention time for which views of other sites are kept
   */
  public TimingWriter(
      PageTimings timings,
      Supplier<Store> store,
      Supplier<String> node,
      Supplier<Map<String, Duration>> retention,
      Duration otherRetention,
      InstantSource clock) {
    this.timings = timings;
    this.waterfalls = new WaterfallWriter(timings.lanes());
    this.store = store;
    this.node = node;
    this.retention = retention;
    this.otherRetention = otherRetention;
    this.clock = clock;
    thread.setDaemon(true);
  }

  /** Starts the thread. Later calls have no effect. */
  public synchronized void start() {
    if (!isStarted) {
      isStarted = true;
      thread.start();
    }
  }

  private void run() {
    while (!isClosing) {
      look();
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
    look();
    writeSums();
  }

  private void look() {
    try {
      boolean hasMore;
      do {
        hasMore = takeEvents();
        known.expire(clock.millis() - PageTimings.MAX_AGE.toMillis(), this::unreported);
        waterfalls.collect(System.nanoTime());
        writeRows();
      } while (hasMore && !isClosing);
      long now = System.nanoTime();
      if (now - lastSums >= SUMS_NANOS) {
        lastSums = now;
        writeSums();
      }
      if (hasOldRows || now - lastTrim >= TRIM_NANOS) {
        lastTrim = now;
        hasOldRows = trim();
      }
    } catch (RuntimeException e) {
      // An exception would end the thread silently.
      LOG.error("timings: not written", e);
    }
  }

  /** Returns true if more events may wait. */
  private boolean takeEvents() {
    for (int i = 0; i < BATCH; i++) {
      TimingEvent event = timings.poll();
      if (event == null) {
        return false;
      }
      if (event instanceof TimingEvent.Sent sent) {
        sent(sent);
      } else if (event instanceof TimingEvent.Reported reported) {
        reported(reported);
      }
    }
    return true;
  }

  private void sent(TimingEvent.Sent page) {
    if (page.how() == ResponseEnd.WHOLE) {
      known.sent(page);
    } else {
      ownRow(page, page.how() == ResponseEnd.CUT ? "truncated" : "abandoned");
    }
  }

  private void unreported(TimingEvent.Sent page) {
    ownRow(page, "unreported");
  }

  /** A row without a report. */
  private void ownRow(TimingEvent.Sent page, String outcome) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    boolean isReported = known.isReported(page.view().id());
    known.countedByGateway(page.view().id());
    Browser none = new Browser("", "other", "other", "unknown", 0, 0);
    add(row(page.view(), outcome, "cold", none, 0, times, -1), !isReported);
  }

  /** The facts that only the browser knows. */
  private record Browser(
      String nextHop, String device, String name, String network, int usedEarly, int failed) {}

  private void reported(TimingEvent.Reported event) {
    MeasuredView view = event.view();
    Report report = event.report();
    ReportOutcome exclusion = event.exclusion();
    boolean isNoView = exclusion == ReportOutcome.BACKGROUND;
    if (!known.isNew(view.id(), isNoView ? ViewSample.LOAD | ViewSample.END : report.parts())) {
      timings.count(ReportOutcome.REPLAYED);
      return;
    }
    TimingEvent.Sent page = known.take(view);
    if (exclusion != null) {
      timings.count(exclusion);
      timings.lanes().drop(view.id());
      return;
    }
    waterfalls.reported(event, System.nanoTime());
    boolean hasLoad = (report.parts() & ViewSample.LOAD) != 0;
    Browser browser = new Browser(
        report.nextHop(),
        event.device(),
        event.browser(),
        report.network(),
        report.early(),
        report.failed());
    add(
        row(
            view,
            hasLoad ? outcome(view, report, page) : "loaded",
            cacheState(report),
            browser,
            report.parts(),
            report.times(),
            hasLoad ? report.bytes() : -1),
        hasLoad && !known.isCountedByGateway(view.id()));
  }

  private static String outcome(MeasuredView view, Report report, TimingEvent.@Nullable Sent page) {
    long expected = page == null ? view.length() : page.bytes();
    boolean isShort = report.bytes() >= 0 && report.bytes() < expected;
    if (report.isLoaded() && isShort) {
      return "truncated";
    }
    if (report.failed() > 0) {
      return "failed";
    }
    return report.isLoaded() ? "loaded" : "abandoned";
  }

  /** Cold if the cache served at most half of the page's own resources; else warm, or revalidated if most of those took a request. */
  private static String cacheState(Report report) {
    int held = report.fromCache() + report.revalidated();
    if (2 * held <= report.statics()) {
      return "cold";
    }
    return report.revalidated() > report.fromCache() ? "revalidated" : "warm";
  }

  private ViewSample row(
      MeasuredView view,
      String outcome,
      String cacheState,
      Browser browser,
      int parts,
      double[] times,
      long bytes) {
    return new ViewSample(
        view.id(),
        view.at(),
        node.get(),
        view.site(),
        view.route(),
        view.page(),
        view.revision(),
        view.protocol(),
        browser.nextHop(),
        outcome,
        cacheState,
        browser.device(),
        browser.name(),
        browser.network(),
        view.hints(),
        view.pushes(),
        browser.usedEarly(),
        browser.failed(),
        parts,
        times,
        bytes,
        view.arms());
  }

  private void add(ViewSample sample, boolean isView) {
    rows.add(new Row(sample, isView));
    if (rows.size() > MAX_ROWS) {
      Row lost = rows.remove();
      if (lost.sample().reported() != 0) {
        timings.count(ReportOutcome.NO_ROOM);
      }
    }
  }

  private void writeRows() {
    try {
      Store target = store.get();
      if (target.standsInFor() != null) {
        return;
      }
      while (!rows.isEmpty()) {
        writeBatch(target.views());
      }
      waterfalls.write(target.waterfalls());
      isFailing = false;
    } catch (StoreException e) {
      if (!isFailing) {
        LOG.warn(
            "timings: page views wait in memory, at most {}, until the store can be written: {}",
            MAX_ROWS,
            e.getMessage());
      }
      isFailing = true;
    }
  }

  private void writeBatch(ViewSamples views) {
    List<Row> batch = rows.stream().limit(BATCH).toList();
    boolean[] fresh = views.append(batch.stream().map(Row::sample).toList());
    for (int i = 0; i < fresh.length; i++) {
      Row row = rows.remove();
      boolean isReport = row.sample().reported() != 0;
      if (fresh[i]) {
        sum(row);
      }
      if (isReport) {
        timings.count(fresh[i] ? ReportOutcome.TAKEN : ReportOutcome.REPLAYED);
      }
    }
  }

  private void sum(Row row) {
    long now = clock.millis();
    for (int i = 0; i < WIDTHS.length; i++) {
      long start = now - now % WIDTHS[i].toMillis();
      SumWindow window = windows[i];
      if (window == null || window.start() != start) {
        if (window != null) {
          ended.add(window);
          endedWidths.add(i);
        }
        window = new SumWindow(start);
        windows[i] = window;
      }
      window.add(row.sample(), row.isView());
    }
  }

  private void writeSums() {
    try {
      Store target = store.get();
      if (target.standsInFor() != null) {
        return;
      }
      while (!ended.isEmpty()) {
        write(target.views(), endedWidths.get(0), ended.get(0));
        ended.remove(0);
        endedWidths.remove(0);
      }
      for (int i = 0; i < WIDTHS.length; i++) {
        SumWindow window = windows[i];
        if (window != null) {
          write(target.views(), i, window);
        }
      }
    } catch (StoreException e) {
      LOG.debug("timings: sums not written: {}", e.getMessage());
      while (ended.size() > 2 * WIDTHS.length) {
        ended.remove(0);
        endedWidths.remove(0);
      }
    }
  }

  private void write(ViewSamples views, int width, SumWindow window) {
    List<TimingRow> changed = window.changed();
    try {
      views.sums(writer, (int) WIDTHS[width].toSeconds(), changed);
    } catch (StoreException e) {
      window.putBack(changed);
      throw e;
    }
  }

  /** Returns true if there may be more old rows: one deletion is short, so that reports do not wait for it. */
  private boolean trim() {
    Store target = store.get();
    if (target.standsInFor() != null) {
      return false;
    }
    try {
      long now = clock.millis();
      Map<String, Duration> bySite = retention.get();
      boolean hasMore = false;
      for (Map.Entry<String, Duration> site : bySite.entrySet()) {
        long before = now - site.getValue().toMillis();
        target.waterfalls().deleteBefore(site.getKey(), List.of(), before);
        hasMore |= target.views().deleteBefore(site.getKey(), List.of(), before)
            >= ViewSamples.DELETED_AT_ONCE;
      }
      List<String> sites = List.copyOf(bySite.keySet());
      long before = now - otherRetention.toMillis();
      target.waterfalls().deleteBefore(null, sites, before);
      target.waterfalls().keepNewest(WaterfallWriter.MAX_KEPT);
      hasMore |= target.views().deleteBefore(null, sites, before) >= ViewSamples.DELETED_AT_ONCE;
      if (!hasOldRows) {
        target.views().deleteSumsBefore(now - SUMS_KEPT.toMillis());
      }
      return hasMore;
    } catch (StoreException e) {
      LOG.debug("timings: old views not deleted: {}", e.getMessage());
      return false;
    }
  }

  /** Writes what waits if the store responds, then ends. */
  @Override
  public void close() {
    isClosing = true;
    if (!isStarted) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
