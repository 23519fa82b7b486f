package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlushQueueTest {
  private final EventLoop loop = new DefaultEventLoop();
  private final FlushQueue queue = new FlushQueue(loop, new LoopClock(loop, new FakeTicker()));

  @AfterEach
  void close() {
    loop.shutdownGracefully();
  }

  @Test
  void failingFlushDoesNotPreventOthers() throws Exception {
    CompletableFuture<Boolean> sameRound = new CompletableFuture<>();
    CompletableFuture<Boolean> laterRound = new CompletableFuture<>();

    loop.execute(() -> {
      queue.add(new Flush(() -> {
        throw new IllegalStateException("no memory");
      }));
      queue.add(new Flush(() -> sameRound.complete(true)));
    });
    assertThat(sameRound.get(10, TimeUnit.SECONDS)).isTrue();
    loop.execute(() -> queue.add(new Flush(() -> laterRound.complete(true))));

    assertThat(laterRound.get(10, TimeUnit.SECONDS)).isTrue();
  }

  private static final class Flush extends FlushQueue.Flushable {
    private final Runnable action;

    Flush(Runnable action) {
      this.action = action;
    }

    @Override
    protected void flushNow() {
      action.run();
    }
  }
}
