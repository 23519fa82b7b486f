package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UnreadBytesTest {
  private static final int READ = 64 * 1024;

  /** Leaves the last bytes of each read, as a decoder of frames does. */
  private static final class Frames extends ByteToMessageDecoder {
    private final Random random = new Random(1);
    private int largest;

    Frames() {
      setCumulator(UnreadBytes.CUMULATOR);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      largest = Math.max(largest, in.capacity());
      int left = 1 + random.nextInt(16 * 1024);
      if (in.readableBytes() > left) {
        out.add(in.readRetainedSlice(in.readableBytes() - left));
      }
    }

    @Override
    protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (in.isReadable()) {
        out.add(in.readRetainedSlice(in.readableBytes()));
      }
    }
  }

  @Test
  void readBytesWhoseSlicesAreFreedBetweenReadsDoNotAddUp() {
    Frames frames = new Frames();
    EmbeddedChannel channel = new EmbeddedChannel(frames);
    Random random = new Random(2);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ByteArrayOutputStream arrived = new ByteArrayOutputStream();

    for (int i = 0; i < 300; i++) {
      byte[] read = new byte[READ];
      random.nextBytes(read);
      sent.writeBytes(read);
      channel.writeInbound(channel.alloc().buffer(READ).writeBytes(read));
      take(channel, arrived);
    }
    channel.finish();
    take(channel, arrived);

    assertThat(Arrays.equals(arrived.toByteArray(), sent.toByteArray())).isTrue();
    assertThat(frames.largest).isLessThanOrEqualTo(4 * READ);
  }

  /** Copies and releases the slices that arrived. */
  private static void take(EmbeddedChannel channel, ByteArrayOutputStream arrived) {
    ByteBuf slice = channel.readInbound();
    while (slice != null) {
      arrived.writeBytes(ByteBufUtil.getBytes(slice));
      slice.release();
      slice = channel.readInbound();
    }
  }

  @Test
  void bytesInUseStayAsTheyAre() {
    ByteBuf unread = Unpooled.buffer(8, 8).writeBytes(new byte[] {1, 2, 3, 4});
    ByteBuf used = unread.readRetainedSlice(2);

    ByteBuf joined = UnreadBytes.CUMULATOR.cumulate(
        unread.alloc(), unread, Unpooled.wrappedBuffer(new byte[] {5, 6, 7, 8, 9}));

    assertThat(used.readByte()).isEqualTo((byte) 1);
    assertThat(used.readByte()).isEqualTo((byte) 2);
    assertThat(joined.readableBytes()).isEqualTo(7);
    assertThat(joined.readByte()).isEqualTo((byte) 3);
    assertThat(unread.refCnt()).isEqualTo(1);
    used.release();
    joined.release();
    assertThat(unread.refCnt()).isZero();
    assertThat(joined.refCnt()).isZero();
  }
}
