package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * One body on its way into or out of a content coding. Its owner calls {@link #release} exactly once, also after a failure. Event loop
 * only.
 */
interface Coder {
  /** Bytes of output after which a call of {@link #code} may leave the rest of its work for the next one. */
  int MAX_OUTPUT = 64 * 1024;

  /**
   * Codes the input, and writes the output that is ready. An encoder takes all of the input.
   *
   * @param in a direct buffer
   * @throws CodingException if the input is malformed, or the library fails
   */
  void code(ByteBuffer in, ByteBuf out);

  /** Returns true if {@link #code} has output for an empty input. */
  default boolean hasMore() {
    return false;
  }

  /** Returns true if all further input would be output as it is. */
  default boolean isOver() {
    return false;
  }

  /** Writes everything that the input so far leads to, so that the receiver can decode it. */
  void flush(ByteBuf out);

  /** Ends the body. */
  void finish(ByteBuf out);

  /** Gives back memory and native objects. */
  void release();
}
