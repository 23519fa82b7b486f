package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decodes gzip (RFC 1952): one member, or several. */
final class GzipDecoder extends Decoder {
  private static final int ROOM = 16 * 1024;
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private static final int FIXED_BYTES = 10;
  private static final int TRAILER_BYTES = 8;

  // The bits of FLG (section 2.3.1).
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private Part part = Part.FIXED;

  /** The number of bytes of this part so far. */
  private int count;

  private int flags;
  private int extraLength;
  private long length;
  private long trailer;
  private boolean hasMember;
  private boolean hasWrongChecksum;

  /** The body has ended: further bytes are no part of it. */
  private boolean isOver;

  /** The parts of a member, in their order. */
  private enum Part {
    FIXED,
    EXTRA_LENGTH,
    EXTRA,
    NAME,
    COMMENT,
    HEADER_CRC,
    BODY,
    TRAILER
  }

  GzipDecoder(Receiver receiver, Runnable giveBack) {
    super(receiver, giveBack);
  }

  @Override
  protected boolean decode(ByteBuffer in, ByteBuf out, int enough) {
    while (out.readableBytes() < enough) {
      if (isOver) {
        in.position(in.limit());
        return false;
      }
      if (part == Part.BODY) {
        if (!inflate(in, out)) {
          return false;
        }
      } else if (in.hasRemaining()) {
        take(in.get() & 0xff);
      } else {
        return false;
      }
    }
    return part == Part.BODY;
  }

  /** Returns false if the inflater needs more input. */
  private boolean inflate(ByteBuffer in, ByteBuf out) {
    inflater.setInput(in);
    out.ensureWritable(ROOM);
    ByteBuffer room = out.nioBuffer(out.writerIndex(), ROOM);
    int start = room.position();
    try {
      int written = inflater.inflate(room);
      room.limit(room.position()).position(start);
      crc.update(room);
      length += written;
      out.writerIndex(out.writerIndex() + written);
      boolean needsMore = written == 0 && inflater.needsInput();
      if (inflater.finished()) {
        next(Part.TRAILER);
        return true;
      }
      if (written == 0 && !needsMore) {
        throw new CodingException("gzip: a dictionary (expected: none)");
      }
      return !needsMore;
    } catch (DataFormatException malformed) {
      throw new CodingException("gzip: malformed");
    } finally {
      // The memory of the input does not outlive this call.
      inflater.setInput(EMPTY);
    }
  }

  private void next(Part following) {
    part = following;
    count = 0;
  }

  private void take(int value) {
    switch (part) {
      case FIXED -> takeFixed(value);
      case EXTRA_LENGTH -> {
        extraLength |= value << (8 * count++);
        if (count == 2) {
          next(extraLength == 0 ? afterExtra() : Part.EXTRA);
        }
      }
      case EXTRA -> {
        if (++count == extraLength) {
          next(afterExtra());
        }
      }
      case NAME -> {
        if (value == 0) {
          next(afterName());
        }
      }
      case COMMENT -> {
        if (value == 0) {
          next(afterComment());
        }
      }
      case HEADER_CRC -> {
        if (++count == 2) {
          next(Part.BODY);
        }
      }
      case TRAILER -> takeTrailer(value);
      case BODY -> throw new IllegalStateException("part: the body (expected: another)");
    }
  }

  private void takeFixed(int value) {
    boolean isRight = switch (count) {
      case 0 -> value == 0x1f;
      case 1 -> value == 0x8b;
      case 2 -> value == 8;
      case 3 -> (value & RESERVED) == 0;
      default -> true;
    };
    if (!isRight && hasMember && !isStrict()) {
      isOver = true;
      return;
    }
    if (!isRight) {
      throw new CodingException("gzip: malformed header");
    }
    if (count == 3) {
      flags = value;
    }
    if (++count == FIXED_BYTES) {
      extraLength = 0;
      next((flags & EXTRA) != 0 ? Part.EXTRA_LENGTH : afterExtra());
    }
  }

  private Part afterExtra() {
    return (flags & NAME) != 0 ? Part.NAME : afterName();
  }

  private Part afterName() {
    return (flags & COMMENT) != 0 ? Part.COMMENT : afterComment();
  }

  private Part afterComment() {
    return (flags & HEADER_CRC) != 0 ? Part.HEADER_CRC : Part.BODY;
  }

  private void takeTrailer(int value) {
    trailer |= (long) value << (8 * count);
    if (++count < TRAILER_BYTES) {
      return;
    }
    if (trailer != (crc.getValue() | (length & 0xffff_ffffL) << 32)) {
      hasWrongChecksum = true;
      isOver = true;
    }
    if (hasWrongChecksum && isStrict()) {
      throw new CodingException("gzip: wrong checksum");
    }
    trailer = 0;
    length = 0;
    crc.reset();
    inflater.reset();
    hasMember = true;
    next(Part.FIXED);
  }

  @Override
  protected boolean isComplete() {
    return hasMember && !hasWrongChecksum && part == Part.FIXED && (count == 0 || !isStrict());
  }

  @Override
  protected void free() {
    inflater.end();
  }
}
