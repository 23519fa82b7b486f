package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.FlushQueue;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a body on its way through an exchange. Small pieces are joined until the loop's turn ends or there are {@value
 * #JOINED_BYTES} bytes of them: forwarding a piece costs the same for one byte as for thousands, and a peer that sends each byte
 * in a frame or chunk of its own would make all others wait. Larger pieces are passed on as they are. Event loop only.
 */
abstract class JoinedPieces extends FlushQueue.Flushable {
  /** Bytes that are joined to one piece at most. */
  static final int JOINED_BYTES = 16 * 1024;

  /** Bytes from which on a piece is not copied. */
  private static final int LARGE_BYTES = 1024;

  /** Bytes of the buffer that pieces are joined in, at first. It may wait for a slow peer, so it is not larger than needed. */
  private static final int FIRST_BYTES = 256;

  private final FlushQueue turnEnds;

  /** The piece that came alone, or the joined ones; null for none. */
  private @Nullable ByteBuf held;

  private boolean isJoined;

  JoinedPieces(FlushQueue turnEnds) {
    this.turnEnds = turnEnds;
  }

  /** Returns true for a piece that is passed on unchanged if none is held; it needs no joiner. */
  static boolean goesAlone(ByteBuf piece, boolean end) {
    return end || piece.readableBytes() >= LARGE_BYTES;
  }

  /** Passes pieces on, in order. Takes ownership of the buffer. */
  protected abstract void pass(ByteBuf data, boolean end);

  /** The next piece. Takes ownership of the buffer. */
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

  /** Passes the held pieces on, before anything that must not overtake them. */
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
