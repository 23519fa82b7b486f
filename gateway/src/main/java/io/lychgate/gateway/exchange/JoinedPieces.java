package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.FlushQueue;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a body on its way through an exchange. Small pieces are joined until the loop's turn ends or they reach {@value
 * #JOINED_BYTES} bytes. Forwarding a piece costs the same for one byte as for thousands. A peer that sends each byte in its own
 * frame or chunk would therefore delay all others. Larger pieces are passed on unchanged. Event loop only.
 */
abstract class JoinedPieces extends FlushQueue.Flushable {
  /** Maximum number of bytes joined to one piece. */
  static final int JOINED_BYTES = 16 * 1024;

  /** Smallest size in bytes of a piece that is passed on without a copy. */
  private static final int LARGE_BYTES = 1024;

  /** Initial size in bytes of the buffer that joins pieces. It may wait for a slow peer, so it is no larger than needed. */
  private static final int FIRST_BYTES = 256;

  private final FlushQueue turnEnds;

  /** The single held piece, or the joined pieces; null for none. */
  private @Nullable ByteBuf held;

  private boolean isJoined;

  JoinedPieces(FlushQueue turnEnds) {
    this.turnEnds = turnEnds;
  }

  /** Returns true for a piece that is passed on unchanged if none is held. It needs no joiner. */
  static boolean goesAlone(ByteBuf piece, boolean end) {
    return end || piece.readableBytes() >= LARGE_BYTES;
  }

  /** Passes a piece on, in order. Takes ownership of the buffer. */
  protected abstract void pass(ByteBuf data, boolean end);

  /** Adds the next piece. Takes ownership of the buffer. */
  final void add(ByteBuf piece, boolean end) {
    if (piece.readableBytes() >= LARGE_BYTES) {
      passNow();
    }
    if (held == null && goesAlone(piece, end)) {
      pass(piece, end);
      return;
    }
    hold(piece);
    if (end) {
      pass(take(), true);
    } else if (heldBytes() >= JOINED_BYTES) {
      passNow();
    }
  }

  private void hold(ByteBuf piece) {
    ByteBuf before = held;
    if (before == null) {
      held = piece;
      turnEnds.add(this);
    } else if (piece.isReadable()) {
      ByteBuf joined = isJoined ? before : joined(before);
      joined.writeBytes(piece);
      piece.release();
    } else {
      piece.release();
    }
  }

  private ByteBuf joined(ByteBuf first) {
    ByteBuf joined = ByteBufAllocator.DEFAULT.ioBuffer(FIRST_BYTES).writeBytes(first);
    first.release();
    held = joined;
    isJoined = true;
    return joined;
  }

  private int heldBytes() {
    return held == null ? 0 : held.readableBytes();
  }

  private ByteBuf take() {
    ByteBuf taken = held;
    if (taken == null) {
      throw new IllegalStateException("held: none (expected: a piece)");
    }
    held = null;
    isJoined = false;
    return taken;
  }

  /** Passes the held pieces on. Call it before anything that must not overtake them. */
  final void passNow() {
    if (held != null) {
      pass(take(), false);
    }
  }

  /** Releases the held pieces, because their receiver takes no more. */
  final void drop() {
    if (held != null) {
      take().release();
    }
  }

  @Override
  protected final void flushNow() {
    passNow();
  }
}
