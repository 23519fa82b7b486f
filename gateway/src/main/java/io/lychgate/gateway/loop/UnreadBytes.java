package io.lychgate.gateway.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder.Cumulator;

/**
 * Joins the bytes that a decoder has not read yet with those that follow, and nothing else.
 *
 * <p>Netty's own cumulators drop bytes that were read only if no slice of them is in use when a read completes. Here slices of a body
 * are in use until the end of the turn, when they are flushed, and free again before the next read. Under a steady load they are thus
 * never dropped, and the buffer grows to all that the connection has sent. A decoder that leaves part of a frame unread needs this class.
 */
public final class UnreadBytes implements Cumulator {
  public static final UnreadBytes CUMULATOR = new UnreadBytes();

  private UnreadBytes() {}

  /** Takes over both buffers, and returns the one with the unread bytes of both. */
  @Override
  @SuppressWarnings("ReferenceEquality") // Equal bytes in two buffers are two buffers.
  public ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf unread, ByteBuf in) {
    if (unread == in) {
      // The buffer was retained once more to be handed in.
      in.release();
      return unread;
    }
    if (!unread.isReadable() && in.isContiguous()) {
      unread.release();
      return in;
    }
    try {
      if (!unread.isReadOnly() && in.readableBytes() <= unread.writableBytes()) {
        // Slices of the bytes before stay as they are.
        return unread.writeBytes(in);
      }
      return joined(allocator, unread, in);
    } finally {
      in.release();
    }
  }

  private static ByteBuf joined(ByteBufAllocator allocator, ByteBuf unread, ByteBuf in) {
    int bytes = unread.readableBytes() + in.readableBytes();
    ByteBuf joined = allocator.buffer(allocator.calculateNewCapacity(bytes, Integer.MAX_VALUE));
    try {
      joined.writeBytes(unread).writeBytes(in);
    } catch (RuntimeException | Error e) {
      joined.release();
      throw e;
    }
    unread.release();
    return joined;
  }
}
