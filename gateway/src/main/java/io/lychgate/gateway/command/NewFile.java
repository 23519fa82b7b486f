package io.lychgate.gateway.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file that a command writes. An existing one is refused, because it may be the only copy of what it has, unless the user has it
 * replaced.
 *
 * @param replaces true if an existing file is replaced
 */
public record NewFile(Path path, boolean replaces) {
  /** Returns the reason for which the file may not be written; null if it may. */
  public @Nullable String refusal() {
    return replaces || isStream() || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        ? null
        : taken();
  }

  private String taken() {
    return path + ": exists (expected: no such file, or --force)";
  }

  /** Returns true for a terminal, a pipe or another device, such as /dev/stdout: writing to it replaces nothing. */
  public boolean isStream() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isOther();
    } catch (IOException absent) {
      return false;
    }
  }

  /**
   * Opens the file.
   *
   * @param attributes attributes of the new file; if there are any, a replaced file loses its own
   * @throws FileAlreadyExistsException if it exists and may not be replaced
   */
  public OutputStream open(FileAttribute<?>... attributes) throws IOException {
    boolean isStream = isStream();
    if (replaces && attributes.length > 0 && !isStream) {
      Files.deleteIfExists(path);
    }
    Set<OpenOption> options = replaces || isStream
        ? Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)
        : Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return Channels.newOutputStream(Files.newByteChannel(path, options, attributes));
  }

  /** Writes the text. Returns the reason for which it is not written; null if it is. */
  public @Nullable String write(String text) {
    try (OutputStream out = open()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      return null;
    } catch (IOException e) {
      return failure(e);
    }
  }

  /** Returns the line for the user about a failure to write the file. */
  public String failure(IOException failure) {
    if (failure instanceof FileAlreadyExistsException) {
      return taken();
    }
    if (failure instanceof NoSuchFileException) {
      return path + ": not written (expected: an existing folder)";
    }
    String reason =
        failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
    return path + ": not written (" + (reason == null ? failure.toString() : reason) + ")";
  }
}
