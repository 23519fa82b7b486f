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
 * Provides SQLite's native library where the driver looks for it first. A library that the driver extracts itself, it compares byte
 * by byte with the archive. That is more than a million bytes in interpreted code at each start.
 */
final class SqliteLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteLibrary.class);

  /** Properties of the driver. Values that an operator has set stay. */
  private static final String FOLDER = "org.sqlite.lib.path";

  private static final String TEMPORARY = "org.sqlite.tmpdir";

  /** Property of the launcher: folder of an installation's native libraries, each below its path in its archive. */
  private static final String NATIVES = "lychgate.natives";

  private SqliteLibrary() {}

  /** Provides the library. If that fails, the driver extracts it, or reports its own error. */
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
      LOG.debug("{}: not copied, left to the driver", resource, e);
    }
  }

  /** Copies the library into a folder that only this user can read, and that is deleted at exit. */
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
