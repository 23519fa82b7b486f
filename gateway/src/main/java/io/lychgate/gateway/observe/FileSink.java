package io.lychgate.gateway.observe;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An access log in a file. Notices when the file was renamed or removed, so log rotation needs no signal. */
final class FileSink implements LogSink {
  private final Path path;
  private OutputStream out;
  private @Nullable Object key;

  FileSink(Path path) throws IOException {
    this.path = path;
    this.out = open(path);
    this.key = keyOf(path);
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
  }

  @Override
  public void reopen(boolean force) throws IOException {
    if (!force && Objects.equals(keyOf(path), key)) {
      return;
    }
    OutputStream old = out;
    out = open(path);
    key = keyOf(path);
    old.close();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static OutputStream open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    return Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Device and inode. Null when the file is gone. */
  private static @Nullable Object keyOf(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException gone) {
      return null;
    }
  }
}
