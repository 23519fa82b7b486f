package io.lychgate.gateway.upstream.limit;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * A limit of the requests without a response head that follows the latency of the upstream, as those of Envoy [1] and Netflix [2].
 * Requests that a server cannot serve at once wait in it, and their latency grows. The ratio of the least latency to the present one,
 * the gradient, is lower the more requests queue:
 *
 * <pre>
 *   gradient = TOLERANCE * least / present, from 0.5 to 1
 *   limit    = gradient * limit + sqrt(limit)
 * </pre>
 *
 * <p>The root leaves room to find out that there is more capacity. The limit begins at the minimum and doubles until the gradient
 * falls below 1 for the first time. It grows only while requests use at least half of it. Latencies are means of a window, because
 * the least single latency is that of the cheapest request.
 *
 * <p>An upstream may become slower for good. About every 30 s the limit is halved for two windows: in the first one the queues
 * empty, and the mean of the second one is the new least latency.
 *
 * <p>The path of a request has one atomic increment and no lock. The loop that ends a window computes the next limit. Any thread.
 *
 * <p>[1] Envoy, adaptive concurrency filter, gradient controller. [2] Netflix, concurrency-limits, Gradient2Limit.
 */
public final class GradientLimit {
  /** Nanoseconds of a window at least. */
  static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Samples of a window at least. A mean of fewer is noise. */
  static final int MIN_SAMPLES = 10;

  /** Nanoseconds between two measurements of the least latency, changed at random by a fifth. */
  static final long MEASURE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Latency relative to the least one up to which no queue is assumed. The default of Netflix. */
  private static final double TOLERANCE = 1.5;

  /** The part of a lower limit that takes effect with one window. */
  private static final double FALL = 0.5;

  private final int min;
  private final int max;
  private final DoubleSupplier chance;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder samples = new LongAdder();
  private final LongAdder nanosSum = new LongAdder();
  private final AtomicBoolean isUpdating = new AtomicBoolean();
  private final AtomicInteger published = new AtomicInteger();
  private volatile int limit;
  private volatile int peak;
  private volatile long windowEndNanos;

  // Written only by the thread that has set isUpdating.
  private Phase phase = Phase.STEADY;
  private double exact;
  private boolean isStarting = true;
  private double leastNanos;
  private long measureAtNanos;

  /** The measurement of the least latency. */
  private enum Phase {
    /** No measurement is in progress. */
    STEADY,
    /** The limit is low; the servers still work on requests from before. */
    EMPTYING,
    /** The limit is low, and this window is the measurement. */
    MEASURING
  }

  public GradientLimit(int min, int max, long nowNanos) {
    this(min, max, nowNanos, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Creates a limit whose chance is known.
   *
   * @param chance returns a number of at least 0 and below 1 for each pause between two measurements
   */
  GradientLimit(int min, int max, long nowNanos, DoubleSupplier chance) {
    this.min = min;
    this.max = max;
    this.chance = chance;
    this.exact = min;
    this.limit = min;
    this.windowEndNanos = nowNanos + WINDOW_NANOS;
    this.measureAtNanos = nextMeasurement(nowNanos);
  }

  /** Admits a request, until {@link #ended}. Returns false if the limit is reached. */
  public boolean tryBegin() {
    int now = inFlight.incrementAndGet();
    if (now > limit) {
      inFlight.decrementAndGet();
      peak = limit;
      return false;
    }
    if (now > peak) {
      // Loops may overwrite each other; the next request corrects it.
      peak = now;
    }
    return true;
  }

  /** The request has its response head, or has ended without one. */
  public void ended() {
    inFlight.decrementAndGet();
  }

  /**
   * Reports a latency.
   *
   * @param nanos from the end of the request to the response head
   * @return the change of the limit, for metrics; in most calls 0
   */
  public int sample(long nanos, long nowNanos) {
    nanosSum.add(nanos);
    samples.increment();
    if (nowNanos - windowEndNanos < 0
        || samples.sum() < MIN_SAMPLES
        || !isUpdating.compareAndSet(false, true)) {
      return 0;
    }
    try {
      return windowEnded(nowNanos);
    } finally {
      isUpdating.set(false);
    }
  }

  private int windowEnded(long nowNanos) {
    long number = samples.sumThenReset();
    long sum = nanosSum.sumThenReset();
    if (number == 0) {
      return 0;
    }
    update((double) sum / number, nowNanos);
    peak = inFlight.get();
    windowEndNanos = nowNanos + WINDOW_NANOS;
    int now = (int) (phase == Phase.STEADY ? exact : Math.max(min, exact / 2));
    limit = now;
    return now - published.getAndSet(now);
  }

  private void update(double meanNanos, long nowNanos) {
    switch (phase) {
      case EMPTYING -> phase = Phase.MEASURING;
      case MEASURING -> {
        phase = Phase.STEADY;
        leastNanos = meanNanos;
        measureAtNanos = nextMeasurement(nowNanos);
      }
      case STEADY -> {
        adapt(meanNanos);
        if (nowNanos - measureAtNanos >= 0) {
          phase = Phase.EMPTYING;
        }
      }
    }
  }

  private void adapt(double meanNanos) {
    leastNanos = leastNanos == 0 ? meanNanos : Math.min(leastNanos, meanNanos);
    double gradient = Math.max(0.5, Math.min(1, TOLERANCE * leastNanos / meanNanos));
    isStarting &= gradient == 1;
    double next = isStarting ? 2 * exact : gradient * exact + Math.sqrt(exact);
    if (next < exact) {
      exact += FALL * (next - exact);
    } else if (2 * peak >= limit) {
      exact = next;
    }
    exact = Math.max(min, Math.min(max, exact));
  }

  private long nextMeasurement(long nowNanos) {
    double change = 0.8 + 0.4 * chance.getAsDouble();
    return nowNanos + (long) (change * MEASURE_NANOS);
  }

  /** Returns the present limit. */
  public int limit() {
    return limit;
  }

  /** Returns the change of the limit in metrics when it is no longer used. */
  public int withdrawn() {
    return -published.getAndSet(0);
  }
}
