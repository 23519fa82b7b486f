package io.lychgate.gateway.message;

import java.util.Locale;

/** The host in an authority (RFC 3986 section 3.2). */
public final class AuthorityHost {
  private AuthorityHost() {}

  /** Returns the host in lower case, without port and without the final dot of a fully qualified name. */
  public static String of(String authority) {
    int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    String host = end > 0 ? authority.substring(0, end) : authority;
    return (host.endsWith(".") ? host.substring(0, host.length() - 1) : host)
        .toLowerCase(Locale.ROOT);
  }
}
