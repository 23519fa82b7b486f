package io.lychgate.gateway.filter.compress;

import com.github.luben.zstd.ZstdCompressCtx;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.loop.ByteBudget;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.CompressCoding;
import io.lychgate.gateway.observe.count.CompressCoding.Work;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** The coders of one event loop: their memory, their time, and those that wait for the next body. Event loop only. */
public final class LoopCoders implements AutoCloseable {
  /**
   * Bytes of all coders of a loop. A body that is complete within one turn has its coder for that turn only, so this bounds streams and
   * slow clients: 220 bodies with gzip, or 21 with zstd and 110 with gzip.
   */
  static final long MEMORY = 64L * 1024 * 1024;

  /** Bytes of them that Brotli and zstd may take. The rest is for gzip, whose coders are smaller. */
  static final long LARGE_MEMORY = MEMORY / 2;

  /** Bytes of a coder of gzip: zlib's window, hash chains and pending output. */
  static final int GZIP_BYTES = 290 * 1024;

  /** Bytes of a coder of Brotli or zstd: window, tables, block buffers. */
  static final int LARGE_BYTES = 1536 * 1024;

  /** Bytes of the decoders, each with its largest window: 32 KiB, 8 MiB (RFC 9659) and 16 MiB (RFC 7932). */
  private static final int GZIP_DECODER_BYTES = 48 * 1024;

  private static final int ZSTD_DECODER_BYTES = 9 * 1024 * 1024;
  private static final int BROTLI_DECODER_BYTES = 17 * 1024 * 1024;

  /** Nanoseconds of one turn of a loop for all coders: what one client among others may take, too ({@code TurnShare}). */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Binary logarithm of the window. It bounds the memory of both sides; RFC 9659 allows 8 MiB. */
  static final int WINDOW_BITS = 18;

  private static final int MIN_WINDOW_BITS = 12;

  /** Coders without a body that are kept for the next one. */
  private static final int IDLE = 2;

  /** Bytes of the buffer for input that is not in direct memory: one piece. */
  static final int PIECE = 16 * 1024;

  private final EventLoop loop;
  private final FlushQueue turnEnds;
  private final CodingTurns turns;
  private final LoopObserver observer;
  private final ByteBudget memory = new ByteBudget(MEMORY);
  private final ByteBudget largeMemory = new ByteBudget(LARGE_MEMORY);
  private final ArrayDeque<Deflater> deflaters = new ArrayDeque<>(IDLE);
  private final ArrayDeque<ZstdCompressCtx> zstdContexts = new ArrayDeque<>(IDLE);
  private @Nullable ByteBuffer scratch;

  public LoopCoders(EventLoop loop, LoopClock clock, FlushQueue turnEnds, LoopObserver observer) {
    this(loop, clock, turnEnds, observer, TURN_NANOS);
  }

  LoopCoders(
      EventLoop loop,
      LoopClock clock,
      FlushQueue turnEnds,
      LoopObserver observer,
      long nanosOfTurn) {
    this.loop = loop;
    this.turnEnds = turnEnds;
    this.turns = new CodingTurns(loop, clock, nanosOfTurn);
    this.observer = observer;
  }

  FlushQueue turnEnds() {
    return turnEnds;
  }

  EventLoop loop() {
    return loop;
  }

  CodingTurns turns() {
    return turns;
  }

  LoopObserver observer() {
    return observer;
  }

  /** Returns a buffer in direct memory for one piece, cleared. */
  ByteBuffer scratch() {
    ByteBuffer buffer = scratch;
    if (buffer == null) {
      buffer = ByteBuffer.allocateDirect(PIECE);
      scratch = buffer;
    }
    return buffer.clear();
  }

  /**
   * Returns a coder that compresses; null if too many bodies are being compressed, or the coding is not available.
   *
   * @param length bytes of the body; negative if unknown
   */
  @Nullable
  Coder encoder(ContentCoding coding, int level, long length) {
    if (!NativeCodings.isAvailable(coding)) {
      return null;
    }
    return switch (coding) {
      case GZIP -> gzip(level);
      case BROTLI -> takeLarge() ? brotli(level, length) : null;
      case ZSTD -> takeLarge() ? zstd(level, length) : null;
      case IDENTITY -> throw new IllegalArgumentException("coding: identity (expected: another)");
    };
  }

  private @Nullable Coder gzip(int level) {
    if (!memory.tryTake(GZIP_BYTES)) {
      return null;
    }
    Deflater idle = deflaters.poll();
    Deflater deflater = idle == null ? new Deflater(level, true) : idle;
    deflater.setLevel(level);
    begun(CompressCoding.GZIP);
    return new GzipCoder(deflater, this::giveBack);
  }

  private void giveBack(Deflater deflater) {
    memory.giveBack(GZIP_BYTES);
    ended(CompressCoding.GZIP);
    if (deflaters.size() < IDLE) {
      deflater.reset();
      deflaters.add(deflater);
    } else {
      deflater.end();
    }
  }

  private boolean takeLarge() {
    if (!largeMemory.tryTake(LARGE_BYTES)) {
      return false;
    }
    if (memory.tryTake(LARGE_BYTES)) {
      return true;
    }
    largeMemory.giveBack(LARGE_BYTES);
    return false;
  }

  private void giveBackLarge() {
    largeMemory.giveBack(LARGE_BYTES);
    memory.giveBack(LARGE_BYTES);
  }

  private @Nullable Coder brotli(int level, long length) {
    begun(CompressCoding.BROTLI);
    return BrotliCoder.open(level, windowBits(length), () -> {
      giveBackLarge();
      ended(CompressCoding.BROTLI);
    });
  }

  private Coder zstd(int level, long length) {
    ZstdCompressCtx idle = zstdContexts.poll();
    ZstdCompressCtx context = idle == null ? new ZstdCompressCtx() : idle;
    context.setLevel(level);
    if (length < 0 || length > 1L << WINDOW_BITS) {
      context.setWindowLog(WINDOW_BITS);
    } else {
      // The library chooses tables for the length. A server that sends another one has failed.
      context.setPledgedSrcSize(length);
    }
    begun(CompressCoding.ZSTD);
    return new ZstdCoder(context, this::giveBack);
  }

  private void giveBack(ZstdCompressCtx context) {
    giveBackLarge();
    ended(CompressCoding.ZSTD);
    if (zstdContexts.size() < IDLE) {
      context.reset();
      zstdContexts.add(context);
    } else {
      context.close();
    }
  }

  /** Returns the smallest window for a body of this length. */
  private static int windowBits(long length) {
    if (length < 0 || length >= 1L << WINDOW_BITS) {
      return WINDOW_BITS;
    }
    return Math.max(MIN_WINDOW_BITS, Long.SIZE - Long.numberOfLeadingZeros(length + 16));
  }

  /** Returns a coder that decodes; null if too many bodies are being coded, or the coding is not available. */
  @Nullable
  Decoder decoder(ContentCoding coding) {
    return decoder(coding, Decoder.Receiver.CLIENT);
  }

  /** The same, for a certain receiver. One of zstd is for clients only. */
  @Nullable
  Decoder decoder(ContentCoding coding, Decoder.Receiver receiver) {
    int bytes = switch (coding) {
      case GZIP -> GZIP_DECODER_BYTES;
      case ZSTD -> ZSTD_DECODER_BYTES;
      case BROTLI -> BROTLI_DECODER_BYTES;
      case IDENTITY -> throw new IllegalArgumentException("coding: identity (expected: another)");
    };
    if (!NativeCodings.isAvailable(coding) || !memory.tryTake(bytes)) {
      return null;
    }
    Runnable giveBack = () -> memory.giveBack(bytes);
    return switch (coding) {
      case ZSTD -> new ZstdDecoder(giveBack);
      case BROTLI -> BrotliDecoder.open(receiver, giveBack);
      default -> new GzipDecoder(receiver, giveBack);
    };
  }

  /** Returns the bytes that coders have taken of the budget. */
  long memoryTaken() {
    return memory.taken();
  }

  private void begun(CompressCoding coding) {
    observer.compress(coding, Work.BEGUN, 1);
  }

  private void ended(CompressCoding coding) {
    observer.compress(coding, Work.ENDED, 1);
  }

  /** Frees idle coders. Call it when the loop has ended. */
  @Override
  public void close() {
    deflaters.forEach(Deflater::end);
    deflaters.clear();
    zstdContexts.forEach(ZstdCompressCtx::close);
    zstdContexts.clear();
  }
}
