package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/**
 * The Priority field of a message (RFC 9218 section 5) as one value. A Dictionary may span several lines, which a recipient must
 * combine before it parses them (RFC 8941 section 4.2). A member of a later line overrides that of an earlier one.
 */
public final class PriorityLines {
  /**
   * The most characters of all lines. It leaves room for future members besides "u=1, i", and bounds the work, because each
   * response may parse them again.
   */
  static final int MAX_LENGTH = 1024;

  private PriorityLines() {}

  /** Returns the value; null if the field is absent or too long. A single line is returned without a copy. */
  public static @Nullable CharSequence valueOf(Fields fields) {
    int first = fields.indexOf(FieldNames.PRIORITY, 0);
    if (first < 0) {
      return null;
    }
    int second = fields.indexOf(FieldNames.PRIORITY, first + 1);
    CharSequence value =
        second < 0 ? fields.value(first) : combined(fields, fields.value(first), second);
    return value.length() <= MAX_LENGTH ? value : null;
  }

  /**
   * Combines the lines in the order of the message, separated by commas (RFC 9110 section 5.2). Stops once the value is too long.
   */
  private static CharSequence combined(Fields fields, CharSequence first, int second) {
    StringBuilder value = new StringBuilder();
    value.append(first, 0, Math.min(first.length(), MAX_LENGTH + 1));
    for (int i = second;
        i >= 0 && value.length() <= MAX_LENGTH;
        i = fields.indexOf(FieldNames.PRIORITY, i + 1)) {
      CharSequence line = fields.value(i);
      value.append(", ").append(line, 0, Math.min(line.length(), MAX_LENGTH + 1));
    }
    return value;
  }
}
