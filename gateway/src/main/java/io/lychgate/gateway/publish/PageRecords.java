package io.lychgate.gateway.publish;

import io.lychgate.gateway.config.PublishingConfig;
import io.lychgate.gateway.store.RecordedHour;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the page views of this process by hour, and keeps them in the store. Works only while recording is on. */
public final class PageRecords implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PageRecords.class);
  private static final long DRAIN_MILLIS = 250;
  private static final int DRAINS_PER_WRITE = 20;

  /** Hours of all processes that one dry run reads. */
  private static final int MOST_HOURS = 1000;

  private final PageRecorder recorder;
  private final Supplier<PublishingConfig> config;
  private final Supplier<Store> store;
  private final String instance;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("lychgate-pages", true));

  // Guarded by this.
  private PageSample sample = new PageSample(1);
  private Instant hour = Instant.EPOCH;
  private @Nullable ScheduledFuture<?> draining;
  private boolean isWritten = true;
  private int drains;

  public PageRecords(
      PageRecorder recorder,
      Supplier<PublishingConfig> config,
      Supplier<Store> store,
      String instance) {
    this.recorder = recorder;
    this.config = config;
    this.store = store;
    this.instance = instance;
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    // While recording is off there is no thread.
    thread.setKeepAliveTime(1, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  public void start() {
    follow();
    if (!isOn()) {
      // An earlier process may have recorded.
      thread.execute(this::clear);
    }
  }

  /** Starts or stops to record, as the configuration states. */
  public synchronized void follow() {
    PublishingConfig.Recording wanted = config.get().record();
    recorder.record(wanted);
    if (wanted == PublishingConfig.Recording.OFF && draining != null) {
      draining.cancel(false);
      draining = null;
      drain();
      sample = new PageSample(1);
      isWritten = true;
      thread.execute(this::clear);
    } else if (wanted != PublishingConfig.Recording.OFF && draining == null) {
      draining = thread.scheduleWithFixedDelay(
          this::turn, DRAIN_MILLIS, DRAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  boolean isOn() {
    return config.get().record() != PublishingConfig.Recording.OFF;
  }

  private void clear() {
    try {
      store.get().records().clear();
    } catch (StoreException e) {
      LOG.warn(
          "recorded page views are not removed yet, they expire by themselves: {}", e.getMessage());
    }
  }

  private void turn() {
    try {
      synchronized (this) {
        drain();
        if (++drains < DRAINS_PER_WRITE) {
          return;
        }
        drains = 0;
      }
      write();
    } catch (RuntimeException e) {
      // An exception would end the schedule silently.
      LOG.error("page views can't be recorded", e);
    }
  }

  private synchronized void drain() {
    Instant now = store.get().clock().instant().truncatedTo(ChronoUnit.HOURS);
    if (!now.equals(hour)) {
      write();
      hour = now;
      sample = new PageSample(config.get().sample());
    }
    long before = sample.sampled();
    sample.counted(recorder.drain(page -> sample.add(page, 1)));
    isWritten &= sample.sampled() == before;
  }

  private synchronized void write() {
    if (isWritten || store.get().readOnly() != null) {
      return;
    }
    try {
      store
          .get()
          .records()
          .put(new RecordedHour(
              instance, hour, sample.views(), sample.sampled(), PageCode.encode(sample.counts())));
      isWritten = true;
    } catch (StoreException e) {
      LOG.debug("page views wait for the store: {}", e.getMessage());
    }
  }

  /**
   * Returns what all processes have recorded since this time, with the last moment of this one. The page views are decoded hour by hour,
   * because those of a fleet may not fit into memory together.
   */
  List<RecordedHour> since(Instant from) {
    if (isOn()) {
      drain();
      write();
    }
    return store.get().records().since(from, MOST_HOURS);
  }

  /** Returns the page views of one hour of one process. */
  static PageSample decoded(RecordedHour hour) {
    PageSample read = new PageSample(Integer.MAX_VALUE);
    PageCode.decode(hour.body(), read::add);
    read.counted(hour.views());
    return read;
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (isOn()) {
        drain();
        write();
      }
      if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (StoreException e) {
      LOG.debug("the last page views are not kept", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
