package io.lychgate.gateway.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.DelegatingHandle;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.IntSupplier;

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

  /** The size of a read that follows from the reads before it. */
  public static final int ADAPTIVE = 0;

  private ReadBudget() {}

  /**
   * Returns the handle of a socket for one read at a time.
   *
   * @param size the bytes of the next read, or {@link #ADAPTIVE}; called before each
   */
  public static ExtendedHandle oneRead(IntSupplier size) {
    return new Sized((ExtendedHandle) ONE_READ.newHandle(), size);
  }

  private static RecvByteBufAllocator oneRead(int most) {
    return new AdaptiveRecvByteBufAllocator(LEAST, FIRST, most).maxMessagesPerRead(1);
  }

  private static final class Sized extends DelegatingHandle implements ExtendedHandle {
    private final IntSupplier size;

    Sized(ExtendedHandle adaptive, IntSupplier size) {
      super(adaptive);
      this.size = size;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      int bytes = size.getAsInt();
      return bytes == ADAPTIVE ? super.allocate(allocator) : allocator.ioBuffer(bytes);
    }

    @Override
    public int guess() {
      int bytes = size.getAsInt();
      return bytes == ADAPTIVE ? super.guess() : bytes;
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
      return ((ExtendedHandle) delegate()).continueReading(maybeMoreData);
    }
  }
}
