package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.listener.ProxyHeader;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The age of connections to servers, and what the gateway sends on them.
 *
 * @param maxAge a connection takes no new request after this time, changed at random by a fifth
 * @param maxRequests requests of one connection; 0 for no limit
 * @param maxStreams requests in progress together on one HTTP/2 connection; the server may permit fewer
 * @param subset servers to which one event loop connects; 0 for a number that fits, {@link #SUBSET_OFF} for all
 * @param pingAfter silence of an HTTP/2 connection after which a PING checks that the server is there: while requests wait, or before the next one
 * @param proxyHeader header of the PROXY protocol in front of each connection, which then serves one client; null for none
 */
public record ConnectionConfig(
    Duration maxAge,
    int maxRequests,
    int maxStreams,
    Duration pingAfter,
    int subset,
    @Nullable ProxyHeader proxyHeader) {
  /** Each event loop connects to all servers. */
  public static final int SUBSET_OFF = -1;

  /** The number of servers of an event loop depends on their number and on that of the loops. */
  public static final int SUBSET_AUTO = 0;

  private static final ConnectionConfig DEFAULTS = new ConnectionConfig(
      Limits.UPSTREAM_MAX_AGE,
      0,
      Limits.MAX_UPSTREAM_STREAMS,
      Limits.UPSTREAM_PING,
      SUBSET_AUTO,
      null);

  public ConnectionConfig {
    Require.positive("maxAge", maxAge);
    Require.range("maxRequests", maxRequests, 0, Integer.MAX_VALUE);
    Require.range("maxStreams", maxStreams, 1, Limits.MAX_UPSTREAM_STREAMS_CEILING);
    Require.positive("pingAfter", pingAfter);
    Require.range("subset", subset, SUBSET_OFF, Limits.MAX_UPSTREAM_SUBSET);
  }

  public static ConnectionConfig defaults() {
    return DEFAULTS;
  }
}
