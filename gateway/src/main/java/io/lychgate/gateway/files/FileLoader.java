package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.http.HttpDate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Loads a {@link ServedFile} that a look found. Blocks: file threads only. */
final class FileLoader {
  private final ContentTypes types = ContentTypes.load();
  private final int maxInMemory;

  /** @param maxInMemory bytes of the largest file that is kept in memory */
  FileLoader(int maxInMemory) {
    this.maxInMemory = maxInMemory;
  }

  /** Returns null if a file changed while it was read: look again. Throws AccessDeniedException without permission to read it. */
  @Nullable
  ServedFile load(FileRoot.Look.Found found, long nowNanos, long nowMillis) throws IOException {
    Map<ContentCoding, Representation> codings = new EnumMap<>(ContentCoding.class);
    Set<ContentCoding> twins = EnumSet.noneOf(ContentCoding.class);
    Map<ContentCoding, FileStamp> stamps = found.stamps();
    String type = types.of(found.name());
    for (Map.Entry<ContentCoding, FileStamp> entry : stamps.entrySet()) {
      FileStamp stamp = entry.getValue();
      ByteBuf bytes = stamp.size() <= maxInMemory ? read(stamp) : null;
      if (!stamp.isCurrent() || (bytes != null && bytes.capacity() != stamp.size())) {
        return null;
      }
      if (entry.getKey() != ContentCoding.IDENTITY) {
        twins.add(entry.getKey());
      }
      codings.put(
          entry.getKey(),
          new Representation(
              stamp,
              entry.getKey(),
              type,
              lastModified(stamp, nowMillis),
              stamps.size() > 1,
              bytes));
    }
    return new ServedFile(codings, Map.copyOf(stamps), twins, nowNanos);
  }

  /** Opens the file without following a link: the stamp's path has none, so a link there is newer than the stamp. */
  static FileChannel open(FileStamp stamp) throws IOException {
    return FileChannel.open(stamp.real(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /** RFC 9110 8.8.2.1: the date is not later than now, or clients could not revalidate it. */
  private static AsciiString lastModified(FileStamp stamp, long nowMillis) {
    return HttpDate.format(Math.min(stamp.modifiedSeconds(), nowMillis / 1000));
  }

  /** Reads the file. The result is shorter than the stamp's size if the file was truncated meanwhile. */
  private static ByteBuf read(FileStamp stamp) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect((int) stamp.size());
    try (FileChannel channel = open(stamp)) {
      int count = 0;
      while (bytes.hasRemaining() && count >= 0) {
        count = channel.read(bytes);
      }
    }
    return Unpooled.wrappedBuffer(bytes.flip());
  }
}
