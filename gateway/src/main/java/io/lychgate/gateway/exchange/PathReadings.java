package io.lychgate.gateway.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lychgate.gateway.config.pattern.NormalPath;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths that a server may see in the normal form of a path. Servers differ in what they decode, drop and merge, so {@code
 * /x/..;a=1/admin} and {@code /x%2F..%2Fadmin} are {@code /admin} for some of them (RFC 3986 section 7.3). A rule that a route has for
 * {@code /admin} must not be bypassed by such a spelling.
 *
 * <p>A client chooses the path, and a reading is made on the event loop. So each is written in one pass over bytes, and the bound counts
 * all of them, also those that are the same.
 */
final class PathReadings {
  /** Rounds of decoding by which a server may find a path: its own, that of a framework and that of an application. */
  private static final int MAX_DECODINGS = 3;

  /**
   * Characters whose escapes stay in a normal form, although servers decode them: those that end, separate or hide parts of a path, and
   * those that the pattern of a route may have as they are (RFC 3986 section 3.3).
   */
  private static final String ESCAPED = "/\\\0%;.?#!$&'()*+,:=@";

  private static final boolean[] IS_ESCAPED = table(ESCAPED);

  /** Some servers end a path at NUL, and some look for the query and the fragment after decoding. */
  private static final boolean[] IS_END = table("\0?#");

  /** Characters that have a meaning for a reading. All others are copied. */
  private static final boolean[] IS_SPECIAL = table("\0?#/\\;%");

  private static final boolean[] IS_UNRESERVED =
      table("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~");

  private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(ISO_8859_1);

  /** Value of each hexadecimal digit; -1 for other characters. */
  private static final byte[] HEX = hexValues();

  /** Bytes of an escape. */
  private static final int ESCAPE = 3;

  /** First bytes of overlong forms of ASCII in UTF-8, of two, three and four bytes (RFC 3629 section 10). */
  private static final int[] OVERLONG = {0xc0, 0xe0, 0xf0};

  /**
   * Characters that are read or written for all readings of a path together, beside one of them. A path has up to 16 readings, and the
   * rules of routes are looked up for each. A path of 1 KiB may have them all; a longer one that has so many is an attack.
   */
  private static final int MAX_CHARACTERS = 16 * 1024;

  private final Set<String> readings = new LinkedHashSet<>();
  private int charactersLeft;

  /** The path after some rounds of decoding. */
  private final byte[] path;

  private int pathLength;

  /** The reading that is being written. A percent sign that begins no escape takes three bytes. */
  private final byte[] reading;

  private boolean hasEmptySegment;
  private boolean hasParameter;

  private PathReadings(byte[] path) {
    this.path = path;
    this.pathLength = path.length;
    this.reading = new byte[ESCAPE * path.length + 1];
    this.charactersLeft = MAX_CHARACTERS + path.length;
  }

  private static boolean[] table(String characters) {
    boolean[] table = new boolean[256];
    characters.chars().forEach(c -> table[c] = true);
    return table;
  }

  private static byte[] hexValues() {
    byte[] values = new byte[256];
    Arrays.fill(values, (byte) -1);
    for (byte value = 0; value < DIGITS.length; value++) {
      values[DIGITS[value]] = value;
      values[Character.toLowerCase(DIGITS[value])] = value;
    }
    return values;
  }

  /** Returns true if there may be other readings of this path, which is in normal form. */
  static boolean areIn(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == ';'
          || c == '#'
          || (c == '%' && mayBeRead(NormalPath.escapeAt(path, i)))
          || (c == '/' && i + 1 < path.length() && path.charAt(i + 1) == '/')) {
        return true;
      }
    }
    return false;
  }

  /** Returns the other readings of a path, in normal form; null if they are too many for its length. */
  static @Nullable Set<String> of(CharSequence path) {
    String text = path.toString();
    PathReadings found = new PathReadings(text.getBytes(ISO_8859_1));
    if (!found.addAll()) {
      return null;
    }
    found.readings.remove(text);
    return found.readings;
  }

  /** Returns false at the bound, so that no further reading of a hostile path is made. */
  private boolean addAll() {
    boolean mayHaveEscapes = true;
    for (int i = 0; i <= MAX_DECODINGS; i++) {
      hasParameter = false;
      if (!add(false) || (hasParameter && !add(true))) {
        return false;
      }
      int encodedLength = pathLength;
      mayHaveEscapes = mayHaveEscapes && decode();
      if (pathLength == encodedLength) {
        return true;
      }
    }
    return true;
  }

  /** Adds the paths that a router compares: a backslash separates, and empty segments are merged or not. */
  private boolean add(boolean dropsParameters) {
    hasEmptySegment = false;
    // An empty segment that stays is the one that a following ".." removes.
    return keep(true, dropsParameters) && (!hasEmptySegment || keep(false, dropsParameters));
  }

  private boolean keep(boolean mergesSlashes, boolean dropsParameters) {
    int length = write(mergesSlashes, dropsParameters);
    readings.add(new String(reading, 0, length, ISO_8859_1));
    charactersLeft -= Math.max(length, pathLength);
    return charactersLeft >= 0;
  }

  /**
   * Writes the path in normal form ({@link NormalPath}), up to its end for a server. Returns the length of the reading.
   *
   * @param dropsParameters true to leave out the parameters of segments (RFC 3986 section 3.3)
   */
  private int write(boolean mergesSlashes, boolean dropsParameters) {
    int length = 0;
    int segment = 0;
    boolean isDropped = false;
    for (int i = 0; i < pathLength; i++) {
      byte c = path[i];
      int index = c & 0xff;
      if (!IS_SPECIAL[index]) {
        if (!isDropped) {
          reading[length++] = c;
        }
      } else if (c == '/' || c == '\\') {
        isDropped = false;
        boolean isEmptySegment = length == segment && length > 0;
        hasEmptySegment |= isEmptySegment;
        if (!isEmptySegment || !mergesSlashes) {
          length = withoutDots(segment, length);
          reading[length++] = '/';
          segment = length;
        }
      } else if (IS_END[index]) {
        break;
      } else if (c == ';') {
        hasParameter = true;
        isDropped |= dropsParameters;
        if (!isDropped) {
          reading[length++] = c;
        }
      } else if (!isDropped) {
        int value = escapeAt(i);
        length = writeEscape(value, length);
        i += value < 0 ? 0 : ESCAPE - 1;
      }
    }
    int end = withoutDots(segment, length);
    if (end < length) {
      reading[end++] = '/';
    }
    return end;
  }

  /** Returns the length without the last segment if it is a dot segment, and without the one that it removes (RFC 3986 section 5.2.4). */
  private int withoutDots(int segment, int length) {
    int dots = length - segment;
    if (dots < 1 || dots > 2 || reading[segment] != '.' || reading[length - 1] != '.') {
      return length;
    }
    int end = segment - 1;
    if (dots == 2 && end > 0) {
      do {
        end--;
      } while (reading[end] != '/');
    }
    return end;
  }

  /** Writes an escape, and returns the length then. A malformed path has no normal form, so a percent sign alone is encoded. */
  private int writeEscape(int value, int length) {
    if (value >= 0 && IS_UNRESERVED[value]) {
      reading[length] = (byte) value;
      return length + 1;
    }
    int shown = value < 0 ? '%' : value;
    reading[length] = '%';
    reading[length + 1] = DIGITS[shown >> 4];
    reading[length + 2] = DIGITS[shown & 15];
    return length + ESCAPE;
  }

  /** Returns the value of the escape whose percent sign is at this index of the path; -1 if two hexadecimal digits do not follow. */
  private int escapeAt(int at) {
    if (at + 2 >= pathLength) {
      return -1;
    }
    int high = HEX[path[at + 1] & 0xff];
    int low = HEX[path[at + 2] & 0xff];
    return (high | low) < 0 ? -1 : high << 4 | low;
  }

  /**
   * Decodes the escapes of such characters once. Other escapes are a part of the normal form. Returns true if there may be more of them
   * then: no other decoded character than a percent sign is a part of an escape.
   */
  private boolean decode() {
    boolean hasEscapes = false;
    int to = 0;
    for (int i = 0; i < pathLength; i++) {
      byte c = path[i];
      if (c == '%') {
        int value = escapeAt(i);
        int escapes = overlongEscapes(value, i);
        if (escapes > 1) {
          int highBit = escapeAt(i + ESCAPE * (escapes - 2)) & 1;
          value = (highBit << 6) | (escapeAt(i + ESCAPE * (escapes - 1)) & 0x3f);
        }
        if (isEscaped(value) || (escapes > 1 && IS_UNRESERVED[value])) {
          c = (byte) value;
          i += ESCAPE * escapes - 1;
          hasEscapes |= c == '%';
        }
      }
      path[to++] = c;
    }
    pathLength = to;
    return hasEscapes;
  }

  /**
   * Returns the number of escapes at this index that together are an ASCII character in an overlong form of UTF-8, such as {@code
   * %C0%AF} for a slash; 1 if there is none. Old decoders accept these forms.
   *
   * @param first value of the escape at the index; -1 if it is malformed
   */
  private int overlongEscapes(int first, int at) {
    for (int more = 1; more <= OVERLONG.length; more++) {
      boolean isUpperHalf = more == 1 && first == OVERLONG[0] + 1;
      if (first == OVERLONG[more - 1] || isUpperHalf) {
        return isOverlong(more, at) ? more + 1 : 1;
      }
    }
    return 1;
  }

  /** Returns true if continuation bytes follow, of which only the last seven bits are not zero. */
  private boolean isOverlong(int more, int at) {
    for (int i = 1; i <= more; i++) {
      int next = at + ESCAPE * i;
      int value = next < pathLength && path[next] == '%' ? escapeAt(next) : -1;
      int most = i == more ? 0xbf : i == more - 1 ? 0x81 : 0x80;
      if (value < 0x80 || value > most) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEscaped(int value) {
    return value >= 0 && IS_ESCAPED[value];
  }

  /** Returns true for an escape that a server may read otherwise, alone or as the first of an overlong form. */
  private static boolean mayBeRead(int value) {
    return isEscaped(value)
        || value == OVERLONG[0]
        || value == OVERLONG[0] + 1
        || value == OVERLONG[1]
        || value == OVERLONG[2];
  }
}
