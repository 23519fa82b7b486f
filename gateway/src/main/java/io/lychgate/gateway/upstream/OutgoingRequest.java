package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * A request as it goes to a server.
 *
 * @param head with the fields for the server
 * @param host value of the Host field; null for that of the server, which is chosen later
 * @param isWhole true if the request has no body
 * @param handshake the WebSocket handshake of the request; null for every other request
 */
public record OutgoingRequest(
    RequestHead head,
    @Nullable CharSequence host,
    boolean isWhole,
    @Nullable WebSocketHandshake handshake) {}
