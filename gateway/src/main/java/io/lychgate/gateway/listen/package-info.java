/**
 * Sockets: what accepts clients, proves who we are, and finds out which protocol to speak.
 *
 * <p>Start with {@code Listeners}, then {@code TcpListener} → {@code TlsFront} → {@code ProtocolChoice}. Edge of the gateway:
 * knows the protocols, only the root knows it.
 */
@NullMarked
package io.lychgate.gateway.listen;

import org.jspecify.annotations.NullMarked;
