package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.Redaction;
import io.netty.util.AsciiString;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Replaces values that a log or a span must not show by {@link Redaction#MARK}. Thread-safe. */
public final class Redactor {
  /** Fields with credentials, besides those in which policies expect them. */
  private static final Set<String> CREDENTIALS = Set.of(
      "authorization",
      "proxy-authorization",
      "x-api-key",
      "api-key",
      "x-auth-token",
      "x-access-token",
      "x-csrf-token",
      "x-xsrf-token",
      "x-amz-security-token",
      "authentication-info",
      "proxy-authentication-info",
      "sec-websocket-key");

  /** Fields whose value is a URL, maybe with a query. */
  private static final Set<String> URLS = Set.of(
      "referer",
      "location",
      "content-location",
      "x-forwarded-uri",
      "x-original-url",
      "x-original-uri",
      "x-rewrite-url");

  private static final int DIGIT_BASE = 16;

  private final Redaction rules;
  private final Set<String> credentials;

  /** @param credentials names of further fields with credentials, in lower case */
  public Redactor(Redaction rules, Set<String> credentials) {
    this.rules = rules;
    Set<String> all = new HashSet<>(CREDENTIALS);
    all.addAll(credentials);
    this.credentials = Set.copyOf(all);
  }

  /** Returns true if a query may be shown as it is. */
  private boolean keepsQueries() {
    return !rules.allQuery() && rules.query().isEmpty();
  }

  /** Returns a path with its query, with the values of redacted parameters replaced. */
  public CharSequence target(CharSequence target) {
    if (keepsQueries()) {
      return target;
    }
    int end = endOfPath(target);
    return end == target.length() ? target : redacted(target, end + 1);
  }

  /** A URL may have a fragment with parameters and no query: an authority of OAuth returns tokens so. */
  private static int endOfPath(CharSequence target) {
    int i = 0;
    while (i < target.length() && target.charAt(i) != '?' && target.charAt(i) != '#') {
      i++;
    }
    return i;
  }

  /** Returns a URL without the name and password before its host (RFC 3986 section 3.2.1), and with its parameters as in a target. */
  private CharSequence url(CharSequence url) {
    int start = rules.authorization() ? startOfAuthority(url) : url.length();
    int host = start;
    for (int i = start; i < url.length() && "/?#".indexOf(url.charAt(i)) < 0; i++) {
      host = url.charAt(i) == '@' ? i : host;
    }
    return target(
        host == start
            ? url
            : url.subSequence(0, start) + Redaction.MARK + url.subSequence(host, url.length()));
  }

  /**
   * Returns the index of the authority of a URL; the length if it has none. Browsers take backslashes for slashes, and accept any number
   * of them after a scheme (WHATWG URL section 4.4).
   */
  private static int startOfAuthority(CharSequence url) {
    int scheme = lengthOfScheme(url);
    int start = scheme;
    while (start < url.length() && (url.charAt(start) == '/' || url.charAt(start) == '\\')) {
      start++;
    }
    return scheme > 0 || start >= 2 ? start : url.length();
  }

  /** Returns the length of a scheme with its colon (RFC 3986 section 3.1), whatever its characters are; 0 if there is none. */
  private static int lengthOfScheme(CharSequence url) {
    int i = 0;
    while (i < url.length() && ":/\\?#".indexOf(url.charAt(i)) < 0) {
      i++;
    }
    return i < url.length() && url.charAt(i) == ':' ? i + 1 : 0;
  }

  /** Returns the query without its question mark, with the values of redacted parameters replaced. */
  public CharSequence query(CharSequence query) {
    return keepsQueries() ? query : redacted(query, 0);
  }

  private String redacted(CharSequence text, int from) {
    StringBuilder shown = new StringBuilder(text.length()).append(text, 0, from);
    int at = from;
    while (at <= text.length()) {
      int end = at;
      int equals = -1;
      while (end < text.length() && !isSeparator(text.charAt(end))) {
        if (equals < 0 && text.charAt(end) == '=') {
          equals = end;
        }
        end++;
      }
      append(shown, text, at, equals, end);
      if (end < text.length()) {
        shown.append(text.charAt(end));
      }
      at = end + 1;
    }
    return shown.toString();
  }

  /** A fragment may follow the query of a Location, and has parameters of its own in some protocols. */
  private static boolean isSeparator(char c) {
    return c == '&' || c == ';' || c == '#' || c == '?';
  }

  private void append(StringBuilder shown, CharSequence text, int start, int equals, int end) {
    if (equals < 0) {
      // A query without names is a value itself.
      shown.append(rules.allQuery() && end > start ? Redaction.MARK : text.subSequence(start, end));
    } else if (rules.allQuery() || rules.query().contains(name(text, start, equals))) {
      shown.append(text, start, equals + 1).append(Redaction.MARK);
    } else {
      shown.append(text, start, end);
    }
  }

  /** Returns a name as servers read it: its escapes do not hide it. */
  private static String name(CharSequence text, int start, int end) {
    StringBuilder name = new StringBuilder(end - start);
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      int high = c == '%' && i + 2 < end ? Character.digit(text.charAt(i + 1), DIGIT_BASE) : -1;
      int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), DIGIT_BASE);
      if (low >= 0) {
        name.append((char) (DIGIT_BASE * high + low));
        i += 2;
      } else {
        name.append(c == '+' ? ' ' : c);
      }
    }
    return name.toString().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the value of a header field as it may be shown.
   *
   * @param name in lower case
   */
  CharSequence field(String name, CharSequence value) {
    if (rules.fields().contains(name)) {
      return Redaction.MARK;
    }
    if (rules.authorization() && credentials.contains(name)) {
      return credentials(value);
    }
    if (name.equals("cookie")) {
      return cookies(value);
    }
    if (name.equals("set-cookie")) {
      return setCookie(value);
    }
    return URLS.contains(name) ? url(value) : value;
  }

  /** Keeps the scheme of RFC 9110 section 11.4, such as Bearer. */
  private static CharSequence credentials(CharSequence value) {
    int space = AsciiString.indexOf(value, ' ', 0);
    boolean isScheme = space > 0;
    for (int i = 0; i < space; i++) {
      char c = value.charAt(i);
      isScheme &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    }
    return isScheme && space <= 16
        ? value.subSequence(0, space + 1) + Redaction.MARK
        : Redaction.MARK;
  }

  private boolean keepsCookies() {
    return !rules.allCookies() && rules.cookies().isEmpty();
  }

  private CharSequence cookies(CharSequence value) {
    if (keepsCookies()) {
      return value;
    }
    StringBuilder shown = new StringBuilder(value.length());
    for (String pair : value.toString().split(";", -1)) {
      shown.append(shown.isEmpty() ? "" : "; ").append(cookie(pair.strip()));
    }
    return shown;
  }

  /** Keeps name and attributes. Several fields are joined by commas, and a date has one, too: all after the first cookie is dropped. */
  private CharSequence setCookie(CharSequence value) {
    if (keepsCookies()) {
      return value;
    }
    int end = AsciiString.indexOf(value, ';', 0);
    return cookie(
        value.subSequence(0, end < 0 ? value.length() : end).toString().strip());
  }

  private String cookie(String pair) {
    int equals = pair.indexOf('=');
    String name = equals < 0 ? "" : pair.substring(0, equals).strip();
    if (rules.allCookies() || rules.cookies().contains(name.toLowerCase(Locale.ROOT))) {
      return name.isEmpty() ? Redaction.MARK : name + "=" + Redaction.MARK;
    }
    return pair;
  }
}
