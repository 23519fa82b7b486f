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
    @Nullable WebSocketHandshake handshake) {
  /** Returns a request of the gateway itself, without a body. Its Host field is that of the server. */
  public static OutgoingRequest ofGateway(RequestHead head) {
    return plain(head, null, true);
  }

  /** Returns a request that is no handshake of a WebSocket. */
  public static OutgoingRequest plain(
      RequestHead head, @Nullable CharSequence host, boolean isWhole) {
    return new OutgoingRequest(head, host, isWhole, null);
  }
}
