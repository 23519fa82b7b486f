package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a text into an HTML document that may have a content coding: it decodes the body, and codes it again in the same coding. Holds
 * the beginning of the document until the place is found.
 */
final class InsertingCoder implements Coder {
  /** Bytes in which the head must begin. Licence texts in comments are before some. */
  static final int MAX_HELD = 16 * 1024;

  private static final byte[] NONE = {};

  private final InsertedText text;
  private final HtmlHead head;
  private final @Nullable Decoder decoder;
  private final @Nullable Coder encoder;
  private byte[] held = NONE;
  private int heldLength;
  private boolean isDecided;

  /** The body has at least one byte. */
  private boolean isBegun;

  /**
   * @param decoder the decoder of the body's coding; null for none
   * @param encoder the encoder of the same coding; null for none
   */
  InsertingCoder(
      InsertedText text, HtmlHead head, @Nullable Decoder decoder, @Nullable Coder encoder) {
    this.text = text;
    this.head = head;
    this.decoder = decoder;
    this.encoder = encoder;
  }

  @Override
  public void code(ByteBuffer in, ByteBuf out) {
    isBegun |= in.hasRemaining();
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
    if (isDecided) {
      code(encoder(), plain, out);
      return;
    }
    ByteBuf changed = ByteBufAllocator.DEFAULT.directBuffer();
    try {
      insert(plain.nioBuffer(), changed);
      code(encoder(), changed, out);
    } finally {
      changed.release();
    }
  }

  private Coder encoder() {
    Coder coder = encoder;
    if (coder == null) {
      throw new IllegalStateException("encoder: none (expected: one beside a decoder)");
    }
    return coder;
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
      if (place == HtmlHead.MORE && heldLength == MAX_HELD) {
        place = head.placeSoFar(held, heldLength);
      }
      if (place != HtmlHead.MORE) {
        decide(place, out);
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

  /** @param place {@link HtmlHead#NONE} for none */
  private void decide(int place, ByteBuf out) {
    isDecided = true;
    byte[] inserted = NONE;
    if (place == HtmlHead.NONE) {
      text.hasNoPlace();
    } else {
      inserted = text.of(head.policies());
    }
    int before = Math.max(0, place);
    out.writeBytes(held, 0, before)
        .writeBytes(inserted)
        .writeBytes(held, before, heldLength - before);
    held = NONE;
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
    if (decoder == null) {
      if (!isDecided) {
        decide(head.placeSoFar(held, heldLength), out);
      }
      return;
    }
    decoder.finish(out);
    encodeHeld(out);
    if (decoder.isComplete()) {
      encoder().finish(out);
    } else if (isBegun) {
      // The server's body has no end, or a wrong one. So the client gets no end that looks right.
      encoder().flush(out);
    }
  }

  private void encodeHeld(ByteBuf out) {
    if (isDecided) {
      return;
    }
    ByteBuf rest = ByteBufAllocator.DEFAULT.directBuffer();
    try {
      decide(head.placeSoFar(held, heldLength), rest);
      code(encoder(), rest, out);
    } finally {
      rest.release();
    }
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
