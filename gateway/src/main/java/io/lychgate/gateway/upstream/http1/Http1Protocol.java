package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.UpstreamProtocol;
import io.lychgate.gateway.upstream.UpstreamSite;

/** HTTP/1.1 to servers (RFC 9112): one request at a time on a connection. */
public final class Http1Protocol implements UpstreamProtocol {
  private final ServerConnector connector;

  public Http1Protocol(ServerConnector connector) {
    this.connector = connector;
  }

  @Override
  public ServerConnections.Factory connectionsOf(UpstreamSite site) {
    AbandonedConnections abandoned = new AbandonedConnections(site.loop());
    return (server, owner) -> new Http1Pool(site, server, connector, abandoned, owner);
  }
}
