/**
 * TCP connections of clients: accepts them, makes the TLS handshake, and detects the protocol.
 *
 * <p>Start with {@code TcpListener}, then {@code TlsFront} → {@code ProtocolChoice}.
 */
@NullMarked
package io.lychgate.gateway.listen.tcp;

import org.jspecify.annotations.NullMarked;
