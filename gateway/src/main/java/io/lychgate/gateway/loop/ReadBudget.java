package io.lychgate.gateway.loop;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/** The bytes that are read from one connection in one turn of its loop. Netty's default is sixteen reads. */
public final class ReadBudget {
  /** Bytes of the smallest buffer for a read, of the first one, and of the largest one. */
  private static final int LEAST = 64;

  private static final int FIRST = 2048;
  private static final int MOST = 64 * 1024;

  /** Bytes of the largest buffer for a read from a QUIC stream: one connection may read from a hundred of them in a turn. */
  private static final int MOST_OF_STREAM = 16 * 1024;

  /** One read from a socket. */
  public static final RecvByteBufAllocator ONE_READ = oneRead(MOST);

  /** One read from a QUIC stream. */
  public static final RecvByteBufAllocator ONE_READ_OF_STREAM = oneRead(MOST_OF_STREAM);

  private ReadBudget() {}

  private static RecvByteBufAllocator oneRead(int most) {
    return new AdaptiveRecvByteBufAllocator(LEAST, FIRST, most).maxMessagesPerRead(1);
  }
}
