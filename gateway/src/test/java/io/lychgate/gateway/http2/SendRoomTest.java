package io.lychgate.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

final class SendRoomTest {
  private static final int LEAST = 16 * 1024;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final SendRoom room = new SendRoom(channel);

  private void round(boolean isMore) {
    room.flushStarted();
    room.flushEnded(isMore);
  }

  private int mark() {
    return channel.config().getWriteBufferHighWaterMark();
  }

  @Test
  void fastSocketGetsTwiceAsMuch() {
    assertThat(mark()).isEqualTo(LEAST);
    round(true);
    assertThat(mark()).isEqualTo(2 * LEAST);
  }

  @Test
  void fullSocketGetsTheMinimum() {
    round(true);
    var unused = channel.write(Unpooled.wrappedBuffer(new byte[3 * LEAST]));
    assertThat(channel.isWritable()).isFalse();
    round(true);

    assertThat(mark()).isEqualTo(LEAST);
    var unused2 = channel.finishAndReleaseAll();
  }

  /** Without this, an empty queue causes no event, and bytes that streams queue meanwhile would stay. */
  @Test
  void writableChannelAcceptsBytes() {
    for (int i = 0; i < 3; i++) {
      round(true);
    }
    var unused = channel.write(Unpooled.wrappedBuffer(new byte[3 * LEAST]));
    round(false);

    assertThat(channel.isWritable()).isTrue();
    assertThat(channel.bytesBeforeUnwritable()).isPositive();
    var unused2 = channel.finishAndReleaseAll();
  }
}
