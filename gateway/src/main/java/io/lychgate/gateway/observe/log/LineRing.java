package io.lychgate.gateway.observe.log;

import org.jspecify.annotations.Nullable;

/**
 * A ring of buffers between one event loop and the log's writer, with one producer and one consumer.
 *
 * <p>A volatile flag hands a buffer over, and the buffer keeps its place, so nothing is allocated, locked or queued. When the
 * writer is a whole ring behind (a slow disk), there is no free buffer and lines are dropped.
 */
final class LineRing {
  /** Buffers of the ring. A line is dropped only when at least 512 KiB wait, about 30 ms of the fastest loop. */
  private static final int BUFFERS = 16;

  private final LineBuffer[] buffers = new LineBuffer[BUFFERS];
  private int head; // Loop only.
  private int tail; // Writer only.

  LineRing() {
    for (int i = 0; i < BUFFERS; i++) {
      buffers[i] = new LineBuffer();
    }
  }

  /** Returns the buffer for the next line; null if all wait for the writer. Event loop only. */
  @Nullable
  LineBuffer current() {
    LineBuffer buffer = buffers[head];
    return buffer.isHandedOver() ? null : buffer;
  }

  /** Hands the current buffer over to the writer. Returns false if it is empty. Event loop only. */
  boolean handOver() {
    LineBuffer buffer = current();
    if (buffer == null || buffer.isEmpty()) {
      return false;
    }
    buffer.handOver();
    head = (head + 1) % BUFFERS;
    return true;
  }

  /** Returns the oldest full buffer; null if there is none. Writer only; {@link #giveBack} must follow. */
  @Nullable
  LineBuffer poll() {
    LineBuffer buffer = buffers[tail];
    return buffer.isHandedOver() ? buffer : null;
  }

  /** Returns the buffer to the loop. Writer only. */
  void giveBack(LineBuffer buffer) {
    buffer.giveBack();
    tail = (tail + 1) % BUFFERS;
  }
}
