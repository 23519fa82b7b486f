package io.lychgate.gateway.push;

import java.util.Locale;

/** Authorities in lower case, without a copy of those that are so already: nearly all. */
final class LowerCase {
  private LowerCase() {}

  static String of(CharSequence authority) {
    String text = authority.toString();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        return text.toLowerCase(Locale.ROOT);
      }
    }
    return text;
  }
}
