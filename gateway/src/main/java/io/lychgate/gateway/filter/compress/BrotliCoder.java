package io.lychgate.gateway.filter.compress;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.EncoderJNI;
import com.aayushatharva.brotli4j.encoder.EncoderJNI.Operation;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compresses with Brotli (RFC 7932). The library cannot reset an encoder, so each body has its own. */
final class BrotliCoder implements Coder {
  /** Bytes of the buffer through which input goes to the library. */
  private static final int INPUT = 16 * 1024;

  private final EncoderJNI.Wrapper encoder;
  private final Runnable giveBack;

  private BrotliCoder(EncoderJNI.Wrapper encoder, Runnable giveBack) {
    this.encoder = encoder;
    this.giveBack = giveBack;
  }

  /**
   * Returns a coder; null if there is no memory for it.
   *
   * @param windowBits binary logarithm of the bytes to which a repetition may refer
   */
  static @Nullable BrotliCoder open(int level, int windowBits, Runnable giveBack) {
    try {
      return new BrotliCoder(
          new EncoderJNI.Wrapper(INPUT, level, windowBits, Encoder.Mode.GENERIC), giveBack);
    } catch (IOException failed) {
      giveBack.run();
      return null;
    }
  }

  @Override
  public void code(ByteBuffer in, ByteBuf out) {
    ByteBuffer input = encoder.getInputBuffer();
    while (in.hasRemaining()) {
      int length = Math.min(in.remaining(), input.capacity());
      input.clear();
      input.put(in.slice().limit(length));
      in.position(in.position() + length);
      push(Operation.PROCESS, length, out);
    }
  }

  private void push(Operation operation, int length, ByteBuf out) {
    encoder.push(operation, length);
    while (encoder.isSuccess()) {
      if (encoder.hasMoreOutput()) {
        out.writeBytes(encoder.pull());
      } else if (encoder.hasRemainingInput()) {
        encoder.push(operation, 0);
      } else {
        return;
      }
    }
    throw new CodingException("br: the encoder has failed");
  }

  @Override
  public void flush(ByteBuf out) {
    push(Operation.FLUSH, 0, out);
  }

  @Override
  public void finish(ByteBuf out) {
    push(Operation.FINISH, 0, out);
    while (!encoder.isFinished()) {
      push(Operation.FINISH, 0, out);
    }
  }

  @Override
  public void release() {
    encoder.destroy();
    giveBack.run();
  }
}
