package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.observe.ConnectionRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The filter for the connection to record; at least one of the two is given.
 *
 * @param client its address; null for any
 * @param host a name that it asks for, in lower case and without port; null for any
 * @param includesOpen whether a connection will do that is open already, from its next request on
 */
public record WatchFilter(
    @Nullable InetAddress client, @Nullable String host, boolean includesOpen) {
  public WatchFilter {
    if (client == null && host == null) {
      throw new IllegalArgumentException("filter: empty (expected: client, host or both)");
    }
  }

  boolean takesClient(ConnectionRecord connection) {
    return client == null
        || (connection.peer() instanceof InetSocketAddress peer
            && client.equals(peer.getAddress()));
  }

  boolean takesHost(String asked) {
    return host == null || host.equals(asked);
  }
}
