package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which origins the policy admits, and adds the fields that all responses of a CORS exchange share. */
final class CorsOrigins {
  /** Characters of an origin: the longest host name, a scheme and a port. */
  private static final int MAX_LENGTH = 300;

  private static final AsciiString ANY = AsciiString.cached(CorsPolicy.ANY);
  private static final AsciiString TRUE = AsciiString.cached("true");
  private static final AsciiString VARY_ORIGIN = AsciiString.cached("Origin");

  private final CorsPolicy policy;
  private final Set<String> exact;

  CorsOrigins(CorsPolicy policy) {
    this.policy = policy;
    this.exact = Set.copyOf(policy.origins());
  }

  /** Returns the origin of a request; null if it has none. Several values admit none. */
  static @Nullable CharSequence of(Fields request) {
    int at = request.indexOf(HttpHeaderNames.ORIGIN, 0);
    if (at < 0) {
      return null;
    }
    return request.indexOf(HttpHeaderNames.ORIGIN, at + 1) < 0 ? request.value(at) : "";
  }

  boolean admits(CharSequence origin) {
    if (policy.isForAll()) {
      return true;
    }
    if (origin.length() > MAX_LENGTH) {
      return false;
    }
    String text = origin.toString();
    if (exact.contains(text)) {
      return true;
    }
    List<BoundedRegex> patterns = policy.patterns();
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).isFoundIn(text, text.length())) {
        return true;
      }
    }
    return false;
  }

  /** Adds the fields that admit an origin. */
  void admit(CharSequence origin, Fields response) {
    response.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, policy.isForAll() ? ANY : origin);
    if (policy.credentials()) {
      response.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
    }
  }

  /**
   * Adds {@code Vary: Origin} unless all origins get the same response (Fetch Standard, "CORS protocol and HTTP caches"). Also to a
   * response without CORS fields: a cache must not give that to another origin.
   */
  void vary(Fields response) {
    if (policy.isForAll()) {
      return;
    }
    for (int i = response.indexOf(HttpHeaderNames.VARY, 0);
        i >= 0;
        i = response.indexOf(HttpHeaderNames.VARY, i + 1)) {
      for (String name : response.value(i).toString().split(",", -1)) {
        if (isOriginOrAll(name.strip())) {
          return;
        }
      }
    }
    response.add(HttpHeaderNames.VARY, VARY_ORIGIN);
  }

  private static boolean isOriginOrAll(String name) {
    return name.equals(CorsPolicy.ANY) || name.equalsIgnoreCase("origin");
  }
}
