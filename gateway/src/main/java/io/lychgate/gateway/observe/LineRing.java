package io.lychgate.gateway.observe;

import org.jspecify.annotations.Nullable;

/**
 * The buffers of one event loop on their way to the log's writer and back: a ring with one producer and one consumer.
 *
 * <p>A buffer changes hands by one volatile flag and keeps its place, so that nothing is allocated, locked or queued.
 * When the writer is a whole ring behind (a slow disk), there is no buffer and lines are dropped.
 */
final class LineRing {
  /** 512 KiB at least are on their way before a line is dropped: some 30 ms of the fastest loop. */
  private static final int BUFFERS = 16;

  private final LineBuffer[] buffers = new LineBuffer[BUFFERS];
  private int head; // Loop only.
  private int tail; // Writer only.

  LineRing() {
    for (int i = 0; i < BUFFERS; i++) {
      buffers[i] = new LineBuffer();
    }
  }

  /** The buffer to write the next line to; null when all wait for the writer. Event loop only. */
  @Nullable
  LineBuffer current() {
    LineBuffer buffer = buffers[head];
    return buffer.isHandedOver() ? null : buffer;
  }

  /** Gives the current buffer away, unless it is empty. Event loop only. */
  boolean handOver() {
    LineBuffer buffer = current();
    if (buffer == null || buffer.isEmpty()) {
      return false;
    }
    buffer.handOver();
    head = (head + 1) % BUFFERS;
    return true;
  }

  /** The oldest full buffer; null when there is none. Writer only; {@link #giveBack} must follow. */
  @Nullable
  LineBuffer poll() {
    LineBuffer buffer = buffers[tail];
    return buffer.isHandedOver() ? buffer : null;
  }

  /** Writer only. */
  void giveBack(LineBuffer buffer) {
    buffer.giveBack();
    tail = (tail + 1) % BUFFERS;
  }
}
