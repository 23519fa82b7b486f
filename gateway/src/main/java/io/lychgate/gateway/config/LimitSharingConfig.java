package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.check.Secret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The way in which gateways exchange the use of limits with {@code scope: fleet}.
 *
 * @param redis null for the store, if it is in PostgreSQL
 */
public record LimitSharingConfig(@Nullable Redis redis) {
  private static final int MAX_PORT = 65_535;

  public static LimitSharingConfig defaults() {
    return new LimitSharingConfig(null);
  }

  /**
   * A server of the Redis protocol.
   *
   * @param isTls true for a connection over TLS, whose certificate must be for the host
   * @param authorities file of PEM with the authorities of its certificate; null for those of the JDK
   * @param user empty for the default user
   */
  public record Redis(
      String host,
      int port,
      boolean isTls,
      @Nullable Path authorities,
      String user,
      @Nullable Secret password) {
    public static final int DEFAULT_PORT = 6379;

    public Redis {
      Require.text("host", host);
      Require.range("port", port, 1, MAX_PORT);
    }

    /** Returns the server for logs. */
    public String place() {
      return (isTls ? "rediss://" : "redis://") + host + ":" + port;
    }
  }
}
