/**
 * Connections to servers, before any protocol: the addresses of a name, and the attempts to connect to them.
 *
 * <p>Start with {@code ConnectRace}. Upstreams use it, and TLS connections that a listener passes on.
 */
@NullMarked
package io.lychgate.gateway.upstream.connect;

import org.jspecify.annotations.NullMarked;
