package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestHead;

/**
 * Responds to {@code OPTIONS *}, which is about the server as a whole (RFC 9110 section 9.3.7). No route has it, and the methods depend on
 * the route, so it is a ping: the response has neither content nor an Allow field.
 */
final class ServerOptions {
  private ServerOptions() {}

  /** Returns true for the asterisk-form, which {@link RequestChecks} admits with OPTIONS only. */
  static boolean isAskedBy(RequestHead request) {
    return request.path().charAt(0) == '*';
  }

  static void respond(Exchange exchange) {
    exchange.ahead().own();
    var unused = response().respond(exchange, exchange);
  }

  /** Returns the response for a resource, too, if the gateway is the last recipient of its request. */
  static OwnResponse response() {
    return new OwnResponse(200, new Fields(1));
  }
}
