package io.lychgate.gateway.push.priority;

import io.lychgate.gateway.config.check.Quantity;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of response lengths in bytes.
 *
 * @param text the text that the user wrote
 */
record SizeRange(long atLeast, long atMost, String text) {
  /** Finds one comparison. The schema has checked the whole text: one comparison, or two with a comma between. */
  private static final Pattern COMPARISON = Pattern.compile("([<>]=?)\\s*([0-9]+)\\s*([A-Za-z]*)");

  static SizeRange of(String text) {
    long atLeast = 0;
    long atMost = Long.MAX_VALUE;
    Matcher each = COMPARISON.matcher(text);
    while (each.find()) {
      long bytes = Quantity.size(each.group(2) + each.group(3)).orElse(Long.MAX_VALUE);
      switch (each.group(1)) {
        case ">=" -> atLeast = Math.max(atLeast, bytes);
        case ">" -> atLeast = Math.max(atLeast, bytes == Long.MAX_VALUE ? bytes : bytes + 1);
        case "<=" -> atMost = Math.min(atMost, bytes);
        default -> atMost = Math.min(atMost, bytes - 1);
      }
    }
    return new SizeRange(atLeast, atMost, text);
  }

  boolean isEmpty() {
    return atLeast > atMost;
  }

  boolean contains(long bytes) {
    return bytes >= atLeast && bytes <= atMost;
  }

  @Override
  public String toString() {
    return text.strip().toLowerCase(Locale.ROOT);
  }
}
