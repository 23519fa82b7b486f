package io.lychgate.gateway.loop;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/** The bound of reads from one connection in one turn of its loop: one read. Netty's default is sixteen reads. */
public final class ReadBudget {
  /** Bytes of the smallest, the first and the largest buffer for a read. */
  private static final int LEAST = 64;

  private static final int FIRST = 2048;

  /** Bytes of the largest read from a socket. */
  public static final int MAX_READ_BYTES = 64 * 1024;

  /** Bytes of the largest buffer for a read from a QUIC stream: one connection may read from a hundred of them in a turn. */
  private static final int MOST_OF_STREAM = 16 * 1024;

  /** The allocator for one read from a socket. */
  public static final RecvByteBufAllocator ONE_READ = oneRead(MAX_READ_BYTES);

  /** The allocator for one read from a QUIC stream. */
  public static final RecvByteBufAllocator ONE_READ_OF_STREAM = oneRead(MOST_OF_STREAM);

  private ReadBudget() {}

  private static RecvByteBufAllocator oneRead(int most) {
    return new AdaptiveRecvByteBufAllocator(LEAST, FIRST, most).maxMessagesPerRead(1);
  }
}
