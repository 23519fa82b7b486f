package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway as the admin plane shows it. */
public interface GatewayState {

  String version();

  Instant startedAt();

  /** Returns the revision of the snapshot in force here; 0 if nothing was ever published. */
  long revision();

  Nodes nodes();

  /** Returns every gateway of the store, this one first. */
  List<FleetNode> fleet();

  ConfigFile config();

  List<Listener> listeners();

  /**
   * The configuration file and the result of the last attempt to read it.
   *
   * @param loadedAt time at which the configuration in force was read
   * @param problems errors of the last attempt, as {@code file:line:column: message}; empty if it succeeded
   */
  record ConfigFile(String file, Instant loadedAt, Instant lastAttemptAt, List<String> problems) {

    public ConfigFile {
      problems = List.copyOf(problems);
    }
  }

  /**
   * An open socket of the data path.
   *
   * @param protocols the protocols that it accepts
   * @param complaint the reason why a configured protocol is not accepted; null if all are
   * @param httpsRecords DNS records of type HTTPS of its sites
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
