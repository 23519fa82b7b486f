/**
 * The configuration of a listener: address, TLS, protocols, limits and timeouts. Start at {@link
 * io.lychgate.gateway.config.listener.ListenerConfig}.
 */
@NullMarked
package io.lychgate.gateway.config.listener;

import org.jspecify.annotations.NullMarked;
