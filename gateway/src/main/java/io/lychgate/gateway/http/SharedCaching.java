package io.lychgate.gateway.http;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;

/**
 * Decides whether a shared cache may reuse this response (RFC 9111 section 3). If so, the response must not carry data of one
 * client: the cookie would claim for all other clients that they hold what this client holds.
 *
 * <p>RFC 9111 allows heuristic caching of a response without caching fields, but caches do that only if the response has a time to
 * compute from. A response with only an entity tag, or with {@code no-cache}, is revalidated each time. Most pages generated for
 * one client are of this kind.
 */
public final class SharedCaching {
  private static final AsciiString EXPIRES = FieldNames.canonical("expires");
  private static final AsciiString LAST_MODIFIED = FieldNames.canonical("last-modified");
  private static final AsciiString SURROGATE_CONTROL = FieldNames.canonical("surrogate-control");

  /** A field of nginx: seconds or a point in time; 0 forbids caching. */
  private static final AsciiString X_ACCEL_EXPIRES = FieldNames.canonical("x-accel-expires");

  /** RFC 9213: {@code CDN-Cache-Control}, or the same with a cache's name in place of {@code CDN}. */
  private static final AsciiString TARGETED = AsciiString.cached("-cache-control");

  private SharedCaching() {}

  public static boolean isAllowed(ResponseHead response) {
    Fields fields = response.fields();
    if (isAllowedToSome(fields)) {
      return true;
    }
    CacheControl control = CacheControl.of(fields);
    if (control.isKeptFromMany()) {
      return false;
    }
    if (response.status() == 304) {
      // RFC 9111 section 3.2: its fields update the response that a cache has stored.
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

  /**
   * Returns true if a field addressed to specific caches allows storing; they obey it in place of Cache-Control (RFC 9213 section
   * 2.2).
   */
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
