/**
 * Listeners: binds the configured sockets and replaces them when the configuration changes.
 *
 * <p>Start with {@code Listeners}. Connections are accepted in {@code listen.tcp} and {@code listen.quic}; {@code listen.tls}
 * authenticates the gateway. These packages are an edge of the gateway: they depend on the protocols, and only the root depends on
 * them.
 */
@NullMarked
package io.lychgate.gateway.listen;

import org.jspecify.annotations.NullMarked;
