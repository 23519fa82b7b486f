package io.lychgate.gateway.push;

import io.lychgate.gateway.message.CacheControl;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;

/**
 * Whether a cache that many visitors share may answer with this response again (RFC 9111 section 3). Then it must not carry
 * what is one visitor's: the cookie would tell all others that they hold what this one holds.
 *
 * <p>A response without a word on caching could be kept by heuristics, but no cache does so without a time to reckon from; one
 * that has just an entity tag, or {@code no-cache}, is asked about each time. Most pages that are made for a visitor are so.
 */
final class SharedCaching {
  private static final AsciiString EXPIRES = FieldNames.canonical("expires");
  private static final AsciiString LAST_MODIFIED = FieldNames.canonical("last-modified");
  private static final AsciiString SURROGATE_CONTROL = FieldNames.canonical("surrogate-control");

  /** Seconds, or a point in time; 0 forbids it. Of nginx. */
  private static final AsciiString X_ACCEL_EXPIRES = FieldNames.canonical("x-accel-expires");

  /** RFC 9213: {@code CDN-Cache-Control}, and the same with a cache's name before it. */
  private static final AsciiString TARGETED = AsciiString.cached("-cache-control");

  private SharedCaching() {}

  static boolean isAllowed(ResponseHead response) {
    Fields fields = response.fields();
    if (isAllowedToSome(fields)) {
      return true;
    }
    CacheControl control = CacheControl.of(fields);
    if (control.isKeptFromMany()) {
      return false;
    }
    if (response.status() == 304) {
      // RFC 9111 section 3.2: its fields go into the response that a cache has stored.
      return true;
    }
    if (control.isNoCache()) {
      return false;
    }
    return control.isLentToMany()
        || (control.maxAge() == CacheControl.UNSAID
            && (Freshness.isUnexpired(fields)
                || (fields.contains(LAST_MODIFIED) && !fields.contains(EXPIRES))));
  }

  /** Fields for some caches alone, which obey them before Cache-Control (RFC 9213 section 2.2). */
  private static boolean isAllowedToSome(Fields fields) {
    for (int i = 0; i < fields.size(); i++) {
      AsciiString name = fields.name(i);
      if (name.endsWith(TARGETED) || FieldNames.same(name, SURROGATE_CONTROL)) {
        CacheControl control = CacheControl.of(fields, name);
        if (control.isLentToMany() && !control.isKeptFromMany() && !control.isNoCache()) {
          return true;
        }
      } else if (FieldNames.same(name, X_ACCEL_EXPIRES) && !"0".contentEquals(fields.value(i))) {
        return true;
      }
    }
    return false;
  }
}
