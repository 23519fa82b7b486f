package io.lychgate.gateway.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Writes lines so that each arrives whole or not at all. A disk that fills up takes the beginning of a line: that is taken back, or
 * else the rest of the line is the first that is written when there is room again. Writer thread only.
 */
final class WholeLines {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Of a line whose beginning could not be taken back. */
  private ByteBuffer rest = NOTHING;

  /** Takes back the last bytes that were written. */
  @FunctionalInterface
  interface TakeBack {
    /**
     * False when it cannot.
     *
     * @param bytes so many
     * @param of all that were written since the lines were given
     */
    boolean last(int bytes, long of) throws IOException;
  }

  /** Writes all of the lines, or throws and tells how many of their bytes count as written. */
  void write(WritableByteChannel out, TakeBack takeBack, byte[] lines, int length)
      throws LinesLostException {
    ByteBuffer buffer = ByteBuffer.wrap(lines, 0, length);
    int before = rest.remaining();
    try {
      writeAll(out, rest);
      rest = NOTHING;
      writeAll(out, buffer);
    } catch (IOException failed) {
      throw new LinesLostException(settled(takeBack, lines, buffer.position(), before), failed);
    }
  }

  private static void writeAll(WritableByteChannel out, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (out.write(buffer) == 0) {
        throw new IOException("nothing was taken");
      }
    }
  }

  /** How many bytes of whole lines are written, or surely will be. */
  private int settled(TakeBack takeBack, byte[] lines, int written, int before) {
    int whole = lineStart(lines, written);
    if (whole == written) {
      return whole;
    }
    try {
      if (takeBack.last(written - whole, (long) before + written)) {
        return whole;
      }
    } catch (IOException e) {
      // The line is finished instead, when something can be written again.
    }
    int end = lineEnd(lines, written);
    byte[] kept = new byte[end - written];
    System.arraycopy(lines, written, kept, 0, kept.length);
    rest = ByteBuffer.wrap(kept);
    return end;
  }

  /** The place changes: returns how many lines were begun there and stay without their end. */
  int abandon() {
    int torn = rest.hasRemaining() ? 1 : 0;
    rest = NOTHING;
    return torn;
  }

  private static int lineStart(byte[] lines, int from) {
    int at = from;
    while (at > 0 && lines[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  private static int lineEnd(byte[] lines, int from) {
    int at = from;
    while (lines[at] != '\n') {
      at++;
    }
    return at + 1;
  }
}
