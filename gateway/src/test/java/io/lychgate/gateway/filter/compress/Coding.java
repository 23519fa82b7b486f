package io.lychgate.gateway.filter.compress;

import com.github.luben.zstd.ZstdInputStream;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.CompressCoding;
import io.lychgate.gateway.observe.count.CompressCoding.Work;
import io.lychgate.gateway.testkit.BrotliBytes;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/** The coders of one event loop for tests, and the decoders of other libraries. */
final class Coding implements AutoCloseable {
  /** So long that each body is coded in one turn. */
  static final long WHOLE_BODY = TimeUnit.HOURS.toNanos(1);

  /** So short that each piece takes a turn. */
  static final long ONE_PIECE = 1;

  final EventLoop loop = new DefaultEventLoop();
  final LoopObserver observer;
  final LoopCoders coders;

  /** @param nanosOfTurn the time for coding in one turn: 1 for one piece, a large number for all pieces */
  Coding(long nanosOfTurn) {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    observer = new Observatory(List.of(loop), Ticker.system()).of(loop);
    coders = new LoopCoders(loop, clock, new FlushQueue(loop, clock), observer, nanosOfTurn);
  }

  /** A task of a test. */
  interface Task {
    void run() throws Exception;
  }

  /** Runs the task on the loop, and fails as it does. */
  void onLoop(Task task) throws Exception {
    fromLoop(() -> {
      task.run();
      return true;
    });
  }

  /** Runs the task on the loop, and returns its result. */
  <T> T fromLoop(Callable<T> task) throws Exception {
    try {
      return loop.submit(task).get(30, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(failed.getCause());
    }
  }

  /** Returns the number of coders in use. */
  long open() {
    long open = 0;
    for (CompressCoding coding : CompressCoding.values()) {
      open += observer.get(Work.BEGUN, coding) - observer.get(Work.ENDED, coding);
    }
    return open;
  }

  /** Decodes a whole body with the usual library. */
  static byte[] decoded(ContentCoding coding, byte[] body) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(body);
    try (InputStream decoder = switch (coding) {
      case GZIP -> new GZIPInputStream(in);
      case BROTLI -> new ByteArrayInputStream(BrotliBytes.decoded(body));
      case ZSTD -> new ZstdInputStream(in);
      case IDENTITY -> in;
    }) {
      return decoder.readAllBytes();
    }
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    coders.close();
  }
}
