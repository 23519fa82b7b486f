package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;

/** Adapts the header fields of a final response before it goes to the client. */
final class FinalHead {
  private static final AsciiString VIA = AsciiString.cached("1.1 lychgate");

  private FinalHead() {}

  /** Prepares a response that begins a tunnel. It is no page and no asset, and its caching and Alt-Svc fields have no effect. */
  static void prepareSwitch(Exchange exchange, Fields fields) {
    HopFields.strip(fields);
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.add(HttpHeaderNames.VIA, VIA);
    ConnectionTimeline timeline = exchange.connection().timeline();
    if (timeline != null) {
      timeline.headSent(System.nanoTime(), exchange.stream().id(), 200, null);
    }
  }

  static void prepare(Exchange exchange, ResponseHead head) {
    Fields fields = head.fields();
    HopFields.strip(fields);
    if (head.status() == HttpResponseStatus.NO_CONTENT.code()) {
      // RFC 9110 8.6: never in a 204. HTTP/2 and HTTP/3 clients compare it with the missing body.
      fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    }
    ClientConnection connection = exchange.connection();
    if (!fields.contains(HttpHeaderNames.DATE)) {
      // RFC 9110 6.6.1: a recipient with a clock adds a missing Date field before it forwards a
      // response.
      fields.add(HttpHeaderNames.DATE, connection.loop().date().now());
    }
    fields.add(HttpHeaderNames.VIA, VIA);
    Route route = exchange.route();
    AsciiString altSvc = connection.altSvc(route == null ? AltSvcUse.LISTENER : route.altSvc());
    if (altSvc != null) {
      fields.set(FieldNames.ALT_SVC, altSvc);
    }
    exchange.ahead().finish(head);
    ResponsePriority.decide(exchange, head);
    ConnectionTimeline timeline = connection.timeline();
    if (timeline != null) {
      timeline.headSent(
          System.nanoTime(),
          exchange.stream().id(),
          head.status(),
          fields.get(HttpHeaderNames.CONTENT_TYPE));
    }
  }
}
