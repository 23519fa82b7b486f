package io.lychgate.gateway.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native library, put where the driver looks for one first. What the driver takes out of its archive by itself it compares
 * octet by octet with what it took it from, interpreted: more than a million of them at each start.
 */
final class SqliteLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteLibrary.class);

  /** Properties of the driver; what an operator has set stays. */
  private static final String FOLDER = "org.sqlite.lib.path";

  private static final String TEMPORARY = "org.sqlite.tmpdir";

  /** Set by the launcher: where an installation has native libraries as files, each below its path in its archive. */
  private static final String NATIVES = "lychgate.natives";

  private SqliteLibrary() {}

  /** Where it cannot be put, the driver finds its own way, or says why not. */
  static void provide() {
    if (System.getProperty(FOLDER) != null) {
      return;
    }
    String name = LibraryLoaderUtil.getNativeLibName();
    String folder = LibraryLoaderUtil.getNativeLibResourcePath();
    String natives = System.getProperty(NATIVES);
    if (natives != null && Files.isRegularFile(Path.of(natives + folder, name))) {
      System.setProperty(FOLDER, natives + folder);
      return;
    }
    String resource = folder + "/" + name;
    try (InputStream library = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      if (library != null) {
        System.setProperty(FOLDER, copy(library, name).toString());
      }
    } catch (IOException e) {
      LOG.debug("{}: left to the driver", resource, e);
    }
  }

  /** Into a folder of this user alone, gone with the process. */
  private static Path copy(InputStream library, String name) throws IOException {
    String parent = System.getProperty(TEMPORARY, System.getProperty("java.io.tmpdir"));
    Path folder = Files.createTempDirectory(Path.of(parent), "lychgate-sqlite-");
    folder.toFile().deleteOnExit();
    Path file = folder.resolve(name);
    file.toFile().deleteOnExit();
    Files.copy(library, file);
    return folder;
  }
}
