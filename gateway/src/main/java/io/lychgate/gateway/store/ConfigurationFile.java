package io.lychgate.gateway.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

  private final Path folder;
  private final Path file;
  private final String place;

  /** @param place the place of the store, so that the copy of another store is ignored */
  public ConfigurationFile(Path stateDirectory, String place) {
    this.folder = stateDirectory;
    this.file = stateDirectory.resolve(NAME);
    this.place = place;
  }

  /** The text of a revision. */
  public record Copy(long revision, String text) {
    public static Copy of(ConfigurationRevision revision) {
      return new Copy(revision.number(), revision.text());
    }
  }

  /** Returns the folder of the file. */
  public Path folder() {
    return folder;
  }

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
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      WholeFile.replace(
          file,
          JsonMapper.shared()
              .writeValueAsBytes(new Content(FORMAT, place, copy.revision(), copy.text())),
          WholeFile.ownerOnly(file));
    } catch (IOException e) {
      log.warn(
          "{}: cannot be written, a start without the store would use an older copy: {}",
          file,
          e.toString());
    }
  }
}
