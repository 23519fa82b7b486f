package io.lychgate.gateway.files;

import io.lychgate.gateway.config.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * An open file that is read in chunks. Blocks: for file threads, one after the other; the exchange waits for each chunk
 * before it asks for the next.
 */
final class FileReading {
  /** Bytes. Eight whole DATA frames: what a slow client makes us hold, and a fair trade for two changes of thread. */
  private static final int CHUNK = 8 * Limits.DATA_FRAME_BYTES;

  private final FileStamp stamp;
  private final DiskComplaints complaints;
  private final Runnable whenClosed;
  private @Nullable FileChannel channel;
  private boolean isClosed;

  /** @param whenClosed called once, usually by a file thread, when this holds no descriptor any more */
  FileReading(FileStamp stamp, DiskComplaints complaints, Runnable whenClosed) {
    this.stamp = stamp;
    this.complaints = complaints;
    this.whenClosed = whenClosed;
  }

  /**
   * Some bytes, to be released by the receiver; or none, because the file is not the one of the stamp any more or
   * cannot be read.
   */
  record Chunk(@Nullable ByteBuf octets, boolean isChanged) {
    private static final Chunk CHANGED = new Chunk(null, true);
    private static final Chunk BROKEN = new Chunk(null, false);
  }

  /** At most so many octets from there; opens the file at the first call. */
  Chunk read(long position, long length) {
    try {
      FileChannel open = channel;
      if (open == null) {
        open = FileLoader.open(stamp);
        channel = open;
        if (!stamp.isCurrent()) {
          return Chunk.CHANGED;
        }
      }
      return read(open, position, (int) Math.min(length, CHUNK));
    } catch (NoSuchFileException gone) {
      return Chunk.CHANGED;
    } catch (IOException | RuntimeException | Error broken) {
      complaints.about(stamp.real(), broken);
      return Chunk.BROKEN;
    }
  }

  private static Chunk read(FileChannel open, long position, int length) throws IOException {
    ByteBuf octets = ByteBufAllocator.DEFAULT.directBuffer(length, length);
    try {
      while (octets.isWritable()) {
        int count =
            octets.writeBytes(open, position + octets.readableBytes(), octets.writableBytes());
        if (count < 0) {
          octets.release();
          return Chunk.CHANGED; // Cut while it was read.
        }
      }
      return new Chunk(octets, false);
    } catch (IOException | RuntimeException broken) {
      octets.release();
      throw broken;
    }
  }

  void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException failed) {
        complaints.about(stamp.real(), failed);
      }
    }
    if (!isClosed) {
      isClosed = true;
      whenClosed.run();
    }
  }
}
