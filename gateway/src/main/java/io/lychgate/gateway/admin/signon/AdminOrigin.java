package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import java.net.URI;
import java.util.Locale;

/**
 * The admin plane as the browser of a call names it. {@link io.lychgate.gateway.admin.access.HostCheck} has refused hosts that are not
 * of the gateway.
 *
 * @param authority host, and port unless it is 443
 */
record AdminOrigin(String authority) {

  static AdminOrigin of(Call call) {
    String authority = call.context().request().headers().authority();
    if (authority == null) {
      throw new ProblemException(ProblemCode.MALFORMED, "Host: absent (expected: a host)");
    }
    String lower = authority.toLowerCase(Locale.ROOT);
    return new AdminOrigin(
        lower.endsWith(":443") ? lower.substring(0, lower.length() - ":443".length()) : lower);
  }

  /** Returns the origin (RFC 6454 section 6.2). */
  String origin() {
    return "https://" + authority;
  }

  /** Returns the host without the port. */
  String host() {
    if (authority.startsWith("[")) {
      return authority.substring(0, authority.indexOf(']') + 1);
    }
    int colon = authority.indexOf(':');
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /** Returns the URL of a path. */
  URI at(String path) {
    return URI.create(origin() + path);
  }
}
