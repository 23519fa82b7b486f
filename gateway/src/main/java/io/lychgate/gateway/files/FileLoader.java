package io.lychgate.gateway.files;

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

/** Makes a {@link ServedFile} of what a look found. Blocks: for file threads only. */
final class FileLoader {
  private final ContentTypes types = ContentTypes.load();
  private final int maxInMemory;

  /** @param maxInMemory bytes of the largest file whose octets are kept */
  FileLoader(int maxInMemory) {
    this.maxInMemory = maxInMemory;
  }

  /** Null when a file changed while it was read: look again. What may not be read fails with AccessDeniedException. */
  @Nullable
  ServedFile load(FileRoot.Look.Found found, long nowNanos, long nowMillis) throws IOException {
    Map<ContentCoding, Representation> codings = new EnumMap<>(ContentCoding.class);
    Set<ContentCoding> twins = EnumSet.noneOf(ContentCoding.class);
    Map<ContentCoding, FileStamp> stamps = found.stamps();
    String type = types.of(found.name());
    for (Map.Entry<ContentCoding, FileStamp> entry : stamps.entrySet()) {
      FileStamp stamp = entry.getValue();
      ByteBuf octets = stamp.size() <= maxInMemory ? read(stamp) : null;
      if (!stamp.isCurrent() || (octets != null && octets.capacity() != stamp.size())) {
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
              octets));
    }
    return new ServedFile(codings, Map.copyOf(stamps), twins, nowNanos);
  }

  /** Opens without following a link: the stamp's path has none, so one there now was put there since. */
  static FileChannel open(FileStamp stamp) throws IOException {
    return FileChannel.open(stamp.real(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /** RFC 9110 8.8.2.1: not later than now, or a client could never ask whether it changed. */
  private static AsciiString lastModified(FileStamp stamp, long nowMillis) {
    return HttpDate.format(Math.min(stamp.modifiedSeconds(), nowMillis / 1000));
  }

  /** Shorter than the stamp says when the file was cut meanwhile. */
  private static ByteBuf read(FileStamp stamp) throws IOException {
    ByteBuffer octets = ByteBuffer.allocateDirect((int) stamp.size());
    try (FileChannel channel = open(stamp)) {
      int count = 0;
      while (octets.hasRemaining() && count >= 0) {
        count = channel.read(octets);
      }
    }
    return Unpooled.wrappedBuffer(octets.flip());
  }
}
