package io.lychgate.gateway.observe.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded queue of spans that wait for the collector, and the thread that sends them. Event loops never wait for it: what has no room
 * is dropped and counted, as is a batch that the collector does not take at the second try.
 */
final class SpanQueue implements SpanProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);

  /** Spans of one request to the collector. The default of OpenTelemetry's own batches. */
  private static final int BATCH = 512;

  /** A person who looks at a trace after a request does not notice this delay. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long CLOSE_MILLIS = 3000;

  private final ConcurrentLinkedQueue<ReadableSpan> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder exported = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile int capacity = 1;
  private volatile @Nullable Collector collector;
  private volatile boolean isClosing;
  private @Nullable Thread thread;
  private long lastComplaint = System.nanoTime() - COMPLAINT_NANOS;

  /** An exporter with the time that it may take. */
  private record Collector(SpanExporter exporter, long patienceNanos) {}

  /** Sends to this exporter from now on; null drops all spans. */
  synchronized void use(@Nullable SpanExporter exporter, long patienceNanos, int newCapacity) {
    Collector before = collector;
    capacity = newCapacity;
    collector = exporter == null ? null : new Collector(exporter, patienceNanos);
    if (before != null) {
      before.exporter.shutdown();
    }
    LockSupport.unpark(thread);
    if (exporter != null && thread == null && !isClosing) {
      Thread made = new Thread(this::run, "lychgate-spans");
      made.setDaemon(true);
      thread = made;
      made.start();
    }
  }

  long exported() {
    return exported.sum();
  }

  /** Returns the number of spans for which there was no room. */
  long dropped() {
    return dropped.sum();
  }

  /** Returns the number of spans that the collector has not taken. */
  long failed() {
    return failed.sum();
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!span.getSpanContext().isSampled() || collector == null) {
      return;
    }
    if (isClosing || size.incrementAndGet() > capacity) {
      size.decrementAndGet();
      dropped.increment();
      return;
    }
    waiting.add(span);
    if (size.get() == BATCH) {
      Thread sender = thread;
      LockSupport.unpark(sender);
    }
  }

  private void run() {
    while (true) {
      boolean last = isClosing; // Read before the queue, so that earlier spans are still sent.
      List<SpanData> batch = nextBatch();
      if (!batch.isEmpty()) {
        send(batch, last);
      } else if (last) {
        return;
      }
      if (collector == null && !isClosing) {
        LockSupport.park(this);
      } else if (batch.size() < BATCH && !isClosing) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private List<SpanData> nextBatch() {
    List<SpanData> batch = new ArrayList<>();
    while (batch.size() < BATCH) {
      ReadableSpan span = waiting.poll();
      if (span == null) {
        break;
      }
      size.decrementAndGet();
      batch.add(span.toSpanData());
    }
    return batch;
  }

  private void send(Collection<SpanData> batch, boolean isLast) {
    Collector to = collector;
    Throwable cause = to == null ? null : export(to, batch);
    if (cause != null && !isLast && to != null) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
      cause = export(to, batch);
    }
    if (to == null || cause != null) {
      failed.add(batch.size());
      complain(cause);
    } else {
      exported.add(batch.size());
    }
  }

  /** Returns null if the collector has taken the spans. */
  private static @Nullable Throwable export(Collector to, Collection<SpanData> batch) {
    try {
      CompletableResultCode result = to.exporter.export(batch);
      result.join(to.patienceNanos, TimeUnit.NANOSECONDS);
      if (result.isSuccess()) {
        return null;
      }
      Throwable cause = result.getFailureThrowable();
      return cause == null ? new IllegalStateException("no response in time") : cause;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private void complain(@Nullable Throwable cause) {
    long now = System.nanoTime();
    if (cause != null && now - lastComplaint >= COMPLAINT_NANOS) {
      lastComplaint = now;
      LOG.warn(
          "tracing: the collector takes no spans ({}), lost so far: {}", cause + "", failed.sum());
    }
  }

  @Override
  public CompletableResultCode shutdown() {
    close();
    return CompletableResultCode.ofSuccess();
  }

  /** Sends what waits, for a short time. */
  @Override
  public void close() {
    Thread sender;
    synchronized (this) {
      isClosing = true;
      sender = thread;
    }
    if (sender != null) {
      LockSupport.unpark(sender);
      try {
        sender.join(CLOSE_MILLIS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
    use(null, 0, 1);
  }
}
