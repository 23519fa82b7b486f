package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;

/**
 * The bytes of a head before they are copied into a buffer, one object for each thread. A head has about fifty short texts, and the
 * checks of a buffer cost more than the copy of each.
 */
final class HeadText {
  /** The largest array that is kept; rare larger heads release theirs. */
  private static final int KEPT_BYTES = 16 * 1024;

  private static final FastThreadLocal<HeadText> OF_THREAD = new FastThreadLocal<>() {
    @Override
    protected HeadText initialValue() {
      return new HeadText();
    }
  };

  private byte[] bytes = new byte[KEPT_BYTES / 8];
  private int length;

  /** Returns the object of this thread, empty. */
  static HeadText empty() {
    HeadText text = OF_THREAD.get();
    text.length = 0;
    return text;
  }

  HeadText add(CharSequence text) {
    int count = text.length();
    room(count);
    if (text instanceof AsciiString ascii) {
      System.arraycopy(ascii.array(), ascii.arrayOffset(), bytes, length, count);
    } else {
      for (int i = 0; i < count; i++) {
        bytes[length + i] = AsciiString.c2b(text.charAt(i));
      }
    }
    length += count;
    return this;
  }

  HeadText add(char ascii) {
    room(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  void writeTo(ByteBuf out) {
    out.writeBytes(bytes, 0, length);
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[KEPT_BYTES / 8];
    }
  }

  private void room(int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
    }
  }
}
