/**
 * QUIC (RFC 9000) before and around Netty's codec: sockets, routing of packets to them, tokens, checks and early data.
 *
 * <p>Start with {@code QuicSocket}: its handlers in their order are the way of a packet. {@code QuicAccept} begins a connection.
 */
@NullMarked
package io.lychgate.gateway.listen.quic;

import org.jspecify.annotations.NullMarked;
