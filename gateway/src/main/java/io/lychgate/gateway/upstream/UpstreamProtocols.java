package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;

/** The protocol of each server: its scheme selects it. */
public final class UpstreamProtocols implements UpstreamProtocol {
  private final UpstreamProtocol http1;
  private final UpstreamProtocol http2;

  public UpstreamProtocols(UpstreamProtocol http1, UpstreamProtocol http2) {
    this.http1 = http1;
    this.http2 = http2;
  }

  @Override
  public ServerConnections.Factory connectionsOf(UpstreamSite site) {
    ServerConnections.Factory one = http1.connectionsOf(site);
    ServerConnections.Factory two = http2.connectionsOf(site);
    return (server, owner) -> {
      boolean isHttp2 = server.server().scheme() == ServerConfig.Scheme.H2C;
      return (isHttp2 ? two : one).to(server, owner);
    };
  }
}
