/**
 * HTTP/2 to servers: few connections, and many requests at a time on each.
 *
 * <p>Start with {@code Http2Multiplexer}, then {@code Http2ServerConnection} (one socket) and {@code Http2ServerStream} (one
 * request). {@code ServerPings} notices a server that has vanished. The package implements the interfaces of
 * package upstream, which does not know it.
 */
@NullMarked
package io.lychgate.gateway.upstream.http2;

import org.jspecify.annotations.NullMarked;
