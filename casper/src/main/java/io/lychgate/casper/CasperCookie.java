package io.lychgate.casper;

import org.jspecify.annotations.Nullable;

/**
 * The cookie that carries a fingerprint to the client and back. Not for several threads: one serves all exchanges of a loop.
 *
 * <p>In H2O's mode the cookie counts only when it is alone in its Cookie field, as browsers send it over HTTP/2 (RFC 9113
 * 8.2.3) and as H2O wants it; the native one is found anywhere. Two defects of H2O are not repeated: an empty set is never
 * written (H2O sends an empty {@code set-cookie} field), and what is written always holds all that the client sent (H2O can
 * write back a cached older text).
 *
 * <p>Native mode reads an {@code h2o_casper} cookie of a visitor who has no native one yet. Its keys are hashes of the path
 * alone, ours of path and content version with other capacity bits, so that sets cannot be united; it is kept beside, asked
 * by H2O's keys, and each asset that is found there is taken over. Then {@link #RETIRED_H2O_COOKIE} ends it.
 */
public final class CasperCookie {
  /** The Set-Cookie value by which a client forgets H2O's cookie. */
  public static final String RETIRED_H2O_COOKIE =
      "h2o_casper=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure";

  /** The Set-Cookie value by which a client forgets ours. */
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
   * Unites what one Cookie field says about the client's cache with the fingerprint. Several cookies of the name, in one
   * field or in several, are all read. What is malformed is ignored.
   *
   * @return whether a usable cookie was found
   */
  public boolean read(CharSequence cookieField, CacheFingerprint into) {
    return isAlwaysDue ? readAlone(format, cookieField, into) : read(format, cookieField, into);
  }

  /**
   * Reads H2O's cookie, if this is native mode: what {@link #read} does not do, as it is only of use to a visitor for whom
   * that found nothing.
   *
   * @return whether a usable one was found
   */
  public boolean readInherited(CharSequence cookieField, CacheFingerprint into) {
    return inheritedFormat != null && read(inheritedFormat, cookieField, into.inherited());
  }

  /** Whether a Cookie field has H2O's cookie in it, whatever it says. */
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

  /** The rule of H2O: the field begins with the name and holds nothing but this one cookie. */
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
        // RFC 6265 5.2: white space around a value is no part of it.
        found |= format.read(cookieField, value, withoutSpace(cookieField, value, end), into);
      }
      start = end + 1;
    }
    return found;
  }

  /**
   * Whether a response should carry the cookie. Native: when the client's cookie differs; that of a set that is empty now ends
   * it. H2O: always, as H2O does, but for an empty set.
   */
  public boolean isDue(CacheFingerprint fingerprint) {
    return isDue(fingerprint, fingerprint.checksum());
  }

  private boolean isDue(CacheFingerprint fingerprint, long checksum) {
    return isAlwaysDue ? !fingerprint.isEmpty() : fingerprint.isChanged(checksum);
  }

  /** The value of a Set-Cookie field, or null if none is due. The client is taken to hold it from now on. */
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
    // What did not fit was forgotten.
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
