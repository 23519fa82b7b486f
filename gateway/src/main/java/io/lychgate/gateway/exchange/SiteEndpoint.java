package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** Paths of every site at which the gateway itself serves a script, and takes what the script sends. */
interface SiteEndpoint {
  /** Returns true if the request is for the gateway itself. */
  boolean isFor(RequestHead request);

  /** Returns true if the site has the endpoint. */
  default boolean isOn(SiteConfig site) {
    return true;
  }

  /** Responds to such a request. {@code end} is true if it has no body. */
  Responder respond(Exchange exchange, boolean end);

  /** Returns true if the target has this path, with a query or without one. */
  static boolean isAt(AsciiString path, CharSequence target) {
    int length = path.length();
    return target.length() >= length
        && AsciiString.regionMatches(path, false, 0, target, 0, length)
        && (target.length() == length || target.charAt(length) == '?');
  }

  /** @param allowed the value of Allow */
  static void refuseMethod(Exchange exchange, String allowed) {
    exchange.failWith(
        new ExchangeFailure(
            Kind.METHOD_NOT_ALLOWED, exchange.request().method() + " is not allowed"),
        new Fields().add(HttpHeaderNames.ALLOW, allowed));
  }
}
