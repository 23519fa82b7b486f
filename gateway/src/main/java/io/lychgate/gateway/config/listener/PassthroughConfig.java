package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Server names whose TLS connections a listener passes on without terminating them.
 *
 * @param hosts names and {@code *.suffix} patterns
 * @param servers used in turn; the next one is tried if a connection fails
 * @param proxyHeader the PROXY protocol header that servers get before the client's bytes; null for none
 * @param connectTimeout timeout of one attempt to connect
 * @param idleTimeout timeout of a connection on which neither side sends anything
 */
public record PassthroughConfig(
    List<HostPattern> hosts,
    List<Server> servers,
    @Nullable ProxyHeader proxyHeader,
    Duration connectTimeout,
    Duration idleTimeout) {

  public PassthroughConfig {
    hosts = List.copyOf(hosts);
    servers = List.copyOf(servers);
    if (hosts.isEmpty() || servers.isEmpty()) {
      throw new IllegalArgumentException(
          "passthrough: no host or no server (expected: at least one of each)");
    }
    Require.positive("connectTimeout", connectTimeout);
    Require.positive("idleTimeout", idleTimeout);
  }

  /** Returns one with default timeouts. */
  public static PassthroughConfig of(
      List<HostPattern> hosts, List<Server> servers, @Nullable ProxyHeader proxyHeader) {
    return new PassthroughConfig(
        hosts, servers, proxyHeader, Limits.CONNECT, Limits.PASSTHROUGH_IDLE);
  }

  /**
   * A server of passed-through connections.
   *
   * @param host a name, or an address without brackets
   */
  public record Server(String host, int port) {
    public Server {
      Require.text("host", host);
      Require.range("port", port, 1, 65535);
    }

    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
  }
}
