package io.lychgate.gateway.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The replacement of a running gateway by a new process.
 *
 * @param directory absolute folder of the hand-over socket
 * @param timeout maximum time from the hand-over of the sockets until the new process is ready
 */
public record UpgradeConfig(boolean enabled, Path directory, Duration timeout) {
  /** The kernel takes 107 bytes for the path of a UNIX socket. The rest is for the file name. */
  public static final int MAX_PATH_BYTES = 90;

  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private static final String FILE = "socket";

  public static UpgradeConfig off(StoreConfig store) {
    return new UpgradeConfig(false, directoryIn(store), DEFAULT_TIMEOUT);
  }

  /** Returns the folder if none is configured. */
  public static Path directoryIn(StoreConfig store) {
    return store.directory().resolve("upgrade");
  }

  public static boolean isTooLong(Path directory) {
    return directory.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES;
  }

  public Path socket() {
    return directory.resolve(FILE);
  }
}
