package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/**
 * The Priority field of a message (RFC 9218 section 5) as one value. A Dictionary may be spread over several lines, which a reader
 * must put together before it reads them (RFC 8941 section 4.2): a member of a later line stands before that of an earlier one.
 */
public final class PriorityLines {
  /** Characters of all lines: "u=1, i" with room for future members. Each response may read them again. */
  static final int MAX_LENGTH = 1024;

  private PriorityLines() {}

  /** Null when there is no such field, or more of it than anybody means. One line is given as it is: nothing is made for it. */
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

  /** RFC 9110 section 5.2: in the order of the message, with a comma between. Ends beyond what is of use. */
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
