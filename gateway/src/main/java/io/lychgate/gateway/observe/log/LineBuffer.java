package io.lychgate.gateway.observe.log;

/** Complete log lines of one event loop. The loop and the log's writer own it in turns. */
final class LineBuffer {
  /** Bytes at which a buffer is full. One handover for about 100 lines makes its cost negligible. */
  private static final int HAND_OVER_AT = 32 * 1024;

  /** Bytes of a buffer: after the last byte below the limit, the longest line still has room. */
  private static final int CAPACITY = 2 * HAND_OVER_AT;

  private static final byte[] NONE = {};

  /** Allocated by the first line: a quiet loop uses one or two buffers of its ring. */
  private byte[] bytes = NONE;

  private int length;
  private int lines;

  /** True while the writer owns the buffer. The volatile write publishes the other fields too. */
  private volatile boolean handedOver;

  /**
   * Makes room for at least {@code atLeast} bytes.
   *
   * @param used bytes to keep, including a line that has not ended yet
   */
  byte[] grow(int used, int atLeast) {
    byte[] larger = new byte[Math.max(CAPACITY, Math.max(atLeast, 2 * bytes.length))];
    System.arraycopy(bytes, 0, larger, 0, used);
    bytes = larger;
    return larger;
  }

  /** Counts one more line and sets the new length. */
  void lineEnded(int newLength) {
    length = newLength;
    lines++;
  }

  boolean isEmpty() {
    return length == 0;
  }

  boolean isFull() {
    return length >= HAND_OVER_AT;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  int lines() {
    return lines;
  }

  boolean isHandedOver() {
    return handedOver;
  }

  void handOver() {
    handedOver = true;
  }

  /** Returns the empty buffer to the loop. Writer only. */
  void giveBack() {
    length = 0;
    lines = 0;
    handedOver = false;
  }
}
