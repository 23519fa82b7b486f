package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a text into an HTML document that may have a content coding: it decodes the body, and codes it again in the same coding. Holds
 * the beginning of the document until the place is found.
 */
final class InsertingCoder implements Coder {
  /** Bytes in which the head must begin. Licence texts in comments are before some. */
  static final int MAX_HELD = 16 * 1024;

  private static final byte[] NONE = {};

  private final byte[] text;
  private final HtmlHead head;
  private final @Nullable Coder decoder;
  private final @Nullable Coder encoder;
  private final Consumer<Boolean> whenDecided;
  private byte[] held = NONE;
  private int heldLength;
  private boolean isDecided;

  /**
   * @param decoder the decoder of the body's coding; null for none
   * @param encoder the encoder of the same coding; null for none
   * @param whenDecided gets true when the text was inserted, or false when there is no place for it
   */
  InsertingCoder(
      byte[] text,
      HtmlHead head,
      @Nullable Coder decoder,
      @Nullable Coder encoder,
      Consumer<Boolean> whenDecided) {
    this.text = text;
    this.head = head;
    this.decoder = decoder;
    this.encoder = encoder;
    this.whenDecided = whenDecided;
  }

  @Override
  public void code(ByteBuffer in, ByteBuf out) {
    if (decoder == null) {
      insert(in, out);
      return;
    }
    ByteBuf plain = ByteBufAllocator.DEFAULT.directBuffer();
    try {
      decoder.code(in, plain);
      encode(plain, out);
    } finally {
      plain.release();
    }
  }

  private void encode(ByteBuf plain, ByteBuf out) {
    Coder coder = encoder;
    if (coder == null) {
      throw new IllegalStateException("encoder: none (expected: one beside a decoder)");
    }
    if (isDecided) {
      code(coder, plain, out);
      return;
    }
    ByteBuf changed = ByteBufAllocator.DEFAULT.directBuffer();
    try {
      insert(plain.nioBuffer(), changed);
      code(coder, changed, out);
    } finally {
      changed.release();
    }
  }

  private static void code(Coder coder, ByteBuf plain, ByteBuf out) {
    if (plain.isReadable()) {
      coder.code(plain.nioBuffer(), out);
    }
  }

  private void insert(ByteBuffer in, ByteBuf out) {
    while (!isDecided && in.hasRemaining()) {
      hold(in);
      int place = head.find(held, heldLength);
      if (place == HtmlHead.NONE || (place == HtmlHead.MORE && heldLength == MAX_HELD)) {
        giveUp(out);
      } else if (place >= 0) {
        decided(true);
        out.writeBytes(held, 0, place).writeBytes(text).writeBytes(held, place, heldLength - place);
        held = NONE;
      }
    }
    out.writeBytes(in);
  }

  private void hold(ByteBuffer in) {
    int length = Math.min(in.remaining(), MAX_HELD - heldLength);
    if (held.length < heldLength + length) {
      held =
          Arrays.copyOf(held, Math.min(MAX_HELD, Math.max(2 * held.length, heldLength + length)));
    }
    in.get(held, heldLength, length);
    heldLength += length;
  }

  private void giveUp(ByteBuf out) {
    decided(false);
    out.writeBytes(held, 0, heldLength);
    held = NONE;
  }

  private void decided(boolean isInserted) {
    isDecided = true;
    whenDecided.accept(isInserted);
  }

  @Override
  public boolean hasMore() {
    return decoder != null && decoder.hasMore();
  }

  @Override
  public boolean isOver() {
    return isDecided && decoder == null;
  }

  @Override
  public void flush(ByteBuf out) {
    if (encoder != null) {
      encoder.flush(out);
    }
  }

  @Override
  public void finish(ByteBuf out) {
    if (decoder != null) {
      decoder.finish(out);
    }
    Coder coder = encoder;
    if (coder == null) {
      if (!isDecided) {
        giveUp(out);
      }
      return;
    }
    if (!isDecided) {
      ByteBuf rest = ByteBufAllocator.DEFAULT.directBuffer();
      try {
        giveUp(rest);
        code(coder, rest, out);
      } finally {
        rest.release();
      }
    }
    coder.finish(out);
  }

  @Override
  public void release() {
    if (decoder != null) {
      decoder.release();
    }
    if (encoder != null) {
      encoder.release();
    }
  }
}
