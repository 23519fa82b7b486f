package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheredFramesTest {
  private static final int TLS_RECORD = 16 * 1024;

  private final Sizes written = new Sizes();
  private final GatheredFrames gathered = new GatheredFrames();
  private final ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(written, gathered, handler);
  private final ChannelHandlerContext ctx = channel.pipeline().context(handler);

  @AfterEach
  void close() {
    var unused = channel.finishAndReleaseAll();
  }

  @Test
  void framesUntilAFlushLeaveAsOneBuffer() {
    ChannelFuture first = append(100);
    ChannelFuture second = append(1000);
    ChannelFuture windowUpdate = ctx.write(bytes(13));
    assertThat(written.sizes).isEmpty();

    ctx.flush();

    assertThat(written.sizes).containsExactly(1113);
    assertThat(List.of(first, second, windowUpdate)).allMatch(ChannelFuture::isSuccess);
  }

  @Test
  void aBufferIsAsLargeAsARecordOfTlsAtMost() {
    for (int i = 0; i < 5; i++) {
      append(4096);
    }
    ctx.flush();

    assertThat(written.sizes).containsExactly(TLS_RECORD, 4096);
  }

  @Test
  void aLargeBufferDoesNotOvertakeFrames() {
    append(9);
    ctx.write(bytes(TLS_RECORD));
    append(9);
    ctx.flush();

    assertThat(written.sizes).containsExactly(9, TLS_RECORD, 9);
  }

  @Test
  void aFrameAfterTheEndFailsAndTakesNoMemory() {
    UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
    channel.config().setAllocator(memory);
    channel.pipeline().remove(gathered);

    ChannelFuture late = append(9);

    assertThat(late.cause()).isInstanceOf(ClosedChannelException.class);
    assertThat(memory.metric().usedHeapMemory()).isZero();
  }

  @Test
  void aFrameWhosePayloadFollowsTakesNoMemoryAfterTheEnd() {
    UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
    channel.config().setAllocator(memory);
    channel.pipeline().remove(gathered);

    gathered.room(9).writeZero(9);
    ctx.write(bytes(TLS_RECORD));

    assertThat(memory.metric().usedHeapMemory()).isZero();
  }

  @Test
  void aFrameThatTheEndOfAnotherCausesFails() {
    List<ChannelFuture> caused = new ArrayList<>();
    append(9).addListener(ended -> caused.add(append(9)));

    channel.pipeline().remove(gathered);

    assertThat(caused)
        .singleElement()
        .matches(frame -> frame.cause() instanceof ClosedChannelException);
  }

  @Test
  void aFlushWithoutFramesWritesNothing() {
    ctx.flush();

    assertThat(written.sizes).isEmpty();
  }

  @Test
  void framesLeaveBeforeAClose() {
    append(17);
    ctx.close();

    assertThat(written.sizes).containsExactly(17);
  }

  @Test
  void framesFailWithTheBufferThatHadThem() {
    written.isBroken = true;
    ChannelFuture first = append(9);
    ChannelFuture second = append(9);

    ctx.flush();

    assertThat(List.of(first, second))
        .allMatch(frame -> frame.cause() instanceof IllegalStateException);
  }

  @Test
  void framesFailIfTheConnectionEndsFirst() {
    ChannelFuture lost = append(9);

    channel.pipeline().remove(gathered);

    assertThat(lost.cause()).isInstanceOf(ClosedChannelException.class);
    assertThat(written.sizes).isEmpty();
  }

  private ChannelFuture append(int bytes) {
    gathered.room(bytes).writeZero(bytes);
    return gathered.append(ctx.newPromise());
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.buffer(count).writeZero(count);
  }

  /** Records the sizes of written buffers. */
  private static final class Sizes extends ChannelOutboundHandlerAdapter {
    private final List<Integer> sizes = new ArrayList<>();
    private boolean isBroken;

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      ByteBuf buffer = (ByteBuf) message;
      sizes.add(buffer.readableBytes());
      if (isBroken) {
        buffer.release();
        promise.setFailure(new IllegalStateException("broken"));
      } else {
        ctx.write(buffer, promise);
      }
    }
  }
}
