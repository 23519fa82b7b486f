package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http3.Http3ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frame boundaries of one stream, byte by byte, however the frames are split into reads. On the control stream it also
 * parses frames that consist only of integers: Netty 4.2.18 trusts their lengths and continues to read in the next frame.
 */
final class FrameWalk {
  // RFC 9114 section 11.2.1.
  private static final long HEADERS = 0x1;
  private static final long CANCEL_PUSH = 0x3;
  private static final long SETTINGS = 0x4;
  private static final long GOAWAY = 0x7;
  private static final long MAX_PUSH_ID = 0xd;

  /** RFC 9220 section 3. */
  private static final long ENABLE_CONNECT_PROTOCOL = 0x8;

  /** RFC 9297 section 2.1.1. */
  private static final long H3_DATAGRAM = 0x33;

  /** RFC 9114 section 11.2.2. */
  private static final long RESERVED_SETTING = 0x0;

  private static final long NONE = -1;

  private enum At {
    TYPE,
    LENGTH,
    PAYLOAD,
    INTEGERS
  }

  private final boolean isControl;
  private final WireInteger integer = new WireInteger();
  private At at = At.TYPE;
  private long type = NONE;
  private long remaining;
  private int integers;
  private long setting;

  /** Bytes of the first HEADERS frame; {@link #NONE} before it. */
  private long firstSection = NONE;

  FrameWalk(boolean isControl) {
    this.isControl = isControl;
  }

  /** Follows the readable bytes without consuming them. Returns the error; null for none. */
  @Nullable
  Http3ErrorCode follow(ByteBuf in) {
    int index = in.readerIndex();
    int end = in.writerIndex();
    Http3ErrorCode error = null;
    while (index < end && error == null) {
      if (at == At.PAYLOAD) {
        int here = (int) Math.min(remaining, end - index);
        index += here;
        payloadRead(here);
      } else {
        error = next(in.getByte(index++));
      }
    }
    return error;
  }

  /** Returns the bytes of the first field section on a request stream; -1 before its frame. */
  long firstSectionBytes() {
    return firstSection;
  }

  /** Returns true if the stream may end here. */
  boolean isBetweenFrames() {
    return at == At.TYPE && !integer.isBegun();
  }

  private @Nullable Http3ErrorCode next(byte value) {
    boolean isComplete = integer.take(value);
    if (at == At.INTEGERS) {
      return inIntegers(isComplete);
    }
    if (!isComplete) {
      return null;
    }
    if (at == At.TYPE) {
      return typed();
    }
    return begin(integer.value());
  }

  private @Nullable Http3ErrorCode typed() {
    boolean isFirst = type == NONE;
    type = integer.value();
    at = At.LENGTH;
    // RFC 9114 6.2.1: applies to frames of any type. Netty skips some that it does not know.
    return isControl && isFirst && type != SETTINGS ? Http3ErrorCode.H3_MISSING_SETTINGS : null;
  }

  private @Nullable Http3ErrorCode begin(long length) {
    remaining = length;
    integers = 0;
    if (type == HEADERS && firstSection == NONE) {
      firstSection = length;
    }
    if (isControl && (type == SETTINGS || isOneInteger())) {
      at = length == 0 ? At.TYPE : At.INTEGERS;
      return length == 0 && type != SETTINGS ? Http3ErrorCode.H3_FRAME_ERROR : null;
    }
    at = length == 0 ? At.TYPE : At.PAYLOAD;
    return null;
  }

  private void payloadRead(int bytes) {
    remaining -= bytes;
    if (remaining == 0) {
      at = At.TYPE;
    }
  }

  private @Nullable Http3ErrorCode inIntegers(boolean isComplete) {
    payloadRead(1);
    if (isComplete) {
      integers++;
    }
    boolean isOver = at == At.TYPE;
    if (isOver && !isComplete) {
      return Http3ErrorCode.H3_FRAME_ERROR;
    }
    if (isOneInteger()) {
      return integers == 1 && !isOver ? Http3ErrorCode.H3_FRAME_ERROR : null;
    }
    boolean isValue = integers % 2 == 0;
    if (isOver && !isValue) {
      return Http3ErrorCode.H3_FRAME_ERROR;
    }
    return isComplete ? setting(isValue) : null;
  }

  private @Nullable Http3ErrorCode setting(boolean isValue) {
    if (!isValue) {
      setting = integer.value();
      // RFC 9114 section 7.2.4.1; Netty rejects the other settings reserved from HTTP/2.
      return setting == RESERVED_SETTING ? Http3ErrorCode.H3_SETTINGS_ERROR : null;
    }
    boolean isSwitch = setting == ENABLE_CONNECT_PROTOCOL || setting == H3_DATAGRAM;
    return isSwitch && integer.value() > 1 ? Http3ErrorCode.H3_SETTINGS_ERROR : null;
  }

  private boolean isOneInteger() {
    return type == CANCEL_PUSH || type == GOAWAY || type == MAX_PUSH_ID;
  }
}
