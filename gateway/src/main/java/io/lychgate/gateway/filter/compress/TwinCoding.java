package io.lychgate.gateway.filter.compress;

import com.github.luben.zstd.ZstdCompressCtx;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.BodyCoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Codes whole bodies that a cache keeps, at a high level: the work is done once, and not on an event loop. */
record TwinCoding(ContentCoding coding, int level) implements BodyCoding {
  /** Binary logarithm of the window of Brotli. With that of zstd (RFC 9659: 8 MiB) it bounds the memory of clients. */
  private static final int BROTLI_WINDOW_BITS = 22;

  private static final int MIN_WINDOW_BITS = 12;

  /** Bytes of input after which the work may end early. */
  private static final int PIECE = 64 * 1024;

  @Override
  public String token() {
    return coding.token();
  }

  @Override
  public @Nullable ByteBuf code(ByteBuf plain, BooleanSupplier isWanted) {
    int length = plain.readableBytes();
    Coder coder = open(length);
    ByteBuf out = UnpooledByteBufAllocator.DEFAULT.directBuffer(1024 + length / 4);
    try {
      for (int at = 0; at < length; at += PIECE) {
        coder.code(piece(plain, at, Math.min(PIECE, length - at)), out);
        if (out.readableBytes() >= length || !isWanted.getAsBoolean()) {
          return null;
        }
      }
      coder.finish(out);
      int coded = out.readableBytes();
      return coded < length
          ? UnpooledByteBufAllocator.DEFAULT.directBuffer(coded, coded).writeBytes(out)
          : null;
    } finally {
      out.release();
      coder.release();
    }
  }

  /** Returns bytes in direct memory, as the libraries need them. */
  private static ByteBuffer piece(ByteBuf plain, int at, int length) {
    int from = plain.readerIndex() + at;
    if (plain.isDirect()) {
      return plain.nioBuffer(from, length);
    }
    ByteBuffer copy = ByteBuffer.allocateDirect(length);
    plain.getBytes(from, copy);
    return copy.flip();
  }

  private Coder open(int length) {
    return switch (coding) {
      case GZIP -> new GzipCoder(new Deflater(level, true), Deflater::end);
      case BROTLI -> brotli(length);
      case ZSTD -> zstd(length);
      case IDENTITY -> throw new IllegalArgumentException("coding: identity (expected: another)");
    };
  }

  private Coder brotli(int length) {
    int needed = Integer.SIZE - Integer.numberOfLeadingZeros(length + 16);
    int bits = Math.min(BROTLI_WINDOW_BITS, Math.max(MIN_WINDOW_BITS, needed));
    Coder coder = BrotliCoder.open(level, bits, () -> {});
    if (coder == null) {
      throw new CodingException("br: no memory for the encoder");
    }
    return coder;
  }

  private Coder zstd(int length) {
    ZstdCompressCtx context = new ZstdCompressCtx();
    context.setLevel(level);
    context.setPledgedSrcSize(length);
    return new ZstdCoder(context, ZstdCompressCtx::close);
  }
}
