package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Decodes the body of a server. Its output in one call is bounded, and so is the growth of the body. */
abstract class Decoder implements Coder {
  /** Bytes of output that any body may have. */
  private static final long FREE_OUTPUT = 1024 * 1024;

  /** Bytes of output for one byte of input beyond that. Texts have 3 to 20; a body of zeros has 1000 with gzip. */
  private static final int MAX_GROWTH = 250;

  private final Runnable giveBack;
  private long taken;
  private long written;
  private boolean hasMore;

  /** @param giveBack runs once, when the decoder is released */
  Decoder(Runnable giveBack) {
    this.giveBack = giveBack;
  }

  @Override
  public final void code(ByteBuffer in, ByteBuf out) {
    int before = out.readableBytes();
    int room = in.remaining();
    hasMore = decode(in, out, before + MAX_OUTPUT);
    taken += room - in.remaining();
    written += out.readableBytes() - before;
    if (written > FREE_OUTPUT && written > taken * MAX_GROWTH) {
      throw new CodingException("decode: more than " + MAX_GROWTH + " bytes for each byte");
    }
  }

  /**
   * Decodes until the input ends, or the output has this number of bytes.
   *
   * @return true if there may be output for an empty input
   */
  protected abstract boolean decode(ByteBuffer in, ByteBuf out, int enough);

  /** Returns true if the input so far is a whole body. */
  protected abstract boolean isComplete();

  /** Frees native memory. */
  protected abstract void free();

  @Override
  public final boolean hasMore() {
    return hasMore;
  }

  /** Does nothing: decoders keep no output back. */
  @Override
  public final void flush(ByteBuf out) {}

  @Override
  public final void finish(ByteBuf out) {
    if (!isComplete()) {
      throw new CodingException("decode: the body ends too early");
    }
  }

  @Override
  public final void release() {
    free();
    giveBack.run();
  }
}
