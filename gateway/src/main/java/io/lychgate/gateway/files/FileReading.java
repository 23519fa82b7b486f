package io.lychgate.gateway.files;

import io.lychgate.gateway.config.check.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * An open file that is read in chunks. Blocks: file threads only, one at a time. The exchange waits for each chunk before it
 * requests the next.
 */
final class FileReading {
  /** Bytes. Eight whole DATA frames bound the memory of a slow client, and are worth two thread changes. */
  private static final int CHUNK = 8 * Limits.DATA_FRAME_BYTES;

  private final FileStamp stamp;
  private final DiskComplaints complaints;
  private final Runnable whenClosed;
  private @Nullable FileChannel channel;
  private boolean isClosed;

  /** @param whenClosed called once, usually by a file thread, when this no longer holds a descriptor */
  FileReading(FileStamp stamp, DiskComplaints complaints, Runnable whenClosed) {
    this.stamp = stamp;
    this.complaints = complaints;
    this.whenClosed = whenClosed;
  }

  /**
   * A chunk of bytes, which the receiver releases; or none, because the file was replaced or cannot be read.
   */
  record Chunk(@Nullable ByteBuf bytes, boolean isChanged) {
    private static final Chunk CHANGED = new Chunk(null, true);
    private static final Chunk BROKEN = new Chunk(null, false);
  }

  /** Reads at most {@code length} bytes from the position. Opens the file at the first call. */
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
    ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer(length, length);
    try {
      while (bytes.isWritable()) {
        int count = bytes.writeBytes(open, position + bytes.readableBytes(), bytes.writableBytes());
        if (count < 0) {
          bytes.release();
          return Chunk.CHANGED; // Truncated during the read.
        }
      }
      return new Chunk(bytes, false);
    } catch (IOException | RuntimeException broken) {
      bytes.release();
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
