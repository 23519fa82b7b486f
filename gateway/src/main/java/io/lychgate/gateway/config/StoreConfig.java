package io.lychgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where manifests, revisions, users and rollups live.
 *
 * @param url JDBC URL of SQLite (its file is absolute here) or PostgreSQL
 * @param user null when the URL or the database needs none
 * @param directory absolute; files of this node alone: the last snapshot, the admin plane's own certificate
 */
public record StoreConfig(
    String url, @Nullable String user, @Nullable Secret password, Path directory) {

  public static final String DEFAULT_DIRECTORY = "var";
  public static final String DEFAULT_FILE = "lychgate.db";

  public StoreConfig {
    if (!url.startsWith("jdbc:sqlite:") && !url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "url: " + url + " (expected: jdbc:sqlite:... or jdbc:postgresql:...)");
    }
  }

  public static StoreConfig defaults(Path baseDirectory) {
    Path directory = baseDirectory.resolve(DEFAULT_DIRECTORY);
    return new StoreConfig("jdbc:sqlite:" + directory.resolve(DEFAULT_FILE), null, null, directory);
  }
}
