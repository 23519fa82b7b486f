/**
 * Sockets: accept clients, authenticate the gateway, and detect the protocol.
 *
 * <p>Start with {@code Listeners}, then {@code TcpListener} → {@code TlsFront} → {@code ProtocolChoice}. This package is an edge of
 * the gateway: it depends on the protocols, and only the root depends on it.
 */
@NullMarked
package io.lychgate.gateway.listen;

import org.jspecify.annotations.NullMarked;
