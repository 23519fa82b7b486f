package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.upstream.limit.ReplayMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request: the part that no attempt has sent, and a copy of the part that was sent, as long as the whole is small
 * enough. It is needed until nothing of the request can be sent again. Event loop only.
 */
final class RequestBody {
  /** Bytes of a piece of the copy at least, so that tiny DATA frames do not take a buffer each. */
  private static final int MIN_SEGMENT = 1024;

  private final ReplayMemory memory;
  private final boolean isAbsent;

  /** Received and not sent. The client's flow-control window bounds these bytes, because none are consumed yet. */
  private @Nullable ArrayDeque<ByteBuf> unsent;

  private @Nullable Fields trailers;
  private boolean isComplete;

  /** The copy. Its buffers never grow, because a connection may still be writing from them. */
  private @Nullable List<ByteBuf> copy;

  private int copied;
  private int reserved;

  /** Bytes of the copy at most; 0 for no copy. */
  private int maxCopy;

  /** A part of the body, or its end, was sent. */
  private boolean isBegun;

  /** The copy has all that was sent. */
  private boolean isWhole = true;

  /** @param isAbsent true if the request has no body */
  RequestBody(ReplayMemory memory, boolean isAbsent) {
    this.memory = memory;
    this.isAbsent = isAbsent;
    this.isComplete = isAbsent;
  }

  boolean isAbsent() {
    return isAbsent;
  }

  boolean isComplete() {
    return isComplete;
  }

  /** Returns true if an attempt can send all of the body. */
  boolean isReplayable() {
    return !isBegun || isWhole;
  }

  /** Makes copies of what is sent from now on. {@code bytes} is the most of the whole body. */
  void keep(int bytes) {
    maxCopy = bytes;
  }

  /** Adds a piece that no attempt can send now. */
  void add(ByteBuf piece, boolean end) {
    isComplete |= end;
    if (unsent == null) {
      unsent = new ArrayDeque<>(4);
    }
    unsent.add(piece);
  }

  /** Adds the trailers, which end the body. */
  void add(Fields last) {
    isComplete = true;
    trailers = last;
  }

  /** Reports that this piece is sent as it arrives. */
  void passing(ByteBuf piece, boolean end) {
    isComplete |= end;
    copy(piece);
  }

  /** Reports that these trailers are sent as they arrive. */
  void passing(Fields last) {
    add(last);
    isBegun = true;
  }

  /** Sends all of the body that is known. */
  void sendTo(UpstreamAttempt attempt) {
    boolean endsWithPiece = isComplete && trailers == null;
    ArrayDeque<ByteBuf> pieces = unsent;
    if (isBegun) {
      sendCopy(attempt, endsWithPiece && (pieces == null || pieces.isEmpty()));
    }
    // An attempt that fails meanwhile leaves the rest to the next one.
    while (pieces != null && !pieces.isEmpty() && !attempt.isDone()) {
      ByteBuf piece = pieces.remove();
      copy(piece);
      attempt.send(piece, endsWithPiece && pieces.isEmpty());
    }
    if (trailers != null && !attempt.isDone()) {
      isBegun = true;
      attempt.send(trailers);
    }
  }

  private void sendCopy(UpstreamAttempt attempt, boolean ends) {
    if (copy == null) {
      if (ends) {
        attempt.sendAgain(Unpooled.EMPTY_BUFFER, true);
      }
      return;
    }
    for (int i = 0; i < copy.size(); i++) {
      attempt.sendAgain(copy.get(i).retainedDuplicate(), ends && i == copy.size() - 1);
    }
  }

  private void copy(ByteBuf piece) {
    isBegun = true;
    int bytes = piece.readableBytes();
    if (!isWhole || bytes == 0) {
      return;
    }
    if (copied + bytes > maxCopy) {
      dropCopy();
      return;
    }
    List<ByteBuf> segments = copy;
    if (segments == null) {
      segments = new ArrayList<>(2);
      copy = segments;
    }
    ByteBuf last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
    if (last == null || last.maxCapacity() - last.writerIndex() < bytes) {
      int capacity = Math.max(bytes, Math.min(MIN_SEGMENT, maxCopy - copied));
      if (!memory.tryTake(capacity)) {
        dropCopy();
        return;
      }
      reserved += capacity;
      last = ByteBufAllocator.DEFAULT.buffer(capacity, capacity);
      segments.add(last);
    }
    last.writeBytes(piece, piece.readerIndex(), bytes);
    copied += bytes;
  }

  /** Drops the copy. What was sent cannot be sent again. */
  void dropCopy() {
    isWhole = false;
    if (copy != null) {
      copy.forEach(ByteBuf::release);
      copy = null;
      memory.giveBack(reserved);
      reserved = 0;
    }
  }

  /** Removes and returns the pieces that were not sent; null if there are none. */
  @Nullable
  ArrayDeque<ByteBuf> takeUnsent() {
    ArrayDeque<ByteBuf> pieces = unsent;
    unsent = null;
    return pieces;
  }

  void release() {
    dropCopy();
    if (unsent != null) {
      unsent.forEach(ByteBuf::release);
      unsent = null;
    }
  }
}
