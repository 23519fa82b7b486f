package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.loop.ReadBudget;
import io.netty.channel.Channel;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;

/**
 * Sizes of the reads from a client with TLS, one object for each connection. A read of 64 KiB holds 2,800 TLS records of one byte, whose
 * decryption takes some milliseconds. After a read with many records, the next one has room for no more than {@value #RECORDS} of them.
 */
final class RecordReads implements RecvByteBufAllocator {
  /** Records that the read after one with many records has room for. */
  static final int RECORDS = 32;

  /** Records of a read that are many: half of {@link #RECORDS}, so that the reads of a flood stay small. */
  static final int MANY = RECORDS / 2;

  private static final int LEAST_BYTES = 512;

  private int most = ReadBudget.MAX_READ_BYTES;

  /** Sets the size of the channel's next read by the records of this one. */
  static void sizeNext(Channel channel, int records, int bytes) {
    // Not by the handle of the channel: epoll's is another one, which calls that of this class.
    RecvByteBufAllocator allocator = channel.config().getRecvByteBufAllocator();
    if (allocator instanceof RecordReads reads) {
      reads.most = bytesOfNext(records, bytes);
    }
  }

  /** Returns the size of the read after one with these records. */
  static int bytesOfNext(int records, int bytes) {
    return records < MANY
        ? ReadBudget.MAX_READ_BYTES
        : Math.max(LEAST_BYTES, (int) ((long) bytes * RECORDS / records));
  }

  @Override
  public ExtendedHandle newHandle() {
    return ReadBudget.oneRead(() -> most < ReadBudget.MAX_READ_BYTES ? most : ReadBudget.ADAPTIVE);
  }
}
