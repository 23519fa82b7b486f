package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.quic.QuicStreamFrame;
import org.junit.jupiter.api.Test;

class FinalFrameTest {
  private final FinalFrame finalFrame = new FinalFrame();
  private final EmbeddedChannel channel = new EmbeddedChannel(finalFrame);

  @Test
  void finIsSentWithTheLastWriteAfterDelayedWrites() {
    ChannelPromise last = channel.newPromise();
    finalFrame.goesWith(last);
    var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {1}));
    var unused2 = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {2}), last);

    ByteBuf first = channel.readOutbound();
    assertThat(first.readByte()).isEqualTo((byte) 1);
    first.release();
    QuicStreamFrame second = channel.readOutbound();
    assertThat(second.hasFin()).isTrue();
    assertThat(second.content().readByte()).isEqualTo((byte) 2);
    second.release();
    assertThat(channel.finish()).isFalse();
  }
}
