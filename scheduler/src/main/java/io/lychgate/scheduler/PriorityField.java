package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Parses and formats the {@code Priority} field and a PRIORITY_UPDATE's value: {@code u=1, i}.
 *
 * <p>The value is a Dictionary of RFC 8941 of which RFC 9218 4 uses two members. It is parsed in place, without an object per
 * member, because every request of a browser has one. No available library does that, and the grammar is one page. Members of a
 * wrong type or out of range count as absent (RFC 9218 4). Unknown members and parameters are skipped, and a field that is not a
 * Dictionary is ignored as a whole (RFC 8941 4.2). If a member occurs twice, the last one counts, even if it is invalid.
 */
public final class PriorityField {
  private static final int MALFORMED = SfItems.MALFORMED;
  private static final int ABSENT = -1;

  private static final String[] TEXTS = texts();

  private PriorityField() {}

  /** Returns the priority in a request's field or a PRIORITY_UPDATE; null if the text is not a Dictionary. */
  public static @Nullable Urgency parse(CharSequence field) {
    return read(field, Urgency.DEFAULT);
  }

  /**
   * Returns the priority in a field, with the members of {@code base} where it has none. RFC 9218 8: a response's field changes the
   * client's priority member by member.
   */
  public static Urgency parse(CharSequence field, Urgency base) {
    Urgency read = read(field, base);
    return read == null ? base : read;
  }

  private static @Nullable Urgency read(CharSequence field, Urgency base) {
    int urgency = ABSENT;
    int incremental = ABSENT;
    int at = SfItems.skipSpaces(field, 0);
    while (at < field.length()) {
      int keyEnd = SfItems.skipKey(field, at);
      if (keyEnd == MALFORMED) {
        return null;
      }
      boolean hasValue = keyEnd < field.length() && field.charAt(keyEnd) == '=';
      int valueStart = hasValue ? keyEnd + 1 : keyEnd;
      int valueEnd = hasValue ? SfItems.skipItemOrList(field, valueStart) : keyEnd;
      if (valueEnd == MALFORMED) {
        return null;
      }
      if (keyEnd - at == 1 && field.charAt(at) == 'u') {
        urgency = urgency(field, valueStart, valueEnd);
      } else if (keyEnd - at == 1 && field.charAt(at) == 'i') {
        incremental = incremental(field, valueStart, valueEnd);
      }
      at = SfItems.skipToNextMember(field, SfItems.skipParameters(field, valueEnd));
      if (at == MALFORMED) {
        return null;
      }
    }
    return Urgency.of(
        urgency == ABSENT ? base.urgency() : urgency,
        incremental == ABSENT ? base.incremental() : incremental == 1);
  }

  /** Returns the shortest field for a priority; empty for the default, which needs no field. */
  public static String format(Urgency priority) {
    return TEXTS[priority.urgency() * 2 + (priority.incremental() ? 1 : 0)];
  }

  /** Returns an Integer of 0 to 7, else {@link #ABSENT}. Leading zeros and the sign of zero are allowed. */
  private static int urgency(CharSequence field, int from, int to) {
    int value = 0;
    int at = from < to && field.charAt(from) == '-' ? from + 1 : from;
    boolean negative = at > from;
    boolean any = false;
    for (; at < to; at++) {
      char c = field.charAt(at);
      if (c < '0' || c > '9') {
        return ABSENT;
      }
      any = true;
      value = Math.min(value * 10 + (c - '0'), Urgency.MAX_URGENCY + 1);
    }
    return !any || value > Urgency.MAX_URGENCY || (negative && value != 0) ? ABSENT : value;
  }

  /** RFC 8941 3.2: a member without a value is true. */
  private static int incremental(CharSequence field, int from, int to) {
    if (from == to) {
      return 1;
    }
    return field.charAt(from) == '?' ? field.charAt(from + 1) - '0' : ABSENT;
  }

  private static String[] texts() {
    String[] texts = new String[(Urgency.MAX_URGENCY + 1) * 2];
    for (int urgency = 0; urgency <= Urgency.MAX_URGENCY; urgency++) {
      boolean isDefault = urgency == Urgency.DEFAULT_URGENCY;
      texts[urgency * 2] = isDefault ? "" : "u=" + urgency;
      texts[urgency * 2 + 1] = isDefault ? "i" : "u=" + urgency + ", i";
    }
    return texts;
  }
}
