package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Decodes the body of a server. Its output in one call is bounded, and so is the growth of the body. */
abstract class Decoder implements Coder {
  /** Bytes of output for one byte of input beyond those that are free. Texts have 3 to 20; a body of zeros has 1000 with gzip. */
  private static final int MAX_GROWTH = 250;

  /** The receiver of the decoded bytes decides on bodies with faults. */
  enum Receiver {
    /** The client. A body that is not whole fails, because its decoded form would look whole. */
    CLIENT(1024 * 1024),

    /**
     * An encoder of the same coding. Browsers show pages with an end that is missing, with a wrong checksum of gzip, or with bytes behind it.
     * Their new form is not whole either. The bytes are not held, so a page of equal rows may grow further.
     */
    ENCODER(64 * 1024 * 1024);

    /** Bytes of output that any body may have. */
    private final long freeOutput;

    Receiver(long freeOutput) {
      this.freeOutput = freeOutput;
    }
  }

  private final Receiver receiver;
  private final Runnable giveBack;
  private long taken;
  private long written;
  private boolean hasMore;

  /** @param giveBack runs once, when the decoder is released */
  Decoder(Receiver receiver, Runnable giveBack) {
    this.receiver = receiver;
    this.giveBack = giveBack;
  }

  @Override
  public final void code(ByteBuffer in, ByteBuf out) {
    int before = out.readableBytes();
    int room = in.remaining();
    hasMore = decode(in, out, before + MAX_OUTPUT);
    taken += room - in.remaining();
    written += out.readableBytes() - before;
    if (written > receiver.freeOutput && written > taken * MAX_GROWTH) {
      throw new CodingException("decode: more than " + MAX_GROWTH + " bytes for each byte");
    }
  }

  /**
   * Decodes until the input ends, or the output has this number of bytes.
   *
   * @return true if there may be output for an empty input
   */
  protected abstract boolean decode(ByteBuffer in, ByteBuf out, int enough);

  /** Returns true if a body with faults fails. */
  protected final boolean isStrict() {
    return receiver == Receiver.CLIENT;
  }

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
    if (isStrict() && !isComplete()) {
      throw new CodingException("decode: the body ends too early");
    }
  }

  @Override
  public final void release() {
    free();
    giveBack.run();
  }
}
