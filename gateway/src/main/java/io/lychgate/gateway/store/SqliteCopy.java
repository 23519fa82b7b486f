package io.lychgate.gateway.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A copy of a SQLite file and its log in a temporary folder, to be opened instead of the originals. Closing deletes the folder. */
final class SqliteCopy implements AutoCloseable {
  private static final String NAME = "copy.db";

  private final Path folder;

  private SqliteCopy(Path folder) {
    this.folder = folder;
  }

  static SqliteCopy of(Path original) throws IOException {
    SqliteCopy copy = new SqliteCopy(Files.createTempDirectory("lychgate-store-"));
    try {
      for (String side : List.of("", "-wal", "-journal")) {
        Path part = Path.of(original + side);
        if (Files.exists(part)) {
          // Copies bytes only, because the permissions of the original may forbid writing.
          try (InputStream bytes = Files.newInputStream(part)) {
            Files.copy(bytes, copy.folder.resolve(NAME + side));
          }
        }
      }
      return copy;
    } catch (IOException e) {
      copy.close();
      throw e;
    }
  }

  Path file() {
    return folder.resolve(NAME);
  }

  @Override
  public void close() {
    try (Stream<Path> parts = Files.list(folder)) {
      for (Path part : parts.toList()) {
        Files.delete(part);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
