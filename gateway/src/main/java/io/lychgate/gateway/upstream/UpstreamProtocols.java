package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;

/** The protocol of each server: its scheme selects it, or the server itself during the TLS handshake. */
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
      UpstreamTlsConfig tls = site.config().tls();
      ServerConfig.Scheme scheme = server.server().scheme();
      boolean maySelect = scheme.isSecure() && tls.allows(HttpVersion.HTTP_2);
      if (maySelect && tls.allows(HttpVersion.HTTP_1_1)) {
        return new NegotiatedConnections(site, one, two, server, owner);
      }
      return (maySelect || scheme.beginsWithHttp2() ? two : one).to(server, owner);
    };
  }
}
