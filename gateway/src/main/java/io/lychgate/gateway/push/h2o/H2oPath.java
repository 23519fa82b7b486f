package io.lychgate.gateway.push.h2o;

/** The path of a page as H2O normalizes it before it resolves links: no query, escapes decoded, no dot segments. */
final class H2oPath {
  private H2oPath() {}

  static String normalized(CharSequence target) {
    int end = 0;
    boolean isPlain = true;
    while (end < target.length() && target.charAt(end) != '?') {
      char c = target.charAt(end);
      isPlain &= c != '%' && (c != '.' || end == 0 || target.charAt(end - 1) != '/');
      end++;
    }
    String path = target.subSequence(0, end).toString();
    if (!path.startsWith("/")) {
      return "/";
    }
    return isPlain ? path : withoutDots(decoded(path));
  }

  private static String decoded(String path) {
    StringBuilder text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      int high = c == '%' && i + 2 < path.length() ? Character.digit(path.charAt(i + 1), 16) : -1;
      int low = high < 0 ? -1 : Character.digit(path.charAt(i + 2), 16);
      text.append(low < 0 ? c : (char) (high << 4 | low));
      i += low < 0 ? 0 : 2;
    }
    return text.toString();
  }

  /** Removes dot segments (RFC 3986 5.2.4). */
  private static String withoutDots(String path) {
    StringBuilder kept = new StringBuilder(path.length());
    int at = 0;
    while (at < path.length()) {
      int next = path.indexOf('/', at + 1);
      int end = next < 0 ? path.length() : next;
      String segment = path.substring(at, end);
      if (segment.equals("/..")) {
        kept.setLength(Math.max(0, kept.lastIndexOf("/")));
      } else if (!segment.equals("/.")) {
        kept.append(segment);
      }
      if (next < 0 && (segment.equals("/..") || segment.equals("/."))) {
        kept.append('/');
      }
      at = end;
    }
    return kept.toString();
  }
}
