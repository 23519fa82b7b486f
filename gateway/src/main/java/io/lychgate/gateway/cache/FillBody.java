package io.lychgate.gateway.cache;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a response in progress. They are copied once, out of the buffers of the connection, so that a stored byte does not hold a
 * whole read buffer. Readers get slices. Event loop only.
 */
final class FillBody {
  /** Bytes of the first piece of a body of unknown length. Each piece has twice as many, up to the largest. */
  private static final int FIRST_PIECE = 8 * 1024;

  private static final int LARGEST_PIECE = 1024 * 1024;

  private final ResponseStore store;
  private final List<ByteBuf> pieces = new ArrayList<>(4);

  /** Bytes that were taken from the store's budget for each piece. */
  private final List<Integer> charges = new ArrayList<>(4);

  private int nextPiece;
  private long start;
  private long end;
  private boolean isOverBudget;

  /** @param length bytes, or -1 if unknown */
  FillBody(ResponseStore store, long length) {
    this.store = store;
    this.nextPiece = length > 0 && length <= LARGEST_PIECE ? (int) length : FIRST_PIECE;
  }

  /** Appends a copy. The caller keeps its ownership. */
  void append(ByteBuf data) {
    int at = data.readerIndex();
    int left = data.readableBytes();
    while (left > 0) {
      ByteBuf last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
      if (last == null || !last.isWritable()) {
        last = newPiece();
      }
      int part = Math.min(left, last.writableBytes());
      last.writeBytes(data, at, part);
      at += part;
      left -= part;
      end += part;
    }
  }

  private ByteBuf newPiece() {
    int size = nextPiece;
    nextPiece = Math.min(LARGEST_PIECE, Math.max(FIRST_PIECE, 2 * size));
    boolean isTaken = !isOverBudget && store.take(size);
    isOverBudget |= !isTaken;
    ByteBuf piece = allocate(size);
    pieces.add(piece);
    charges.add(isTaken ? size : 0);
    return piece;
  }

  private ByteBuf allocate(int size) {
    try {
      return UnpooledByteBufAllocator.DEFAULT.directBuffer(size, size);
    } catch (OutOfMemoryError full) {
      // The response still goes to its client, but it is not stored.
      isOverBudget = true;
      return UnpooledByteBufAllocator.DEFAULT.heapBuffer(size, size);
    }
  }

  /** Returns false if responses in progress have taken too much memory. */
  boolean isWithinBudget() {
    return !isOverBudget;
  }

  long length() {
    return end;
  }

  /** Returns bytes from this position on, at most this number, with a reference for the caller; null if there are none yet. */
  @Nullable
  ByteBuf read(long position, int most) {
    long from = position - start;
    for (ByteBuf piece : pieces) {
      int readable = piece.writerIndex();
      if (from < readable) {
        return piece.retainedSlice((int) from, (int) Math.min(most, readable - from));
      }
      from -= readable;
    }
    return null;
  }

  /** Frees the pieces before this position. */
  void freeBefore(long position) {
    while (pieces.size() > 1 && start + pieces.get(0).writerIndex() <= position) {
      start += pieces.get(0).writerIndex();
      pieces.remove(0).release();
      store.giveBack(charges.remove(0));
    }
  }

  /** Returns the whole body in one buffer of exact size, which the caller releases; null without memory for it. */
  @Nullable
  ByteBuf whole() {
    if (end == 0) {
      return Unpooled.EMPTY_BUFFER;
    }
    ByteBuf first = pieces.get(0);
    if (pieces.size() == 1 && first.capacity() == end && first.isDirect()) {
      return first.retain();
    }
    try {
      ByteBuf whole = UnpooledByteBufAllocator.DEFAULT.directBuffer((int) end, (int) end);
      pieces.forEach(piece -> whole.writeBytes(piece, 0, piece.writerIndex()));
      return whole;
    } catch (OutOfMemoryError full) {
      return null;
    }
  }

  void release() {
    pieces.forEach(ByteBuf::release);
    charges.forEach(store::giveBack);
    pieces.clear();
    charges.clear();
    start = end;
  }
}
