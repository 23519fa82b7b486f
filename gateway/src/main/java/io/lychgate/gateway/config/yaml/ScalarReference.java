package io.lychgate.gateway.config.yaml;

import java.util.List;
import java.util.Locale;

/**
 * The text of a scalar whose value comes from elsewhere, such as a variable. Messages show it in place of the value, which may be a
 * secret.
 *
 * @param written the text in the document
 * @param value the text with the values inserted
 * @param template the same with each opening brace of them doubled
 * @param inserted the values that were inserted
 */
public record ScalarReference(
    String written, String value, String template, List<String> inserted) {
  /** Characters. Shorter values are replaced between other characters than letters and digits only. */
  private static final int MIN_DISTINCT = 4;

  /** Characters. Anyone can guess a shorter secret. */
  private static final int MIN_SECRET = 6;

  public ScalarReference {
    inserted = List.copyOf(inserted);
  }

  /** Returns the text without the value and its inserted parts. */
  public String masked(String text) {
    String masked = without(text, value, written);
    for (String part : inserted) {
      masked = without(masked, part, written);
    }
    return masked;
  }

  /** Does the same in a text about many values, in which a short one would be an ordinary word. */
  public String maskedSecret(String text) {
    String masked = text;
    for (String part : inserted) {
      masked = part.length() < MIN_SECRET ? masked : without(masked, part, written);
    }
    return masked;
  }

  private static String without(String text, String value, String written) {
    if (value.isEmpty() || value.equals(written)) {
      return text;
    }
    StringBuilder masked = new StringBuilder();
    String wanted = value.toLowerCase(Locale.ROOT);
    String lower = text.toLowerCase(Locale.ROOT);
    // A text whose length changes with its case has no common offsets.
    String searched =
        lower.length() == text.length() && wanted.length() == value.length() ? lower : text;
    String part = lower.equals(searched) ? wanted : value;
    int from = 0;
    for (int at = searched.indexOf(part); at >= 0; at = searched.indexOf(part, from)) {
      int end = at + part.length();
      boolean isWord = part.length() >= MIN_DISTINCT || isApart(text, at, end);
      masked.append(text, from, isWord ? at : end).append(isWord ? written : "");
      from = end;
    }
    return masked.append(text, from, text.length()).toString();
  }

  private static boolean isApart(String text, int start, int end) {
    return (start == 0 || !Character.isLetterOrDigit(text.charAt(start - 1)))
        && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
  }
}
