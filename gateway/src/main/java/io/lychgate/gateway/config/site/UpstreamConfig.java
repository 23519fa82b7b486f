package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.List;

/**
 * A group of servers that give the same responses.
 *
 * @param name unique; label of logs and metrics
 * @param servers at least one, unless there is a discovery
 * @param connectTimeout for TCP and, with https, TLS together
 * @param responseHeadTimeout from the end of the request to the final response head
 * @param responseBodyIdleTimeout between two pieces of a response body
 * @param keepAliveIdle time that an unused connection stays in the pool
 * @param maxConnections open connections to all servers, from all event loops
 * @param maxPending requests that may wait for a connection, on all event loops
 * @param clientShare percentage of the connections, and of the queue, that one client may have
 * @param maxResponseHeaderBytes bytes of a response's field section
 * @param tls used by https servers only
 * @param connections age of connections
 * @param balance choice of a server
 * @param health checks and ejection of servers
 * @param retry requests that are sent again
 * @param discovery sources of servers besides {@code servers}
 */
public record UpstreamConfig(
    String name,
    List<ServerConfig> servers,
    Duration connectTimeout,
    Duration responseHeadTimeout,
    Duration responseBodyIdleTimeout,
    Duration keepAliveIdle,
    int maxConnections,
    int maxPending,
    int clientShare,
    int maxResponseHeaderBytes,
    UpstreamTlsConfig tls,
    ConnectionConfig connections,
    BalanceConfig balance,
    UpstreamHealthConfig health,
    RetryConfig retry,
    DiscoveryConfig discovery,
    RequestLimitConfig requestLimits) {
  /** Stands for any servers. */
  private static final List<ServerConfig> NO_SERVERS =
      List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "none.invalid", 1));

  public UpstreamConfig {
    Require.text("name", name);
    servers = List.copyOf(servers);
    if (servers.isEmpty() && discovery.isNone()) {
      throw new IllegalArgumentException("servers: none (expected: at least one, or discovery)");
    }
    Require.positive("connectTimeout", connectTimeout);
    Require.positive("responseHeadTimeout", responseHeadTimeout);
    Require.positive("responseBodyIdleTimeout", responseBodyIdleTimeout);
    Require.positive("keepAliveIdle", keepAliveIdle);
    Require.positive("maxConnections", maxConnections);
    Require.range("maxPending", maxPending, 0, Integer.MAX_VALUE);
    Require.range("clientShare", clientShare, 1, 100);
    Require.range(
        "maxResponseHeaderBytes", maxResponseHeaderBytes, 1024, Limits.MAX_HEADER_BYTES_CEILING);
  }

  /** An upstream with defaults for everything but timeouts and limits. */
  public UpstreamConfig(
      String name,
      List<ServerConfig> servers,
      Duration connectTimeout,
      Duration responseHeadTimeout,
      Duration responseBodyIdleTimeout,
      Duration keepAliveIdle,
      int maxConnections,
      int maxPending,
      int clientShare,
      int maxResponseHeaderBytes,
      UpstreamTlsConfig tls) {
    this(
        name,
        servers,
        connectTimeout,
        responseHeadTimeout,
        responseBodyIdleTimeout,
        keepAliveIdle,
        maxConnections,
        maxPending,
        clientShare,
        maxResponseHeaderBytes,
        tls,
        ConnectionConfig.defaults(),
        BalanceConfig.defaults(),
        UpstreamHealthConfig.defaults(),
        RetryConfig.defaults(),
        DiscoveryConfig.defaults(),
        RequestLimitConfig.defaults());
  }

  /** An upstream without limits of its requests. */
  public UpstreamConfig(
      String name,
      List<ServerConfig> servers,
      Duration connectTimeout,
      Duration responseHeadTimeout,
      Duration responseBodyIdleTimeout,
      Duration keepAliveIdle,
      int maxConnections,
      int maxPending,
      int clientShare,
      int maxResponseHeaderBytes,
      UpstreamTlsConfig tls,
      ConnectionConfig connections,
      BalanceConfig balance,
      UpstreamHealthConfig health,
      RetryConfig retry,
      DiscoveryConfig discovery) {
    this(
        name,
        servers,
        connectTimeout,
        responseHeadTimeout,
        responseBodyIdleTimeout,
        keepAliveIdle,
        maxConnections,
        maxPending,
        clientShare,
        maxResponseHeaderBytes,
        tls,
        connections,
        balance,
        health,
        retry,
        discovery,
        RequestLimitConfig.defaults());
  }

  /** Returns an upstream with default timeouts and limits. */
  public static UpstreamConfig of(String name, List<ServerConfig> servers) {
    return new UpstreamConfig(
        name,
        servers,
        Limits.CONNECT,
        Limits.RESPONSE_HEAD,
        Limits.RESPONSE_BODY_IDLE,
        Limits.UPSTREAM_KEEP_ALIVE,
        Limits.MAX_UPSTREAM_CONNECTIONS,
        Limits.MAX_UPSTREAM_PENDING,
        Limits.UPSTREAM_CLIENT_SHARE,
        Limits.MAX_RESPONSE_HEADER_BYTES,
        UpstreamTlsConfig.defaults());
  }

  /** Returns this upstream with the servers of a name in DNS, and no others. */
  public UpstreamConfig of(DiscoveryConfig.Dns dns) {
    return new UpstreamConfig(
        name,
        List.of(),
        connectTimeout,
        responseHeadTimeout,
        responseBodyIdleTimeout,
        keepAliveIdle,
        maxConnections,
        maxPending,
        clientShare,
        maxResponseHeaderBytes,
        tls,
        connections,
        balance,
        health,
        retry,
        new DiscoveryConfig(dns, null),
        requestLimits);
  }

  /** Returns true if connections to a server may use TLS. The servers of a file are not known beforehand. */
  public boolean mayUseTls() {
    DiscoveryConfig.Dns dns = discovery.dns();
    return servers.stream().anyMatch(server -> server.scheme().isSecure())
        || (dns != null && dns.scheme().isSecure())
        || discovery.file() != null;
  }

  /**
   * Returns this configuration without the parts that may change while the connections stay: servers, their choice, health, retries
   * and discovery. Two upstreams with equal results have the same connections and limits.
   */
  public UpstreamConfig ofConnections() {
    return new UpstreamConfig(
        name,
        NO_SERVERS,
        connectTimeout,
        responseHeadTimeout,
        responseBodyIdleTimeout,
        keepAliveIdle,
        maxConnections,
        maxPending,
        clientShare,
        maxResponseHeaderBytes,
        tls,
        connections,
        BalanceConfig.defaults(),
        UpstreamHealthConfig.defaults(),
        RetryConfig.defaults(),
        DiscoveryConfig.defaults(),
        requestLimits);
  }
}
