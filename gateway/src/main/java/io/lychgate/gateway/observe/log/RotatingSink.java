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

/** An access log in a file that becomes an old file when it is too large or too old. Writer thread only. */
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
    file.reopen(force);
    begunMillis = begun();
    rotateIfDue(0);
  }

  /** @param more bytes that are about to be written */
  private void rotateIfDue(int more) throws IOException {
    long now = System.currentTimeMillis();
    if (begunMillis == EMPTY || now < notBeforeMillis) {
      return;
    }
    boolean isLarge = rotation.size() > 0 && file.size() + more > rotation.size();
    boolean isOld =
        !rotation.age().isZero() && now - begunMillis >= rotation.age().toMillis();
    if (!isLarge && !isOld) {
      return;
    }
    try {
      Files.move(path, old.nameFor(Instant.ofEpochMilli(now)), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException moved) {
      // Another program has renamed it meanwhile. A new file begins all the same.
    } catch (IOException e) {
      notBeforeMillis = now + RETRY_MILLIS;
      LOG.warn("access log: {} cannot be rotated ({}); it grows until the next try", path, e + "");
      return;
    }
    file.reopen(true);
    begunMillis = EMPTY;
    old.tidy();
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
