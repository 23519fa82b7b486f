package io.lychgate.gateway.filter.compress;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Compresses with zstd (RFC 8878) to one frame, whatever the number of flushes. */
final class ZstdCoder implements Coder {
  /** Bytes of output to make room for at once. */
  private static final int ROOM = 8 * 1024;

  /** A direct buffer without bytes. */
  private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(1).limit(0);

  private final ZstdCompressCtx context;
  private final Consumer<ZstdCompressCtx> giveBack;

  /** @param context a context with its parameters */
  ZstdCoder(ZstdCompressCtx context, Consumer<ZstdCompressCtx> giveBack) {
    this.context = context;
    this.giveBack = giveBack;
  }

  @Override
  public void code(ByteBuffer in, ByteBuf out) {
    while (in.hasRemaining()) {
      step(in, out, EndDirective.CONTINUE);
    }
  }

  private boolean step(ByteBuffer in, ByteBuf out, EndDirective directive) {
    out.ensureWritable(ROOM);
    ByteBuffer room = out.nioBuffer(out.writerIndex(), out.writableBytes());
    int start = room.position();
    try {
      boolean isDone = context.compressDirectByteBufferStream(room, in, directive);
      out.writerIndex(out.writerIndex() + room.position() - start);
      return isDone;
    } catch (ZstdException failed) {
      throw new CodingException("zstd: " + failed.getMessage());
    }
  }

  private void drain(ByteBuf out, EndDirective directive) {
    ByteBuffer nothing = EMPTY.duplicate();
    while (!step(nothing, out, directive)) {
      // More output than fits the room.
    }
  }

  @Override
  public void flush(ByteBuf out) {
    drain(out, EndDirective.FLUSH);
  }

  @Override
  public void finish(ByteBuf out) {
    drain(out, EndDirective.END);
  }

  @Override
  public void release() {
    giveBack.accept(context);
  }
}
