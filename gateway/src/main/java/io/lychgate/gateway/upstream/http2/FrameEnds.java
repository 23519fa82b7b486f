package io.lychgate.gateway.upstream.http2;

import io.netty.buffer.ByteBuf;

/**
 * Follows the frames of a server through the reads of its connection (RFC 9113 section 4.1). The end of a frame that an earlier read
 * has begun can so be decoded apart from the frames after it: only that frame is then copied, and not the whole read. Event loop only.
 */
final class FrameEnds {
  /** Length (3 bytes), type (1), flags (1), stream (4). */
  private static final int HEAD_BYTES = 9;

  private static final int LENGTH_BYTES = 3;

  /** Bytes of the unfinished frame's head that were read; 0 between two frames. */
  private int headRead;

  /** Length of its payload, as far as the head was read. */
  private int length;

  /** Bytes of its payload that were not read yet. */
  private int payloadLeft;

  /**
   * Passes over the bytes of one read.
   *
   * @return the number of its first bytes that belong to a frame of an earlier read; 0 if the read begins with a frame
   */
  int pass(ByteBuf read) {
    int start = read.readerIndex();
    int at = headRead == 0 ? start : passFrame(read, start);
    int rest = at - start;
    while (at < read.writerIndex()) {
      at = passFrame(read, at);
    }
    return rest;
  }

  /** Passes over the frame at this index, or over what has come of it, and returns the index after it. */
  private int passFrame(ByteBuf read, int from) {
    int end = read.writerIndex();
    int at = from;
    while (headRead < HEAD_BYTES && at < end) {
      if (headRead < LENGTH_BYTES) {
        length = (length << Byte.SIZE) | read.getUnsignedByte(at);
      }
      at++;
      if (++headRead == HEAD_BYTES) {
        payloadLeft = length;
      }
    }
    if (headRead < HEAD_BYTES) {
      return at;
    }
    int payload = Math.min(payloadLeft, end - at);
    payloadLeft -= payload;
    if (payloadLeft == 0) {
      headRead = 0;
      length = 0;
    }
    return at + payload;
  }
}
