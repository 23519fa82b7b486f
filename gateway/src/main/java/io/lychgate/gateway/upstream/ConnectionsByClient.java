package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connections that begin with a header of the PROXY protocol. The header names one client, so no other client's request may use the
 * connection: each client address has its own connections. Event loop only.
 */
final class ConnectionsByClient implements ServerConnections {
  private final Factory factory;
  private final Owner owner;
  private final Map<@Nullable InetAddress, OfClient> clients = new HashMap<>();

  /** Sum over the clients, which is read for each request. */
  private int idle;

  private ConnectionsByClient(Factory factory, Owner owner) {
    this.factory = factory;
    this.owner = owner;
  }

  /** Returns a factory that separates the connections of clients if the upstream's have a header. */
  static Factory separated(UpstreamSite site, Factory factory) {
    return site.config().connections().proxyHeader() == null
        ? factory
        : (server, owner) -> new ConnectionsByClient(factory, owner);
  }

  private static @Nullable InetAddress addressOf(StreamRequest request) {
    ProxiedClient client = request.proxiedClient();
    return client == null ? null : client.from().getAddress();
  }

  @Override
  public boolean lend(StreamRequest request) {
    OfClient known = clients.get(addressOf(request));
    return known != null && known.connections.lend(request);
  }

  @Override
  public boolean mayOpen() {
    for (OfClient client : clients.values()) {
      if (!client.connections.mayOpen()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isParked() {
    for (OfClient client : clients.values()) {
      if (client.connections.isParked()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void open(StreamRequest request) {
    clients
        .computeIfAbsent(
            addressOf(request), address -> new OfClient(address, request.proxiedClient()))
        .connections
        .open(request);
  }

  @Override
  public int streamsPerConnection() {
    int least = Integer.MAX_VALUE;
    for (OfClient client : clients.values()) {
      least = Math.min(least, client.connections.streamsPerConnection());
    }
    return clients.isEmpty() ? 1 : least;
  }

  @Override
  public int openConnections() {
    int open = 0;
    for (OfClient client : clients.values()) {
      open += client.connections.openConnections();
    }
    return open;
  }

  @Override
  public int idleConnections() {
    return idle;
  }

  @Override
  public int closeIdle(int most) {
    int closed = 0;
    for (OfClient client : List.copyOf(clients.values())) {
      if (closed < most) {
        closed += client.connections.closeIdle(most - closed);
      }
    }
    return closed;
  }

  @Override
  public void retire() {
    new ArrayList<>(clients.values()).forEach(client -> client.connections.retire());
  }

  /** The connections of one client. They are forgotten with the last one. */
  private final class OfClient extends ForwardingOwner {
    private final @Nullable InetAddress address;
    private final @Nullable ProxiedClient client;
    private final ServerConnections connections;
    private int ownIdle;

    OfClient(@Nullable InetAddress address, @Nullable ProxiedClient client) {
      super(ConnectionsByClient.this.owner);
      this.address = address;
      this.client = client;
      this.connections = factory.to(endpoint(), this);
    }

    @Override
    public Endpoint endpoint() {
      return client == null ? owner.endpoint() : owner.endpoint().onBehalfOf(client);
    }

    @Override
    public void closed(StreamLease lease) {
      if (connections.openConnections() == 0) {
        idle -= ownIdle;
        ownIdle = 0;
        clients.remove(address, this);
      }
      owner.closed(lease);
    }

    @Override
    public void idleChanged() {
      int now = connections.idleConnections();
      idle += now - ownIdle;
      ownIdle = now;
      owner.idleChanged();
    }
  }
}
