package io.lychgate.gateway.store;

import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A file with the manifests last in force, so that a gateway can start while its store is down. */
public final class PublishedFile {

  /** Name of the file in the state directory. */
  public static final String NAME = "published.json";

  private static final Logger log = LoggerFactory.getLogger(PublishedFile.class);
  private static final int FORMAT = 1;

  private final Path file;
  private final @Nullable String store;
  private final JsonMapper json = JsonMapper.shared();

  /** The copy in this directory, whatever its store. */
  public PublishedFile(Path stateDirectory) {
    this(stateDirectory, null);
  }

  private PublishedFile(Path stateDirectory, @Nullable String store) {
    this.file = stateDirectory.resolve(NAME);
    this.store = store;
  }

  /** Returns the copy of this store. It ignores the copy of another database file in the same directory. */
  static PublishedFile of(StoreUrl url, Path stateDirectory) {
    Path database = url.file();
    return new PublishedFile(
        stateDirectory, database == null ? null : String.valueOf(database.getFileName()));
  }

  boolean exists() {
    return Files.exists(file);
  }

  /** Returns the content of the file; empty if it does not exist or cannot be read. */
  public Optional<PublishedManifests> read() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Content content = json.readValue(Files.readAllBytes(file), Content.class);
      if (content.format() != FORMAT) {
        log.warn("{}: format {} (expected: {}); ignored", file, content.format(), FORMAT);
        return Optional.empty();
      }
      if (store != null && content.store() != null && !store.equals(content.store())) {
        log.warn("{}: copy of the store {} (expected: {}); ignored", file, content.store(), store);
        return Optional.empty();
      }
      return Optional.of(new PublishedManifests(content.revision(), content.manifests()));
    } catch (IOException | JacksonException | NullPointerException e) {
      log.warn("{}: cannot be read, ignored: {}", file, e.toString());
      return Optional.empty();
    }
  }

  /** Replaces the whole file. Only logs a failure, because the store is authoritative. */
  void write(PublishedManifests published) {
    // Two processes write while one hands over to the next.
    Path fresh = file.resolveSibling(NAME + "." + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      keepNewer(published.revision());
      byte[] bytes = json.writeValueAsBytes(
          new Content(FORMAT, store, published.revision(), published.manifests()));
      writeDurably(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.warn(
          "{}: cannot be written, a start without the store would use an older copy: {}",
          file,
          e.toString());
    }
  }

  /** Keeps the newer texts if the store was restored to an older state. */
  private void keepNewer(long revision) throws IOException {
    Optional<PublishedManifests> before = read();
    if (before.isPresent() && before.get().revision() > revision) {
      Path kept = file.resolveSibling("published-" + before.get().revision() + ".json");
      Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
      log.warn(
          "{}: has revision {}, the store is at {}; kept as {}",
          file,
          before.get().revision(),
          revision,
          kept.getFileName());
    }
  }

  private static void writeDurably(Path path, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(
        path,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  /** @param store the database file's name; null for a server, and in copies of older versions */
  private record Content(
      int format, @Nullable String store, long revision, List<PublishedManifest> manifests) {}
}
