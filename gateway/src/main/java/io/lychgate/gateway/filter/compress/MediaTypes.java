package io.lychgate.gateway.filter.compress;

import io.netty.util.AsciiString;
import java.util.List;

/** Compares a Content-Type with the media types of a policy. Parameters do not count. */
final class MediaTypes {
  private final Pattern[] patterns;

  /** @param types in lower case: {@code type/subtype}, {@code type/*} or {@code *+suffix} */
  MediaTypes(List<String> types) {
    patterns = types.stream().map(Pattern::of).toArray(Pattern[]::new);
  }

  boolean has(CharSequence contentType) {
    int end = AsciiString.indexOf(contentType, ';', 0);
    end = end < 0 ? contentType.length() : end;
    while (end > 0 && contentType.charAt(end - 1) <= ' ') {
      end--;
    }
    for (Pattern pattern : patterns) {
      if (pattern.matches(contentType, end)) {
        return true;
      }
    }
    return false;
  }

  /** A text to which a type is equal, with which it begins, or with which it ends. */
  private record Pattern(String text, boolean isPrefix, boolean isSuffix) {
    static Pattern of(String type) {
      if (type.startsWith("*")) {
        return new Pattern(type.substring(1), false, true);
      }
      return type.endsWith("*")
          ? new Pattern(type.substring(0, type.length() - 1), true, false)
          : new Pattern(type, false, false);
    }

    boolean matches(CharSequence type, int end) {
      int length = text.length();
      if (length > end || !(isPrefix || isSuffix || length == end)) {
        return false;
      }
      return AsciiString.regionMatches(type, true, isSuffix ? end - length : 0, text, 0, length);
    }
  }
}
