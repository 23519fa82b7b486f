package io.lychgate.gateway.upstream;

/** A protocol of HTTP to servers. One instance serves all upstreams and loops. */
public interface UpstreamProtocol {
  /** Returns the factory of connections to the servers of one upstream on one loop. */
  ServerConnections.Factory connectionsOf(UpstreamSite site);
}
