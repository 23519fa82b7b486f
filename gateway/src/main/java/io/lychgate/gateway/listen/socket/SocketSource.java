package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.exchange.LoopContext;
import java.util.Map;

/**
 * Where listeners get their sockets.
 *
 * @param loops the loops that serve connections, each with its open ones
 * @param transport the kind of socket that the system offers
 * @param inherited sockets that an earlier process has bound
 */
public record SocketSource(
    Map<LoopContext, OpenConnections> loops, Transport transport, InheritedSockets inherited) {}
