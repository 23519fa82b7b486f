package io.lychgate.gateway.push.facts;

import java.util.Locale;

/** Converts authorities to lower case; copies only those with upper case, which are rare. */
public final class LowerCase {
  private LowerCase() {}

  public static String of(CharSequence authority) {
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
