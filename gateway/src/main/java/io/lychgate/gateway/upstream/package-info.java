/**
 * The servers behind the gateway: the exchange of a request with one of them, and the limits of all loops together.
 *
 * <p>Start with {@code LoopUpstreams}, then {@code UpstreamExchange} (one request on its way). Three interfaces are the seam:
 * {@code UpstreamStream} (one request in a protocol), {@code ServerConnections} (one server's connections in a protocol) and {@code
 * balance.SelectionPolicy} (the choice of a server). {@code http1} and {@code http2} implement the first two. Policy: knows message,
 * loop and config; none of its neighbours.
 */
@NullMarked
package io.lychgate.gateway.upstream;

import org.jspecify.annotations.NullMarked;
