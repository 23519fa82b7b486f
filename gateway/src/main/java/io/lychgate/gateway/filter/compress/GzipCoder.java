package io.lychgate.gateway.filter.compress;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses with gzip (RFC 1952). */
final class GzipCoder implements Coder {
  /** ID1, ID2, deflate, and no flags, time or system. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255};

  /** Bytes of output to make room for at once. More than 6, or {@link Deflater} repeats the marker of a flush. */
  private static final int ROOM = 4096;

  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final Deflater deflater;
  private final Consumer<Deflater> giveBack;
  private final CRC32 crc = new CRC32();
  private long length;
  private boolean isBegun;

  /** @param deflater a raw one, as new */
  GzipCoder(Deflater deflater, Consumer<Deflater> giveBack) {
    this.deflater = deflater;
    this.giveBack = giveBack;
  }

  @Override
  public void code(ByteBuffer in, ByteBuf out) {
    begin(out);
    length += in.remaining();
    crc.update(in.duplicate());
    deflater.setInput(in);
    deflate(out, Deflater.NO_FLUSH);
    // The memory of the input does not outlive this call.
    deflater.setInput(EMPTY);
  }

  private void begin(ByteBuf out) {
    if (!isBegun) {
      isBegun = true;
      out.writeBytes(HEADER);
    }
  }

  private void deflate(ByteBuf out, int mode) {
    boolean isFull = true;
    // A call that changes the level may leave input.
    while (isFull || !deflater.needsInput()) {
      out.ensureWritable(ROOM);
      ByteBuffer room = out.nioBuffer(out.writerIndex(), out.writableBytes());
      int written = deflater.deflate(room, mode);
      out.writerIndex(out.writerIndex() + written);
      isFull = !room.hasRemaining();
    }
  }

  @Override
  public void flush(ByteBuf out) {
    begin(out);
    deflate(out, Deflater.SYNC_FLUSH);
  }

  @Override
  public void finish(ByteBuf out) {
    begin(out);
    deflater.finish();
    do {
      deflate(out, Deflater.NO_FLUSH);
    } while (!deflater.finished());
    out.writeIntLE((int) crc.getValue());
    out.writeIntLE((int) length);
  }

  @Override
  public void release() {
    giveBack.accept(deflater);
  }
}
