package io.lychgate.casper;

import org.jspecify.annotations.Nullable;

/**
 * The cookie that carries a fingerprint to the client and back. Not thread-safe: one instance serves all exchanges of a loop.
 *
 * <p>In H2O's mode the cookie must be alone in its Cookie field, as H2O requires. Browsers send it so over HTTP/2 (RFC 9113 8.2.3).
 * The native cookie may be anywhere in the field. Two defects of H2O are not repeated: H2O sends an empty {@code set-cookie} field
 * for an empty set, and it can write back a cached older text. Here an empty set is never written, and the written cookie always
 * contains everything that the client sent.
 *
 * <p>Native mode reads an {@code h2o_casper} cookie of a client that has no native one yet. Its keys are hashes of the path alone.
 * Native keys are hashes of path and content version with other capacity bits, so the sets cannot be merged. The H2O set is kept
 * separately and looked up by H2O's keys, and each asset found there is migrated. Then {@link #RETIRED_H2O_COOKIE} removes the
 * cookie.
 */
public final class CasperCookie {
  /** Set-Cookie value that removes H2O's cookie from a client. */
  public static final String RETIRED_H2O_COOKIE =
      "h2o_casper=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure";

  /** Set-Cookie value that removes the native cookie from a client. */
  private static final String ENDED =
      NativeCookieFormat.NAME + "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax";

  private final CookieText text = new CookieText();
  private final CookieFormat format;
  private final @Nullable CookieFormat inheritedFormat;
  private final boolean isAlwaysDue;

  public CasperCookie(CasperParameters parameters) {
    isAlwaysDue = parameters.mode() == CasperMode.H2O;
    Scratch scratch = new Scratch();
    CookieFormat h2o = new H2oCookieFormat(scratch);
    format = isAlwaysDue ? h2o : new NativeCookieFormat(parameters, scratch);
    inheritedFormat = isAlwaysDue ? null : h2o;
  }

  public String name() {
    return format.name();
  }

  /**
   * Merges the keys in one Cookie field into the fingerprint. Reads all cookies of the name, in one field or in several. Ignores
   * malformed values.
   *
   * @return true if a usable cookie was found
   */
  public boolean read(CharSequence cookieField, CacheFingerprint into) {
    return isAlwaysDue ? readAlone(format, cookieField, into) : read(format, cookieField, into);
  }

  /**
   * Reads H2O's cookie in native mode. Separate from {@link #read}, because it is useful only for a client without a native cookie.
   *
   * @return true if a usable cookie was found
   */
  public boolean readInherited(CharSequence cookieField, CacheFingerprint into) {
    return inheritedFormat != null && read(inheritedFormat, cookieField, into.inherited());
  }

  /** Returns true if a Cookie field contains H2O's cookie, with any value. */
  public static boolean carriesH2oCookie(CharSequence cookieField) {
    int length = cookieField.length();
    for (int start = 0; start < length; start = indexOf(cookieField, ';', start) + 1) {
      int name = skipSpace(cookieField, start, length);
      if (name + H2oCookieFormat.NAME.length() < length
          && isNamed(H2oCookieFormat.NAME, cookieField, name)) {
        return true;
      }
    }
    return false;
  }

  /** Applies H2O's rule: the field begins with the name and contains only this one cookie. */
  private static boolean readAlone(
      CookieFormat format, CharSequence cookieField, CacheFingerprint into) {
    int value = format.name().length() + 1;
    return cookieField.length() > value
        && isNamed(format.name(), cookieField, 0)
        && format.read(cookieField, value, cookieField.length(), into);
  }

  private static boolean read(
      CookieFormat format, CharSequence cookieField, CacheFingerprint into) {
    boolean found = false;
    int length = cookieField.length();
    int start = 0;
    while (start < length) {
      int end = indexOf(cookieField, ';', start);
      int name = skipSpace(cookieField, start, end);
      int value = name + format.name().length() + 1;
      if (value < end && isNamed(format.name(), cookieField, name)) {
        // RFC 6265 5.2: white space around a value is not part of it.
        found |= format.read(cookieField, value, withoutSpace(cookieField, value, end), into);
      }
      start = end + 1;
    }
    return found;
  }

  /**
   * Returns true if a response must carry the cookie. Native: if the client's cookie differs; for an empty set the cookie is then
   * removed. H2O: always, as in H2O, except for an empty set.
   */
  public boolean isDue(CacheFingerprint fingerprint) {
    return isDue(fingerprint, fingerprint.checksum());
  }

  private boolean isDue(CacheFingerprint fingerprint, long checksum) {
    return isAlwaysDue ? !fingerprint.isEmpty() : fingerprint.isChanged(checksum);
  }

  /** Returns the value of a Set-Cookie field, or null if none is due. The client is assumed to hold it from now on. */
  public @Nullable String write(CacheFingerprint fingerprint) {
    long checksum = fingerprint.checksum();
    if (!isDue(fingerprint, checksum)) {
      return null;
    }
    if (fingerprint.isEmpty()) {
      fingerprint.clientHolds(checksum);
      return ENDED;
    }
    int size = fingerprint.size();
    text.clear();
    text.append(format.name()).append("=");
    format.write(fingerprint, text);
    // Keys that did not fit were evicted.
    fingerprint.clientHolds(fingerprint.size() == size ? checksum : fingerprint.checksum());
    return text.append(format.attributes()).toString();
  }

  private static boolean isNamed(String name, CharSequence field, int at) {
    for (int i = 0; i < name.length(); i++) {
      if (field.charAt(at + i) != name.charAt(i)) {
        return false;
      }
    }
    return field.charAt(at + name.length()) == '=';
  }

  private static int skipSpace(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  private static int withoutSpace(CharSequence text, int from, int to) {
    int end = to;
    while (end > from && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    return end;
  }

  private static int indexOf(CharSequence text, char wanted, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != wanted) {
      at++;
    }
    return at;
  }
}
