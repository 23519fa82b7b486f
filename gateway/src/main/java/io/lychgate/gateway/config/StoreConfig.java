package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Location of the store of manifests, revisions, users and rollups.
 *
 * @param url JDBC URL of SQLite (its file is absolute here) or PostgreSQL
 * @param user null if the URL or the database needs none
 * @param node name of this gateway among those that share the store
 * @param keepAudit time that entries of the audit trail stay; zero for ever
 * @param auditReceiver gets each entry of the audit trail; null without one
 * @param directory absolute; files of this node alone: the last snapshot, the admin plane's own certificate
 */
public record StoreConfig(
    String url,
    @Nullable String user,
    @Nullable Secret password,
    String node,
    Path directory,
    Duration keepAudit,
    @Nullable AuditReceiver auditReceiver,
    BackupConfig backup) {
  /** Time that entries of the audit trail stay: 400 days, so that a yearly review sees the whole year. */
  public static final Duration KEEP_AUDIT = Duration.ofDays(400);

  public StoreConfig {
    if (!url.startsWith("jdbc:sqlite:") && !url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "url: " + url + " (expected: jdbc:sqlite:... or jdbc:postgresql:...)");
    }
  }

  /**
   * Returns the defaults.
   *
   * @param configuration file name of the configuration
   */
  public static StoreConfig defaults(Path baseDirectory, String configuration) {
    StorePlace place = StorePlace.of(baseDirectory, configuration);
    return new StoreConfig(
        "jdbc:sqlite:" + place.database(),
        null,
        null,
        hostName(),
        place.directory(),
        KEEP_AUDIT,
        null,
        new BackupConfig(
            place.directory().resolve("backups"), Duration.ZERO, BackupConfig.DEFAULT_KEEP));
  }

  /** Returns the name of this machine or container. */
  private static String hostName() {
    // The resolver comes last: it may take seconds if it does not know the machine's own name.
    String name = System.getenv("HOSTNAME");
    try {
      Path kernel = Path.of("/proc/sys/kernel/hostname");
      if (Files.isReadable(kernel)) {
        name = Files.readString(kernel).strip();
      } else if (name == null || name.isBlank()) {
        name = InetAddress.getLocalHost().getHostName();
      }
    } catch (IOException e) {
      return "node";
    }
    return name == null || name.isBlank() ? "node" : name;
  }
}
