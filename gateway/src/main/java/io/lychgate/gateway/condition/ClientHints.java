package io.lychgate.gateway.condition;

import java.util.Locale;
import java.util.Set;

/** Client hints among the fields of a request, and their values (RFC 8942, W3C User-Agent Client Hints). */
public final class ClientHints {
  private static final String PREFIX = "sec-ch-";

  /** Hints older than the prefix, which browsers still send, and Save-Data, which never got the prefix. */
  private static final Set<String> UNPREFIXED = Set.of(
      "save-data", "dpr", "width", "viewport-width", "device-memory", "rtt", "downlink", "ect");

  private ClientHints() {}

  /** Returns true if a field of this lower-case name is a client hint. */
  public static boolean isHint(String name) {
    return name.startsWith(PREFIX) ? name.length() > PREFIX.length() : UNPREFIXED.contains(name);
  }

  /** Returns the name of a hint in conditions, without {@code sec-ch-}. */
  static String shortName(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  /**
   * Returns the value of a hint (RFC 8941 3.3): a string without its quotes, a boolean as {@code true} or {@code false}, anything
   * else unchanged.
   */
  static String value(CharSequence field) {
    String text = field.toString().strip();
    if (text.equals("?1")) {
      return "true";
    }
    if (text.equals("?0")) {
      return "false";
    }
    boolean isQuoted = text.length() >= 2
        && text.charAt(0) == '"'
        && text.indexOf('"', 1) == text.length() - 1
        && text.indexOf('\\') < 0;
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Returns the lower-case name of a hint that an author may have written in any case. */
  public static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
