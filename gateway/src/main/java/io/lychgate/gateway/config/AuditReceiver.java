package io.lychgate.gateway.config;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A receiver that gets each entry of the audit trail as a syslog message (RFC 5424).
 *
 * @param caFile certificates of the authorities that a receiver with TLS may have; null for those of the JDK
 */
public record AuditReceiver(
    Transport transport, String host, int port, @Nullable Path caFile) {

  /** The ways to a receiver. */
  public enum Transport {
    UDP(514),
    TCP(514),
    /** RFC 5425. */
    TLS(6514);

    private final int port;

    Transport(int port) {
      this.port = port;
    }

    /** Returns the port without one in the address. */
    public int port() {
      return port;
    }
  }

  @Override
  public String toString() {
    return transport.name().toLowerCase(Locale.ROOT) + "://"
        + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
