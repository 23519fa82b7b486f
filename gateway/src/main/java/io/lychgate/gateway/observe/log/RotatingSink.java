package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogTarget.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An access log in a file that becomes an old file when it is too large or too old. Writer thread only. During an upgrade or a reload,
 * two writers have the same file, and each may rename it.
 */
final class RotatingSink implements LogSink {
  private static final Logger LOG = LoggerFactory.getLogger(RotatingSink.class);

  /** Milliseconds until a rename that failed is tried again. */
  private static final long RETRY_MILLIS = 60_000;

  /** Stands for a file without lines. */
  private static final long EMPTY = -1;

  private final FileSink file;
  private final Path path;
  private final Rotation rotation;
  private final OldLogs old;

  /** Time of the first line of the file, or {@link #EMPTY}. */
  private long begunMillis;

  private long notBeforeMillis;

  RotatingSink(FileSink file, Path path, Rotation rotation) throws IOException {
    this.file = file;
    this.path = path;
    this.rotation = rotation;
    this.old = new OldLogs(path, rotation);
    this.begunMillis = begun();
    old.tidy();
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    rotateIfDue(length);
    if (begunMillis == EMPTY) {
      begunMillis = System.currentTimeMillis();
    }
    file.write(bytes, length);
  }

  @Override
  public void reopen(boolean force) throws IOException {
    followFile();
    if (force) {
      file.reopen(true);
    }
    rotateIfDue(0);
  }

  /**
   * Follows a rename by another writer. The time of the first line is read only from a new file: before JDK 22, the time that a
   * file system states may be that of the last line.
   */
  private void followFile() throws IOException {
    if (file.follow() || begunMillis == EMPTY || file.size() == 0) {
      begunMillis = begun();
    }
  }

  /** @param more bytes that are about to be written */
  private void rotateIfDue(int more) throws IOException {
    long now = System.currentTimeMillis();
    if (now < notBeforeMillis || !isDue(now, more)) {
      return;
    }
    // Another writer may have renamed this file. The path is then a new one, which is not due.
    followFile();
    if (!isDue(now, more)) {
      return;
    }
    try {
      Files.move(path, old.nameFor(Instant.ofEpochMilli(now)), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException moved) {
      // Another program has renamed it meanwhile. A new file begins nevertheless.
    } catch (IOException e) {
      notBeforeMillis = now + RETRY_MILLIS;
      LOG.warn("access log: {} cannot be rotated ({}); it grows until the next try", path, e + "");
      return;
    }
    file.reopen(true);
    begunMillis = EMPTY;
    old.tidy();
  }

  private boolean isDue(long now, int more) throws IOException {
    if (begunMillis == EMPTY) {
      return false;
    }
    boolean isLarge = rotation.size() > 0 && file.size() + more > rotation.size();
    boolean isOld =
        !rotation.age().isZero() && now - begunMillis >= rotation.age().toMillis();
    return isLarge || isOld;
  }

  /** Returns the time of the first line, which the file system knows of a file of an earlier process. */
  private long begun() throws IOException {
    if (file.size() == 0) {
      return EMPTY;
    }
    try {
      return Files.readAttributes(path, BasicFileAttributes.class)
          .creationTime()
          .toMillis();
    } catch (NoSuchFileException removed) {
      return EMPTY;
    }
  }

  @Override
  public long torn() {
    return file.torn();
  }

  @Override
  public void close() throws IOException {
    file.close();
    old.close();
  }
}
