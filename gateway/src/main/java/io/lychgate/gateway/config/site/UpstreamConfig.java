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

  /** Returns an upstream with default timeouts and limits. */
  public static UpstreamConfig of(String name, List<ServerConfig> servers) {
    return builder(name).servers(servers).build();
  }

  /** Returns a builder with defaults, and without servers. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Returns a builder with the values of this upstream. */
  public Builder toBuilder() {
    return new Builder(name)
        .servers(servers)
        .connectTimeout(connectTimeout)
        .responseHeadTimeout(responseHeadTimeout)
        .responseBodyIdleTimeout(responseBodyIdleTimeout)
        .keepAliveIdle(keepAliveIdle)
        .maxConnections(maxConnections)
        .maxPending(maxPending)
        .clientShare(clientShare)
        .maxResponseHeaderBytes(maxResponseHeaderBytes)
        .tls(tls)
        .connections(connections)
        .balance(balance)
        .health(health)
        .retry(retry)
        .discovery(discovery)
        .requestLimits(requestLimits);
  }

  /** Returns this upstream with the servers of a name in DNS, and no others. */
  public UpstreamConfig of(DiscoveryConfig.Dns dns) {
    return toBuilder()
        .servers(List.of())
        .discovery(new DiscoveryConfig(dns, null))
        .build();
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
    return toBuilder()
        .servers(NO_SERVERS)
        .balance(BalanceConfig.defaults())
        .health(UpstreamHealthConfig.defaults())
        .retry(RetryConfig.defaults())
        .discovery(DiscoveryConfig.defaults())
        .build();
  }

  /** Collects the values of an upstream, which has more of them than a call can show. */
  public static final class Builder {
    private final String name;
    private List<ServerConfig> servers = List.of();
    private Duration connectTimeout = Limits.CONNECT;
    private Duration responseHeadTimeout = Limits.RESPONSE_HEAD;
    private Duration responseBodyIdleTimeout = Limits.RESPONSE_BODY_IDLE;
    private Duration keepAliveIdle = Limits.UPSTREAM_KEEP_ALIVE;
    private int maxConnections = Limits.MAX_UPSTREAM_CONNECTIONS;
    private int maxPending = Limits.MAX_UPSTREAM_PENDING;
    private int clientShare = Limits.UPSTREAM_CLIENT_SHARE;
    private int maxResponseHeaderBytes = Limits.MAX_RESPONSE_HEADER_BYTES;
    private UpstreamTlsConfig tls = UpstreamTlsConfig.defaults();
    private ConnectionConfig connections = ConnectionConfig.defaults();
    private BalanceConfig balance = BalanceConfig.defaults();
    private UpstreamHealthConfig health = UpstreamHealthConfig.defaults();
    private RetryConfig retry = RetryConfig.defaults();
    private DiscoveryConfig discovery = DiscoveryConfig.defaults();
    private RequestLimitConfig requestLimits = RequestLimitConfig.defaults();

    private Builder(String name) {
      this.name = name;
    }

    public Builder servers(List<ServerConfig> value) {
      servers = value;
      return this;
    }

    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    public Builder responseHeadTimeout(Duration value) {
      responseHeadTimeout = value;
      return this;
    }

    public Builder responseBodyIdleTimeout(Duration value) {
      responseBodyIdleTimeout = value;
      return this;
    }

    public Builder keepAliveIdle(Duration value) {
      keepAliveIdle = value;
      return this;
    }

    public Builder maxConnections(int value) {
      maxConnections = value;
      return this;
    }

    public Builder maxPending(int value) {
      maxPending = value;
      return this;
    }

    public Builder clientShare(int value) {
      clientShare = value;
      return this;
    }

    public Builder maxResponseHeaderBytes(int value) {
      maxResponseHeaderBytes = value;
      return this;
    }

    public Builder tls(UpstreamTlsConfig value) {
      tls = value;
      return this;
    }

    public Builder connections(ConnectionConfig value) {
      connections = value;
      return this;
    }

    public Builder balance(BalanceConfig value) {
      balance = value;
      return this;
    }

    public Builder health(UpstreamHealthConfig value) {
      health = value;
      return this;
    }

    public Builder retry(RetryConfig value) {
      retry = value;
      return this;
    }

    public Builder discovery(DiscoveryConfig value) {
      discovery = value;
      return this;
    }

    public Builder requestLimits(RequestLimitConfig value) {
      requestLimits = value;
      return this;
    }

    public UpstreamConfig build() {
      return new UpstreamConfig(
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
          requestLimits);
    }
  }
}
