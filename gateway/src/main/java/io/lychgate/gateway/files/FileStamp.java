package io.lychgate.gateway.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One version of a file on disk. A different stamp means different bytes.
 *
 * @param real the path without symbolic links
 * @param inode device and inode: a file that was moved into place may have the size and time of its predecessor
 */
record FileStamp(
    Path real,
    boolean isFolder,
    long size,
    long modifiedNanos,
    @Nullable Object inode) {

  static FileStamp of(Path real, BasicFileAttributes attributes) {
    return new FileStamp(
        real,
        attributes.isDirectory(),
        attributes.size(),
        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
        attributes.fileKey());
  }

  long modifiedSeconds() {
    return Math.floorDiv(modifiedNanos, TimeUnit.SECONDS.toNanos(1));
  }

  /** Returns true if the disk still has this version. Reads the disk, so it may block. */
  boolean isCurrent() throws IOException {
    return of(real, Files.readAttributes(real, BasicFileAttributes.class)).equals(this);
  }
}
