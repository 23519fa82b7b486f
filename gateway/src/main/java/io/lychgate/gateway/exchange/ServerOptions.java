package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;

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
    exchange.head(
        new ResponseHead(200, new Fields().add(HttpHeaderNames.CONTENT_LENGTH, "0")), true);
    exchange.flush();
  }
}
