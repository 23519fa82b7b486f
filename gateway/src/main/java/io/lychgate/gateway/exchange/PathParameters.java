package io.lychgate.gateway.exchange;

import io.netty.util.AsciiString;

/**
 * Parameters of path segments (RFC 3986 section 3.3). For the gateway they are a part of the path. Servers that drop them see another
 * path, in which {@code ..;x} is a dot segment, too.
 */
final class PathParameters {
  private PathParameters() {}

  static boolean areIn(CharSequence path) {
    return AsciiString.indexOf(path, ';', 0) >= 0;
  }

  /** Returns the path without them. It may no longer be in normal form. */
  static String removedFrom(CharSequence path) {
    StringBuilder bare = new StringBuilder(path.length());
    boolean isParameter = false;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      isParameter = c == ';' || (isParameter && c != '/');
      if (!isParameter) {
        bare.append(c);
      }
    }
    return bare.toString();
  }
}
