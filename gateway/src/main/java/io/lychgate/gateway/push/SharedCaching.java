package io.lychgate.gateway.push;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.util.Locale;

/**
 * Whether a cache that many visitors share may answer with this response again (RFC 9111 section 3). Then it must not carry
 * what is one visitor's: the cookie would tell all others that they hold what this one holds.
 */
final class SharedCaching {
  private static final AsciiString CACHE_CONTROL = FieldNames.canonical("cache-control");

  private SharedCaching() {}

  static boolean isAllowed(Fields response) {
    boolean allowed = false;
    for (int i = response.indexOf(CACHE_CONTROL, 0);
        i >= 0;
        i = response.indexOf(CACHE_CONTROL, i + 1)) {
      String directives = response.value(i).toString().toLowerCase(Locale.ROOT);
      if (directives.contains("private")
          || directives.contains("no-store")
          || directives.contains("no-cache")) {
        return false;
      }
      allowed |= directives.contains("public")
          || directives.contains("s-maxage=")
          || (directives.contains("max-age=") && !directives.contains("max-age=0"));
    }
    return allowed;
  }
}
