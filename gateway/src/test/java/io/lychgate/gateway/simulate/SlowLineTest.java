package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SlowLineTest {
  private final FakeTicker ticker = new FakeTicker();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new SlowLine(NetworkKind.CABLE, ticker));

  private static ByteBuf bytes(int first, int length) {
    return Unpooled.wrappedBuffer(new byte[length]).setByte(0, first);
  }

  @Test
  void bytesKeepTheirOrderIfTheThreadPausesAfterReadingTheClock() {
    channel.freezeTime();
    channel.writeInbound(bytes('a', 100_000));
    // The delay of the first bytes began before a pause of the thread, and that of the next ones
    // after it.
    ticker.advance(Duration.ofMillis(160));
    channel.writeInbound(bytes('b', 10));

    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();

    assertThat(first()).isEqualTo('a');
    assertThat(first()).isEqualTo('b');
    channel.finishAndReleaseAll();
  }

  private char first() {
    ByteBuf read = channel.readInbound();
    char first = (char) read.getByte(0);
    read.release();
    return first;
  }
}
