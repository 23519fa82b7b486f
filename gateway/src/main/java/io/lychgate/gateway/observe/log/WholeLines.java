package io.lychgate.gateway.observe.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Writes lines so that each arrives complete or not at all. A disk that becomes full may store part of a line. That part is cut
 * off, or else the rest of the line is written first once there is room again. Writer thread only.
 */
final class WholeLines {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The rest of a line whose beginning could not be cut off. */
  private ByteBuffer rest = NOTHING;

  /** Cuts off the last bytes that were written to the log. */
  @FunctionalInterface
  interface TakeBack {
    /**
     * Cuts off bytes. Returns false if it cannot.
     *
     * @param bytes number of bytes to cut off
     * @param of number of bytes of these lines that were written
     */
    boolean last(int bytes, long of) throws IOException;
  }

  /** Writes all lines. Throws an exception with the number of their bytes that count as written if it cannot. */
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
        throw new IOException("no byte was written");
      }
    }
  }

  /** Returns the number of bytes of complete lines that are written or will certainly be. */
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
      // The line is completed instead when writing works again.
    }
    int end = lineEnd(lines, written);
    byte[] kept = new byte[end - written];
    System.arraycopy(lines, written, kept, 0, kept.length);
    rest = ByteBuffer.wrap(kept);
    return end;
  }

  /** Drops the rest before a change of the file. Returns the number of lines that stay incomplete in the old file. */
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
