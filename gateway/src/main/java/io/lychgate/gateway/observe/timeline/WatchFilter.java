package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.observe.ConnectionRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The filter for the connection to record. At least one of client and host is set.
 *
 * @param client address of the client; null for any
 * @param host host of a request, in lower case and without port; null for any
 * @param includesOpen true if it also matches connections that are already open, from their next request on
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
