package io.lychgate.gateway.filter.compress;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Decodes zstd (RFC 8878): one frame, or several, with windows of at most 8 MB (RFC 9659). */
final class ZstdDecoder extends Decoder {
  /** Bytes. RFC 9659 section 3. The library would take sixteen times as much. */
  private static final long MAX_WINDOW = 8L * 1024 * 1024;

  private static final int ROOM = 16 * 1024;

  /** Bytes of the magic number, of the descriptor behind it, and of the longest header of a frame. */
  private static final int DESCRIPTOR_AT = 4;

  private static final int MAX_HEADER = 18;

  // RFC 8878 sections 3.1.1.1.1 and 3.1.1.1.2.
  private static final int SINGLE_SEGMENT = 0x20;
  private static final int[] CONTENT_SIZE_BYTES = {1, 2, 4, 8};
  private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};

  private final ZstdDecompressCtx context = new ZstdDecompressCtx();

  /** The beginning of a frame, as far as its window is read from it. Then it waits for the library. */
  private final ByteBuffer header = ByteBuffer.allocateDirect(MAX_HEADER);

  private boolean isHeaderKnown;
  private boolean hasFrame;

  ZstdDecoder(Runnable giveBack) {
    super(Receiver.CLIENT, giveBack);
  }

  @Override
  protected boolean decode(ByteBuffer in, ByteBuf out, int enough) {
    while (out.readableBytes() < enough) {
      if (!isHeaderKnown && !readHeader(in)) {
        return false;
      }
      ByteBuffer source = header.hasRemaining() ? header : in;
      out.ensureWritable(ROOM);
      ByteBuffer room = out.nioBuffer(out.writerIndex(), ROOM);
      int start = room.position();
      boolean isEnd = step(room, source);
      out.writerIndex(out.writerIndex() + room.position() - start);
      if (isEnd) {
        hasFrame = true;
        isHeaderKnown = false;
        header.clear();
      } else if (room.hasRemaining() && !header.hasRemaining() && !in.hasRemaining()) {
        return false;
      }
    }
    return isHeaderKnown;
  }

  private boolean step(ByteBuffer room, ByteBuffer source) {
    try {
      return context.decompressDirectByteBufferStream(room, source);
    } catch (ZstdException malformed) {
      throw new CodingException("zstd: " + malformed.getMessage());
    }
  }

  /** Returns true once the window is known, and small enough. */
  private boolean readHeader(ByteBuffer in) {
    while (in.hasRemaining()) {
      header.put(in.get());
      int needed = headerBytes();
      if (header.position() == needed) {
        checkWindow();
        header.flip();
        isHeaderKnown = true;
        return true;
      }
    }
    return false;
  }

  /** Returns the bytes up to the end of the window or the content size, as far as the header so far shows it. */
  private int headerBytes() {
    if (header.position() <= DESCRIPTOR_AT) {
      return DESCRIPTOR_AT + 1;
    }
    int descriptor = header.get(DESCRIPTOR_AT) & 0xff;
    if ((descriptor & SINGLE_SEGMENT) == 0) {
      return DESCRIPTOR_AT + 2;
    }
    return DESCRIPTOR_AT
        + 1
        + DICTIONARY_BYTES[descriptor & 3]
        + CONTENT_SIZE_BYTES[descriptor >> 6];
  }

  private void checkWindow() {
    int descriptor = header.get(DESCRIPTOR_AT) & 0xff;
    long window = 0;
    if ((descriptor & SINGLE_SEGMENT) == 0) {
      int code = header.get(DESCRIPTOR_AT + 1) & 0xff;
      long base = 1L << (10 + (code >> 3));
      window = base + base / 8 * (code & 7);
    } else {
      int at = DESCRIPTOR_AT + 1 + DICTIONARY_BYTES[descriptor & 3];
      for (int i = 0; at + i < header.position(); i++) {
        window |= (header.get(at + i) & 0xffL) << (8 * i);
      }
    }
    if (window < 0 || window > MAX_WINDOW) {
      throw new CodingException("zstd: a window above 8 MiB");
    }
  }

  @Override
  protected boolean isComplete() {
    return hasFrame && !isHeaderKnown && header.position() == 0;
  }

  @Override
  protected void free() {
    context.close();
  }
}
