package io.lychgate.gateway.http.grpc;

import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.base64.Base64;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Parts of a gRPC-Web body: the trailers as its last message, and base64 of its text form. */
public final class GrpcWebBody {
  /** The flag of a message that has trailers in place of data. */
  private static final int TRAILERS = 0x80;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private GrpcWebBody() {}

  /** Returns the last message of a body. */
  public static ByteBuf trailers(Fields trailers, boolean isText) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < trailers.size(); i++) {
      lines.append(trailers.name(i)).append(": ").append(trailers.value(i)).append("\r\n");
    }
    byte[] bytes = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    ByteBuf message = ByteBufAllocator.DEFAULT.buffer(5 + bytes.length);
    message.writeByte(TRAILERS).writeInt(bytes.length).writeBytes(bytes);
    return isText ? encode(message) : message;
  }

  /** Returns the base64 of a piece, with its own padding, so that each piece can leave at once. Releases the piece. */
  public static ByteBuf encode(ByteBuf piece) {
    if (!piece.isReadable()) {
      piece.release();
      return Unpooled.EMPTY_BUFFER;
    }
    try {
      return Base64.encode(piece, piece.readerIndex(), piece.readableBytes(), false);
    } finally {
      piece.release();
    }
  }

  /**
   * Decodes base64 that comes in pieces of any length. Each group of four characters may have padding, as clients join texts that were
   * encoded by themselves.
   */
  public static final class Decoder {
    private static final int GROUP = 4;

    private int bits;
    private int characters;
    private int padding;

    /** Returns the decoded bytes of a piece, which it does not release. Null if the text is not base64. */
    public @Nullable ByteBuf decode(ByteBuf piece) {
      ByteBuf decoded = ByteBufAllocator.DEFAULT.buffer(piece.readableBytes() / GROUP * 3 + 3);
      for (int i = piece.readerIndex(); i < piece.writerIndex(); i++) {
        if (!add((char) piece.getByte(i))) {
          decoded.release();
          return null;
        }
        if (characters == GROUP) {
          for (int shift = 16; shift >= 8 * padding; shift -= 8) {
            decoded.writeByte(bits >> shift);
          }
          bits = 0;
          characters = 0;
          padding = 0;
        }
      }
      return decoded;
    }

    /** Returns true if the text may end here. */
    public boolean isComplete() {
      return characters == 0;
    }

    private boolean add(char c) {
      int value = ALPHABET.indexOf(c);
      if (c == '=' && characters >= 2) {
        padding++;
        value = 0;
      } else if (padding > 0) {
        return false;
      }
      bits = bits << 6 | value;
      characters++;
      return value >= 0;
    }
  }
}
