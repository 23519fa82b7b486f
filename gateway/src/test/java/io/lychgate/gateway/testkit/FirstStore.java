package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.StorePlace;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The database of a gateway that starts for the first time: a copy of an empty one. All migrations take a third of a second in each
 * start; tests of the store and of the launcher run them.
 */
public final class FirstStore {
  private static final Path EMPTY = empty();

  private FirstStore() {}

  /** Provides an empty database, unless there is one. */
  public static void at(Path database) throws IOException {
    if (Files.notExists(database)) {
      Files.copy(EMPTY, database, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Provides the database of {@code gateway.yaml} in a directory, unless the file names another one or a gateway has run there. */
  static void of(Path directory) throws IOException {
    Path configuration = directory.resolve("gateway.yaml");
    Path database = StorePlace.of(directory, "gateway.yaml").database();
    if (Files.notExists(database.getParent())
        && Files.exists(configuration)
        && !Files.readString(configuration).contains("store:")) {
      Files.createDirectory(database.getParent());
      at(database);
    }
  }

  private static Path empty() {
    try {
      Path directory = Files.createTempDirectory("lychgate-first-store");
      directory.toFile().deleteOnExit();
      Path file = directory.resolve("first.db");
      Store.open(
              StoreUrl.parse("jdbc:sqlite:first.db", directory), directory, InstantSource.system())
          .close();
      for (File each : Objects.requireNonNull(directory.toFile().listFiles())) {
        each.deleteOnExit();
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
