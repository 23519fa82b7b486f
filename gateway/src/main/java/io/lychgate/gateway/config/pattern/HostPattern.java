package io.lychgate.gateway.config.pattern;

import io.lychgate.gateway.config.check.Limits;
import java.util.Locale;

/**
 * Pattern of the hosts that a site or a manifest serves: a name, {@code *.suffix} for any depth below it, or {@code *}.
 *
 * <p>Matching ignores ASCII case and allocates nothing. The host has no port.
 */
public final class HostPattern {
  private static final HostPattern ANY = new HostPattern("*", Kind.ANY, "");

  private final String text;
  private final Kind kind;

  /** Lower case. A suffix keeps its leading dot. */
  private final String literal;

  private enum Kind {
    ANY,
    SUFFIX,
    EXACT
  }

  private HostPattern(String text, Kind kind, String literal) {
    this.text = text;
    this.kind = kind;
    this.literal = literal;
  }

  public static HostPattern any() {
    return ANY;
  }

  /** Returns the pattern of a text. Throws IllegalArgumentException if {@link #problemOf} finds a problem. */
  public static HostPattern of(String text) {
    String problem = problemOf(text);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("*")) {
      return ANY;
    }
    return lower.startsWith("*.")
        ? new HostPattern(lower, Kind.SUFFIX, lower.substring(1))
        : new HostPattern(lower, Kind.EXACT, lower);
  }

  /** Returns the problem with the text in one line; empty if it is a host pattern. */
  public static String problemOf(String text) {
    String expected = " (expected: a host name, *.example.com or *)";
    if (text.isEmpty() || text.length() > Limits.MAX_PATTERN_LENGTH) {
      return "host: " + text.length() + " characters" + expected;
    }
    String rest = text.startsWith("*.") ? text.substring(2) : text;
    boolean star = text.equals("*");
    boolean bad = !star && (rest.isEmpty() || rest.chars().anyMatch(HostPattern::isForbidden));
    // An IPv6 literal has colons inside brackets; any other colon belongs to a port.
    boolean port = rest.indexOf(':') >= 0 && !(rest.startsWith("[") && rest.endsWith("]"));
    return bad || port ? "host: " + text + expected : "";
  }

  private static boolean isForbidden(int c) {
    return c <= ' ' || c >= 0x7f || c == '*' || c == '/' || c == '@' || c == '?' || c == '#'
        || c == '\\';
  }

  public boolean matches(CharSequence host) {
    return switch (kind) {
      case ANY -> true;
      case EXACT -> host.length() == literal.length() && endsWith(host);
      case SUFFIX -> host.length() > literal.length() && endsWith(host);
    };
  }

  private boolean endsWith(CharSequence host) {
    int shift = host.length() - literal.length();
    for (int i = 0; i < literal.length(); i++) {
      if (lower(host.charAt(i + shift)) != literal.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  /** Returns true if the pattern is one host name, which a table can look up. */
  public boolean isExact() {
    return kind == Kind.EXACT;
  }

  /** Returns the end of all matching hosts, with its leading dot; empty for a name and for {@code *}. */
  String suffix() {
    return kind == Kind.SUFFIX ? literal : "";
  }

  /** Returns the rank of the pattern; the largest wins: a name over any suffix, a longer suffix over a shorter, {@code *} last. */
  public int specificity() {
    return kind == Kind.EXACT ? Integer.MAX_VALUE : literal.length();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostPattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
