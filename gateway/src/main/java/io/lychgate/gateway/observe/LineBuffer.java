package io.lychgate.gateway.observe;

import java.util.Arrays;

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

  void append(byte[] source, int offset, int count) {
    if (count > bytes.length - length) {
      grow(length + count);
    }
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  void append(byte octet) {
    if (length == bytes.length) {
      grow(length + 1);
    }
    bytes[length++] = octet;
  }

  private void grow(int atLeast) {
    bytes = Arrays.copyOf(bytes, Math.max(CAPACITY, Math.max(atLeast, 2 * bytes.length)));
  }

  void endLine() {
    append((byte) '\n');
    lines++;
  }

  /** Takes back what came after this length: a line that did not come to its end. */
  void truncate(int newLength) {
    length = newLength;
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
