package io.lychgate.gateway.message;

import java.net.InetSocketAddress;

/**
 * A client as the PROXY protocol names it.
 *
 * @param from the client; port 0 if only its address is known, because a proxy before this gateway named it
 * @param to the address at which the gateway took the request, as far as it is known
 */
public record ProxiedClient(InetSocketAddress from, InetSocketAddress to) {}
