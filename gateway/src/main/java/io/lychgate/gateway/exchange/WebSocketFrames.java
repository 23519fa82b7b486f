package io.lychgate.gateway.exchange;

import io.netty.buffer.ByteBuf;

/**
 * Finds the frame boundaries of one direction of a WebSocket (RFC 6455 section 5.2): the gateway may insert its own frames only
 * there. Reads frame heads and skips payloads of any length. Event loop only.
 *
 * <pre>
 * FIN, reserved (4 bits) opcode (4) | masked (1) length (7) | longer length (0, 2 or 8 bytes) | mask (0 or 4) | payload
 * </pre>
 */
final class WebSocketFrames {
  private static final int FIN = 0x80;
  private static final int OPCODE = 0x0f;
  private static final int FIRST_CONTROL = 0x8;
  private static final int CLOSE = 0x8;
  private static final int LAST_CONTROL = 0xa;
  private static final int LAST_DATA = 0x2;
  private static final int MASKED = 0x80;
  private static final int LENGTH = 0x7f;
  private static final int MAX_CONTROL_LENGTH = 125;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;
  private static final int MASK_BYTES = 4;

  private enum Next {
    FIRST_BYTE,
    SECOND_BYTE,
    REST_OF_HEAD,
    PAYLOAD,
    /** The bytes are not frames. From here on, frame boundaries are unknown. */
    UNKNOWN
  }

  private final boolean isMasked;
  private Next next = Next.FIRST_BYTE;
  private int first;
  private int lengthBytes;
  private int maskBytes;
  private long length;
  private boolean hasClosed;

  /** @param isMasked true for a client, whose frames are always masked (section 5.1); a server's never are */
  WebSocketFrames(boolean isMasked) {
    this.isMasked = isMasked;
  }

  /** Returns true if the last byte completed a frame. */
  boolean isBetweenFrames() {
    return next == Next.FIRST_BYTE;
  }

  /** Returns true if a whole Close frame has passed: no frame may follow it (section 5.5.1). */
  boolean hasClosed() {
    return hasClosed;
  }

  /** Follows all bytes of the buffer without changing it. */
  void follow(ByteBuf data) {
    for (int at = data.readerIndex(); at < data.writerIndex(); ) {
      at = frame(data, at);
    }
  }

  /** Follows the bytes up to the end of the current frame. Returns their number; 0 between two frames. */
  int followFrame(ByteBuf data) {
    int start = data.readerIndex();
    return isBetweenFrames() ? 0 : frame(data, start) - start;
  }

  /** Returns the index of the end of the current frame, or of the buffer if that comes first. */
  private int frame(ByteBuf data, int start) {
    int at = start;
    while (at < data.writerIndex()) {
      if (next == Next.UNKNOWN) {
        return data.writerIndex();
      }
      if (next == Next.PAYLOAD) {
        int passed = (int) Math.min(length, data.writerIndex() - at);
        length -= passed;
        at += passed;
      } else {
        head(data.getUnsignedByte(at++));
      }
      if (next == Next.PAYLOAD && length == 0) {
        next = Next.FIRST_BYTE;
        hasClosed |= (first & OPCODE) == CLOSE;
        return at;
      }
    }
    return at;
  }

  private void head(int value) {
    switch (next) {
      case FIRST_BYTE -> {
        first = value;
        next = isKnown(value & OPCODE) ? Next.SECOND_BYTE : Next.UNKNOWN;
      }
      case SECOND_BYTE -> secondByte(value);
      default -> restOfHead(value);
    }
  }

  private static boolean isKnown(int opcode) {
    return opcode <= LAST_DATA || (opcode >= FIRST_CONTROL && opcode <= LAST_CONTROL);
  }

  private void secondByte(int value) {
    int short7 = value & LENGTH;
    boolean isControl = (first & OPCODE) >= FIRST_CONTROL;
    boolean isBroken = ((value & MASKED) != 0) != isMasked
        || (isControl && ((first & FIN) == 0 || short7 > MAX_CONTROL_LENGTH));
    lengthBytes = short7 == TWO_BYTES ? 2 : short7 == EIGHT_BYTES ? 8 : 0;
    length = lengthBytes == 0 ? short7 : 0;
    maskBytes = isMasked ? MASK_BYTES : 0;
    next =
        isBroken ? Next.UNKNOWN : lengthBytes + maskBytes == 0 ? Next.PAYLOAD : Next.REST_OF_HEAD;
  }

  private void restOfHead(int value) {
    if (lengthBytes > 0) {
      lengthBytes--;
      length = length << 8 | value;
    } else {
      maskBytes--;
    }
    if (length < 0) {
      next = Next.UNKNOWN;
    } else if (lengthBytes + maskBytes == 0) {
      next = Next.PAYLOAD;
    }
  }
}
