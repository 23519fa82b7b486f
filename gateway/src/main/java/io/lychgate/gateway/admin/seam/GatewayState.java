package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.Protocol;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway as the admin plane shows it. */
public interface GatewayState {

  String version();

  Instant startedAt();

  /** Revision of the snapshot in force here; 0 when nothing was ever published. */
  long revision();

  Nodes nodes();

  /** Every gateway of the store, this one first. */
  List<FleetNode> fleet();

  ConfigFile config();

  List<Listener> listeners();

  /**
   * The configuration file and how the last attempt to read it went.
   *
   * @param loadedAt when the configuration in force was read
   * @param problems of the last attempt, as {@code file:line:column: message}; empty when it went well
   */
  record ConfigFile(String file, Instant loadedAt, Instant lastAttemptAt, List<String> problems) {

    public ConfigFile {
      problems = List.copyOf(problems);
    }
  }

  /**
   * An open socket of the data path.
   *
   * @param protocols that are spoken
   * @param complaint why another one is configured but not spoken; null if all is well
   * @param httpsRecords of its sites, for DNS
   */
  record Listener(
      String name,
      String address,
      List<Protocol> protocols,
      @Nullable String complaint,
      List<String> httpsRecords) {

    public Listener {
      protocols = List.copyOf(protocols);
      httpsRecords = List.copyOf(httpsRecords);
    }
  }
}
