package io.lychgate.gateway.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A file with the stored configuration that this node ran last, so that it can start while its store is down. */
public final class ConfigurationFile {
  /** Name of the file in the state directory. */
  public static final String NAME = "configuration.json";

  private static final Logger log = LoggerFactory.getLogger(ConfigurationFile.class);
  private static final int FORMAT = 1;

  private final Path file;
  private final String place;

  /** @param place the place of the store, so that the copy of another store is ignored */
  public ConfigurationFile(Path stateDirectory, String place) {
    this.file = stateDirectory.resolve(NAME);
    this.place = place;
  }

  /** The text of a revision. */
  public record Copy(long revision, String text) {}

  private record Content(int format, String store, long revision, String text) {}

  /** Returns the copy; empty if there is none, or if it cannot be read. */
  public Optional<Copy> read() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Content content = JsonMapper.shared().readValue(Files.readAllBytes(file), Content.class);
      if (content.format() != FORMAT || !content.store().equals(place)) {
        log.warn(
            "{}: format {} of the store {} (expected: {} of {}); ignored",
            file,
            content.format(),
            content.store(),
            FORMAT,
            place);
        return Optional.empty();
      }
      return Optional.of(new Copy(content.revision(), content.text()));
    } catch (IOException | JacksonException | NullPointerException e) {
      log.warn("{}: cannot be read, ignored: {}", file, e.toString());
      return Optional.empty();
    }
  }

  /** Replaces the file, durably. Only logs a failure, because the store is authoritative. */
  public void write(Copy copy) {
    // Two processes write while one hands over to the next.
    Path fresh = file.resolveSibling(NAME + "." + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.deleteIfExists(fresh);
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            fresh,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      ByteBuffer bytes = ByteBuffer.wrap(JsonMapper.shared()
          .writeValueAsBytes(new Content(FORMAT, place, copy.revision(), copy.text())));
      try (FileChannel channel =
          FileChannel.open(fresh, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.warn(
          "{}: cannot be written, a start without the store would use an older copy: {}",
          file,
          e.toString());
    }
  }
}
