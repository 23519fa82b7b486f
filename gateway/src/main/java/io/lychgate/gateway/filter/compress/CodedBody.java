package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.CompressCoding;
import io.lychgate.gateway.observe.count.CompressCoding.Work;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The pieces of a body that wait for the coder, the coder, and its output. Event loop only. */
final class CodedBody {
  /** Waiting bytes up to which the responder may send more: the window of a stream. */
  private static final int MAX_WAITING = 64 * 1024;

  /**
   * Bytes of input between two flushes of a body whose length is known. Its server has the whole body, so none of it is live. A flush costs
   * a few bytes, and ends what the coder has learned of the text.
   */
  private static final int FLUSH_EVERY = 32 * 1024;

  /** Initial bytes of the output buffer. */
  private static final int FIRST_OUTPUT = 1024;

  private final Coder coder;
  private final LoopCoders coders;
  private final @Nullable CompressCoding coding;
  private final boolean hasLength;
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(2);
  private int waitingBytes;
  private int unflushed;
  private @Nullable ByteBuf ready;

  /** @param hasLength true if the server has stated the length of the body */
  CodedBody(Coder coder, LoopCoders coders, CompressOutcome outcome, boolean hasLength) {
    this.coder = coder;
    this.coders = coders;
    this.coding = switch (outcome) {
      case ZSTD -> CompressCoding.ZSTD;
      case BROTLI -> CompressCoding.BROTLI;
      case GZIP -> CompressCoding.GZIP;
      default -> null;
    };
    this.hasLength = hasLength;
  }

  /** Takes ownership of the buffer. */
  void add(ByteBuf piece) {
    if (piece.isReadable()) {
      waiting.add(piece);
      waitingBytes += piece.readableBytes();
    } else {
      piece.release();
    }
  }

  /** Returns true if enough bytes wait to be coded before the turn ends. */
  boolean hasPiece() {
    return waitingBytes >= LoopCoders.PIECE;
  }

  boolean hasWaiting() {
    return waitingBytes > 0 || coder.hasMore();
  }

  /** Returns true if the coder changes nothing more, and nothing waits. */
  boolean isOver() {
    return coder.isOver() && !hasWaiting();
  }

  boolean hasRoom() {
    return waitingBytes < MAX_WAITING;
  }

  /** Returns true if a flush is worth its cost. */
  boolean isFlushable() {
    return unflushed + waitingBytes >= (hasLength ? FLUSH_EVERY : 1);
  }

  int readyBytes() {
    return ready == null ? 0 : ready.readableBytes();
  }

  /** Returns the output so far. The caller releases it. */
  ByteBuf takeReady() {
    ByteBuf taken = output();
    ready = null;
    return taken;
  }

  private ByteBuf output() {
    ByteBuf buffer = ready;
    if (buffer == null) {
      buffer = ByteBufAllocator.DEFAULT.directBuffer(FIRST_OUTPUT);
      ready = buffer;
    }
    return buffer;
  }

  /** Codes one piece. */
  void code() {
    ByteBuf first = waiting.peek();
    ByteBuf out = output();
    int before = out.readableBytes();
    long start = System.nanoTime();
    int length = first == null ? 0 : Math.min(first.readableBytes(), LoopCoders.PIECE);
    ByteBuffer in = first == null ? coders.scratch().limit(0) : directBytes(first, length);
    coder.code(in, out);
    int taken = length - in.remaining();
    if (first != null) {
      first.skipBytes(taken);
      waitingBytes -= taken;
      unflushed += taken;
      if (!first.isReadable()) {
        waiting.remove().release();
      }
    }
    charge(start, taken, out.readableBytes() - before);
  }

  /** Returns bytes in direct memory: those of the buffer, or a copy. */
  private ByteBuffer directBytes(ByteBuf from, int length) {
    if (from.isDirect() && from.nioBufferCount() == 1) {
      return from.nioBuffer(from.readerIndex(), length);
    }
    ByteBuffer copy = coders.scratch().limit(length);
    from.getBytes(from.readerIndex(), copy);
    return copy.flip();
  }

  void flush() {
    ByteBuf out = output();
    int before = out.readableBytes();
    long start = System.nanoTime();
    coder.flush(out);
    unflushed = 0;
    charge(start, 0, out.readableBytes() - before);
  }

  void finish() {
    ByteBuf out = output();
    int before = out.readableBytes();
    long start = System.nanoTime();
    coder.finish(out);
    charge(start, 0, out.readableBytes() - before);
  }

  private void charge(long start, int in, int out) {
    long nanos = System.nanoTime() - start;
    coders.turns().spend(nanos);
    CompressCoding counted = coding;
    if (counted != null) {
      LoopObserver observer = coders.observer();
      observer.compress(counted, Work.BYTES_IN, in);
      observer.compress(counted, Work.BYTES_OUT, out);
      observer.compress(counted, Work.NANOS, nanos);
    }
  }

  /** Releases everything. Call it once. */
  void release() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    waitingBytes = 0;
    ByteBuf unsent = ready;
    ready = null;
    if (unsent != null) {
      unsent.release();
    }
    coder.release();
  }
}
