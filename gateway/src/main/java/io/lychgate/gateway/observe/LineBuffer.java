package io.lychgate.gateway.observe;

/** Whole log lines of one event loop, owned in turns by the loop and by the log's writer. */
final class LineBuffer {
  /** Bytes. A handover for each of some 100 lines makes its cost vanish. */
  private static final int HAND_OVER_AT = 32 * 1024;

  /** The longest line has room behind a buffer that is just not full. */
  private static final int CAPACITY = 2 * HAND_OVER_AT;

  private static final byte[] NONE = {};

  /** Allocated by the first line: a quiet loop uses one or two buffers of its ring. */
  private byte[] bytes = NONE;

  private int length;
  private int lines;

  /** True while it belongs to the writer. The volatile write hands the other fields over with it. */
  private volatile boolean handedOver;

  /**
   * More room.
   *
   * @param used octets that are kept, a line among them that has not ended yet
   */
  byte[] grow(int used, int atLeast) {
    byte[] larger = new byte[Math.max(CAPACITY, Math.max(atLeast, 2 * bytes.length))];
    System.arraycopy(bytes, 0, larger, 0, used);
    bytes = larger;
    return larger;
  }

  /** One more line is in the buffer, which is of this length now. */
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

  /** Writer only. */
  void giveBack() {
    length = 0;
    lines = 0;
    handedOver = false;
  }
}
