package io.lychgate.gateway.testkit;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import com.aayushatharva.brotli4j.decoder.DecoderJNI.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decodes whole bodies in Brotli. The stream of the library rejects some of them with "unexpected end of input": it requests more input
 * while the rest of its input waits behind output that it has just taken.
 */
public final class BrotliBytes {
  private BrotliBytes() {}

  /** Returns the decoded bytes. Fails if the body is not whole. */
  public static byte[] decoded(byte[] body) throws IOException {
    return decoded(body, true);
  }

  /** Returns the decoded bytes of a body that may end too early. */
  public static byte[] beginning(byte[] body) throws IOException {
    return decoded(body, false);
  }

  private static byte[] decoded(byte[] body, boolean isWhole) throws IOException {
    Brotli4jLoader.ensureAvailability();
    DecoderJNI.Wrapper decoder = new DecoderJNI.Wrapper(Math.max(1, body.length));
    try {
      decoder.getInputBuffer().put(body);
      decoder.push(body.length);
      return output(decoder, isWhole);
    } finally {
      decoder.destroy();
    }
  }

  private static byte[] output(DecoderJNI.Wrapper decoder, boolean isWhole) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean mayHoldInput = false;
    while (decoder.getStatus() != Status.DONE) {
      if (decoder.getStatus() == Status.NEEDS_MORE_OUTPUT || decoder.hasOutput()) {
        ByteBuffer piece = decoder.pull();
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        out.writeBytes(bytes);
        mayHoldInput = true;
      } else if (decoder.getStatus() == Status.OK || mayHoldInput) {
        mayHoldInput = false;
        decoder.push(0);
      } else if (!isWhole && decoder.getStatus() == Status.NEEDS_MORE_INPUT) {
        break;
      } else {
        throw new IOException("br: " + decoder.getStatus() + " (expected: a whole body)");
      }
    }
    return out.toByteArray();
  }
}
