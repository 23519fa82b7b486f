package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.UpstreamProtocol;
import io.lychgate.gateway.upstream.UpstreamSite;

/** HTTP/2 to servers (RFC 9113): many requests at a time on a connection. */
public final class Http2Protocol implements UpstreamProtocol {
  private final ServerConnector connector;

  public Http2Protocol(ServerConnector connector) {
    this.connector = connector;
  }

  @Override
  public ServerConnections.Factory connectionsOf(UpstreamSite site) {
    return (server, owner) -> new Http2Multiplexer(site, server, connector, owner);
  }
}
