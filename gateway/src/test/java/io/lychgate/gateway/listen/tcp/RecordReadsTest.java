package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.loop.ReadBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The TLS records of a read, and the size of the read after it. */
final class RecordReadsTest {
  /** Head, type, and the tag of AES-GCM (RFC 8446 section 5.2). */
  private static final int RECORD_OF_ONE_BYTE = 5 + 1 + 1 + 16;

  private static ByteBuf records(int... lengths) {
    ByteBuf all = Unpooled.buffer();
    for (int length : lengths) {
      all.writeByte(23).writeShort(0x0303).writeShort(length).writeZero(length);
    }
    return all;
  }

  @Test
  void countsRecordsHoweverTheyAreSplit() {
    int[] lengths = {1, 300, 0, 17, 16_401, 24};
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      ByteBuf all = records(lengths);
      RecordCount count = new RecordCount();
      int counted = 0;
      while (all.isReadable()) {
        int bytes = Math.min(all.readableBytes(), 1 + random.nextInt(1 << random.nextInt(14)));
        counted += count.follow(all.readSlice(bytes));
      }

      assertThat(counted).as("seed %d", seed).isEqualTo(lengths.length);
    }
  }

  @Test
  void consumesNothing() {
    ByteBuf one = records(24);

    assertThat(new RecordCount().follow(one)).isEqualTo(1);
    assertThat(one.readableBytes()).isEqualTo(29);
  }

  @Test
  void readsOfAFloodOfSmallRecordsStaySmall() {
    int bytes = ReadBudget.MAX_READ_BYTES;
    for (int read = 0; read < 10; read++) {
      int records = bytes / RECORD_OF_ONE_BYTE;
      bytes = RecordReads.bytesOfNext(records, bytes);

      assertThat(bytes / RECORD_OF_ONE_BYTE).as("read %d", read).isBetween(30, 32);
    }
  }

  static Stream<Channel> channels() {
    return Epoll.isAvailable()
        ? Stream.of(new NioSocketChannel(), new EpollSocketChannel())
        : Stream.of(new NioSocketChannel());
  }

  private static int sizeOfNext(Channel channel) {
    return channel.unsafe().recvBufAllocHandle().guess();
  }

  @ParameterizedTest
  @MethodSource("channels")
  void channelReadsLittleAfterManyRecordsAndMoreAfterFew(Channel channel) {
    channel.config().setRecvByteBufAllocator(new RecordReads());
    int first = sizeOfNext(channel);

    RecordReads.sizeNext(channel, 2000, 2000 * RECORD_OF_ONE_BYTE);
    assertThat(sizeOfNext(channel))
        .isEqualTo(RecordReads.RECORDS * RECORD_OF_ONE_BYTE)
        .isLessThan(first);

    RecordReads.sizeNext(channel, 1, 4000);
    assertThat(sizeOfNext(channel)).isEqualTo(first);
    channel.unsafe().closeForcibly();
  }

  @Test
  void readAfterFewRecordsIsNotLimited() {
    assertThat(RecordReads.bytesOfNext(0, 500)).isEqualTo(ReadBudget.MAX_READ_BYTES);
    assertThat(RecordReads.bytesOfNext(15, 15 * RECORD_OF_ONE_BYTE))
        .isEqualTo(ReadBudget.MAX_READ_BYTES);
  }

  @Test
  void readAfterLargeRecordsIsNotLimited() {
    assertThat(RecordReads.bytesOfNext(40, 65_000)).isGreaterThan(32 * 1024);
  }
}
