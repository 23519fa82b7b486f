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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A copy of what was last in force, so that a gateway whose store is down can start. */
public final class PublishedFile {

  /** Its name in the state directory. */
  public static final String NAME = "published.json";

  private static final Logger log = LoggerFactory.getLogger(PublishedFile.class);
  private static final int FORMAT = 1;

  private final Path file;
  private final JsonMapper json = JsonMapper.shared();

  public PublishedFile(Path stateDirectory) {
    this.file = stateDirectory.resolve(NAME);
  }

  /** What the file holds; empty when there is none or it cannot be read. */
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
      return Optional.of(new PublishedManifests(content.revision(), content.manifests()));
    } catch (IOException | JacksonException | NullPointerException e) {
      log.warn("{}: cannot be read, ignored: {}", file, e.toString());
      return Optional.empty();
    }
  }

  /** Replaces the file whole. A failure is logged only: the store holds the truth. */
  void write(PublishedManifests published) {
    Path fresh = file.resolveSibling(NAME + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      byte[] bytes =
          json.writeValueAsBytes(new Content(FORMAT, published.revision(), published.manifests()));
      writeDurably(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.warn(
          "{}: cannot be written, a start without the store would use an older one: {}",
          file,
          e.toString());
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

  private record Content(int format, long revision, List<PublishedManifest> manifests) {}
}
