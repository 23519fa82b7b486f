/**
 * The servers behind the gateway: connections to them, pooled per event loop, and one exchange at a time on each.
 *
 * <p>Start with {@code LoopUpstreams}, then {@code UpstreamExchange} (one request's journey) and {@code UpstreamConnection}
 * (one socket). Policy: knows message, loop and config; none of its neighbours.
 */
@NullMarked
package io.lychgate.gateway.upstream;

import org.jspecify.annotations.NullMarked;
