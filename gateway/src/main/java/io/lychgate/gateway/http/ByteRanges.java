package io.lychgate.gateway.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranges that a Range field (RFC 9110 14.2) selects from a representation of known length. */
public sealed interface ByteRanges {

  /** More parts than a sane client requests. Acrobat requested hundreds, "Apache killer" thousands. */
  int MAX_RANGES = 16;

  /** The field is absent, unknown, malformed or excessive: the whole representation, with status 200. */
  record Whole() implements ByteRanges {}

  /** No range is within the representation: status 416. */
  record Unsatisfiable() implements ByteRanges {}

  /** One or more ranges in the order of the client, none overlapping another: status 206. */
  record Parts(List<ByteRange> ranges) implements ByteRanges {}

  ByteRanges WHOLE = new Whole();
  ByteRanges UNSATISFIABLE = new Unsatisfiable();

  /** Returns the ranges of a field. RFC 9110 14.2 permits to ignore it; this is done for overlapping or too many ranges (17.15). */
  static ByteRanges of(@Nullable CharSequence field, long length) {
    String text = field == null ? "" : field.toString().strip();
    int equals = text.indexOf('=');
    if (equals < 0 || !text.substring(0, equals).strip().equalsIgnoreCase("bytes")) {
      return WHOLE;
    }
    String[] specs = text.substring(equals + 1).split(",", MAX_RANGES + 2);
    if (specs.length > MAX_RANGES) {
      return WHOLE;
    }
    List<ByteRange> ranges = new ArrayList<>();
    for (String spec : specs) {
      if (spec.isBlank()) {
        continue; // RFC 9110 5.6.1.2: empty list elements are skipped.
      }
      long[] bounds = bounds(spec.strip(), length);
      if (bounds == null) {
        return WHOLE;
      }
      if (bounds[0] < length && bounds[0] <= bounds[1]) {
        ranges.add(new ByteRange(bounds[0], bounds[1]));
      }
    }
    return verdict(ranges);
  }

  private static ByteRanges verdict(List<ByteRange> ranges) {
    if (ranges.isEmpty()) {
      return UNSATISFIABLE;
    }
    for (int i = 0; i < ranges.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (ranges.get(i).overlaps(ranges.get(j))) {
          return WHOLE;
        }
      }
    }
    return new Parts(List.copyOf(ranges));
  }

  /** Returns first and last position, limited to the length; null if malformed. For an empty suffix, first is above last. */
  private static long @Nullable [] bounds(String spec, long length) {
    int dash = spec.indexOf('-');
    if (dash < 0) {
      return null;
    }
    long first = number(spec, 0, dash);
    long last = number(spec, dash + 1, spec.length());
    if (first == MALFORMED || last == MALFORMED || (first == ABSENT && last == ABSENT)) {
      return null;
    }
    if (first == ABSENT) {
      return new long[] {last == 0 ? length : Math.max(0, length - last), length - 1};
    }
    if (last != ABSENT && last < first) {
      return null;
    }
    return new long[] {first, last == ABSENT ? length - 1 : Math.min(last, length - 1)};
  }

  long ABSENT = -1;
  long MALFORMED = -2;

  private static long number(String text, int start, int end) {
    if (start == end) {
      return ABSENT;
    }
    long number = 0;
    for (int i = start; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      // A number larger than every file stays so; it must not wrap to a small one.
      number = Math.min(number * 10 + digit, Long.MAX_VALUE / 20);
    }
    return number;
  }
}
