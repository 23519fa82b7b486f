package io.lychgate.gateway.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpanQueueTest {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private final SpanQueue queue = new SpanQueue();
  private final Tracer tracer =
      SdkTracerProvider.builder().addSpanProcessor(queue).build().get("test");

  @AfterEach
  void stop() {
    queue.close();
  }

  private void end(int spans) {
    for (int i = 0; i < spans; i++) {
      tracer.spanBuilder("span" + i).startSpan().end();
    }
  }

  /** Takes spans, once it may. */
  private static final class Collector implements SpanExporter {
    private final List<SpanData> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayTake = new CountDownLatch(1);
    private volatile boolean refuses;

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      try {
        mayTake.await();
      } catch (InterruptedException stop) {
        throw new IllegalStateException(stop);
      }
      if (refuses) {
        return CompletableResultCode.ofFailure();
      }
      taken.addAll(spans);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  @Test
  void spansWithoutRoomAreDroppedAndCounted() {
    Collector collector = new Collector();
    queue.use(collector, PATIENCE, 100);

    end(2000);

    // The sender may have taken batches before the queue was full.
    assertThat(queue.dropped()).isPositive();
    collector.mayTake.countDown();
    Await.until(() -> assertThat(queue.exported() + queue.dropped()).isEqualTo(2000));
    assertThat(collector.taken).hasSize((int) queue.exported());
  }

  @Test
  void refusedSpansAreCounted() {
    Collector collector = new Collector();
    collector.refuses = true;
    collector.mayTake.countDown();
    queue.use(collector, PATIENCE, 100);

    end(3);

    Await.until(() -> assertThat(queue.failed()).isEqualTo(3));
    assertThat(queue.exported()).isZero();
  }

  @Test
  void spansThatWaitAreSentAtTheEnd() {
    Collector collector = new Collector();
    collector.mayTake.countDown();
    queue.use(collector, PATIENCE, 100);
    end(50);

    queue.close();

    assertThat(collector.taken).hasSize(50);
  }

  @Test
  void nothingIsKeptWithoutACollector() {
    end(10);

    assertThat(queue.dropped() + queue.exported() + queue.failed()).isZero();
  }
}
