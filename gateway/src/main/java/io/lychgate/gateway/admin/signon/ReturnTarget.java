package io.lychgate.gateway.admin.signon;

/** The page of the dashboard that opens after a sign-in: a path, never another site (RFC 9700 section 4.11). */
final class ReturnTarget {
  /** Characters. A cookie holds it until the login ends. */
  private static final int MAX_LENGTH = 1000;

  static final String ROOT = "/";

  private ReturnTarget() {}

  /** Returns the path, or the start page in place of one that is not allowed. */
  static String orRoot(String target) {
    boolean isPath = target.startsWith(ROOT)
        && target.length() <= MAX_LENGTH
        && target.chars().allMatch(c -> c > ' ' && c < 0x7f)
        // Browsers take a backslash for a slash, and two slashes for the beginning of a host.
        && target.indexOf('\\') < 0
        && !target.startsWith("//")
        && !target.startsWith("/api/");
    return isPath ? target : ROOT;
  }
}
