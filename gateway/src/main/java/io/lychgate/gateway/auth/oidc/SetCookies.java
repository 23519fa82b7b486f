package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The Set-Cookie fields of one response (RFC 6265bis section 4.1). With {@code Lax}, browsers send the cookies when a visitor comes from
 * another site, such as from the provider, and not with requests that pages of other sites make.
 */
final class SetCookies {
  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=";

  private final List<String> lines = new ArrayList<>();

  SetCookies set(String name, String value, Duration lifetime) {
    lines.add(name + '=' + value + ATTRIBUTES + Math.max(1, lifetime.toSeconds()));
    return this;
  }

  SetCookies delete(String name) {
    lines.add(name + '=' + ATTRIBUTES + 0);
    return this;
  }

  /** Adds the fields to a response of the gateway itself. */
  Fields addTo(Fields fields) {
    lines.forEach(line -> fields.add(HttpHeaderNames.SET_COOKIE, line));
    return fields;
  }

  /** Adds the fields to the response that this request will get. */
  void addTo(RequestContext context) {
    lines.forEach(line -> context.addToResponse(HttpHeaderNames.SET_COOKIE, line));
  }
}
