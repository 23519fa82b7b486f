package io.lychgate.gateway.filter.compress;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import com.aayushatharva.brotli4j.decoder.DecoderJNI.Status;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decodes Brotli (RFC 7932). */
final class BrotliDecoder extends Decoder {
  private static final int INPUT = 16 * 1024;

  private final DecoderJNI.Wrapper decoder;

  /** Output was in the way of the input that the library has. It does not report the rest of that input. */
  private boolean mayHoldInput;

  private BrotliDecoder(Receiver receiver, DecoderJNI.Wrapper decoder, Runnable giveBack) {
    super(receiver, giveBack);
    this.decoder = decoder;
  }

  /** Returns a decoder; null if there is no memory for it. */
  static @Nullable BrotliDecoder open(Receiver receiver, Runnable giveBack) {
    try {
      return new BrotliDecoder(receiver, new DecoderJNI.Wrapper(INPUT), giveBack);
    } catch (IOException failed) {
      giveBack.run();
      return null;
    }
  }

  @Override
  protected boolean decode(ByteBuffer in, ByteBuf out, int enough) {
    while (out.readableBytes() < enough) {
      Status status = decoder.getStatus();
      if (status == Status.NEEDS_MORE_OUTPUT || decoder.hasOutput()) {
        out.writeBytes(decoder.pull());
        mayHoldInput = true;
      } else if (status == Status.OK || (status == Status.NEEDS_MORE_INPUT && mayHoldInput)) {
        mayHoldInput = false;
        decoder.push(0);
      } else if (status == Status.NEEDS_MORE_INPUT) {
        if (!in.hasRemaining()) {
          return false;
        }
        push(in);
      } else if (status == Status.DONE) {
        if (in.hasRemaining()) {
          throw new CodingException("br: bytes behind the end");
        }
        return false;
      } else {
        throw new CodingException("br: malformed");
      }
    }
    return true;
  }

  private void push(ByteBuffer in) {
    ByteBuffer input = decoder.getInputBuffer();
    int length = Math.min(in.remaining(), input.capacity());
    input.clear();
    input.put(in.slice().limit(length));
    in.position(in.position() + length);
    decoder.push(length);
  }

  @Override
  protected boolean isComplete() {
    return decoder.getStatus() == Status.DONE;
  }

  @Override
  protected void free() {
    decoder.destroy();
  }
}
