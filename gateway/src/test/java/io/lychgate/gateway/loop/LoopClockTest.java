package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopClockTest {
  private final EventLoop loop = new DefaultEventLoop();
  private final FakeTicker ticker = new FakeTicker();
  private final LoopClock clock = new LoopClock(loop, ticker);

  @AfterEach
  void close() {
    loop.shutdownGracefully();
  }

  @Test
  void returnsOneTimeBetweenReadsAndWrites() throws Exception {
    onLoop(() -> {
      long nanos = clock.nanoTime();
      long wall = clock.wallMillis();
      ticker.advance(Duration.ofSeconds(1));

      assertThat(clock.nanoTime()).isEqualTo(nanos);
      assertThat(clock.wallMillis()).isEqualTo(wall);
      return null;
    });
  }

  @Test
  void readsTheTimeAgainAfterAReadOrWrite() throws Exception {
    onLoop(() -> {
      long nanos = clock.nanoTime();
      long wall = clock.wallMillis();
      ticker.advance(Duration.ofSeconds(1));

      clock.invalidate();

      assertThat(clock.nanoTime() - nanos).isEqualTo(1_000_000_000);
      assertThat(clock.wallMillis() - wall).isEqualTo(1000);
      return null;
    });
  }

  @Test
  void readsTheTimeAgainInTheNextTurn() throws Exception {
    long nanos = onLoop(clock::nanoTime);
    long wall = onLoop(clock::wallMillis);
    ticker.advance(Duration.ofSeconds(1));

    assertThat(onLoop(clock::nanoTime) - nanos).isEqualTo(1_000_000_000);
    assertThat(onLoop(clock::wallMillis) - wall).isEqualTo(1000);
  }

  @Test
  void exactNanosReadsTheCurrentTime() throws Exception {
    onLoop(() -> {
      long nanos = clock.nanoTime();
      ticker.advance(Duration.ofSeconds(1));

      assertThat(clock.exactNanos() - nanos).isEqualTo(1_000_000_000);
      return null;
    });
  }

  private <T> T onLoop(Callable<T> asked) throws Exception {
    return loop.submit(asked).get();
  }
}
