package io.lychgate.casper;

/** Distinguishes versions of a resource's content, as far as its name and validators show them. Stateless. */
public final class ContentVersion {
  /** Length of the shortest hash in characters that a bundler writes by default (Vite, Rollup, Parcel). */
  private static final int HASH_CHARACTERS = 8;

  /**
   * Suffixes of entity tags for coded content. Apache writes "-gzip", Jetty and Caddy "--gzip" and similar; others separate by a
   * dot or a colon.
   */
  private static final String[] CODING_MARKS = marks();

  private ContentVersion() {}

  /**
   * Returns true if the last segment of a path contains a hash of the content, as bundlers write it: {@code app.3f9a2c1b.js},
   * {@code app-BwC3xK2_.js}. A validator of such a file adds no information, and may change with a deploy while the content stays.
   * Returns false in doubt; the validator then decides.
   */
  public static boolean isInName(CharSequence path) {
    int end = endOfPath(path);
    int extension = end;
    while (extension > 0
        && path.charAt(extension - 1) != '.'
        && path.charAt(extension - 1) != '/') {
      extension--;
    }
    if (extension == 0 || path.charAt(extension - 1) == '/') {
      return false;
    }
    int stemEnd = extension - 1;
    for (int i = stemEnd - HASH_CHARACTERS - 1; i > 0 && path.charAt(i) != '/'; i--) {
      char c = path.charAt(i);
      // A name must precede the separator, so a segment that begins with a separator does not
      // count.
      if ((c == '.' || c == '-' || c == '_')
          && path.charAt(i - 1) != '/'
          && isHash(path, i + 1, stemEnd)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the version that a response's validators state: the entity tag, or else Last-Modified. The tag's weakness is removed.
   * The suffix that servers add for a coded variant ({@code -gzip}, {@code -br}) is removed too, so that clients of different
   * codings agree.
   *
   * @param entityTag ETag field, empty if absent
   * @param lastModified Last-Modified field, empty if absent
   * @return the version, empty if there is no validator
   */
  public static CharSequence of(CharSequence entityTag, CharSequence lastModified) {
    int start = startsWith(entityTag, "W/") ? 2 : 0;
    int end = entityTag.length();
    if (end - start < 3 || entityTag.charAt(start) != '"' || entityTag.charAt(end - 1) != '"') {
      return lastModified;
    }
    start++;
    end--;
    for (String coding : CODING_MARKS) {
      if (end - start > coding.length() && endsWith(entityTag, end, coding)) {
        end -= coding.length();
        break;
      }
    }
    return entityTag.subSequence(start, end);
  }

  private static String[] marks() {
    String[] codings = {"gzip", "gz", "br", "zstd", "deflate", "df"};
    String[] separators = {"--", "-", ";", ":", "."};
    String[] marks = new String[codings.length * separators.length];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = separators[i % separators.length] + codings[i / separators.length];
    }
    return marks;
  }

  private static boolean startsWith(CharSequence text, String start) {
    return text.length() >= start.length()
        && text.subSequence(0, start.length()).toString().equals(start);
  }

  private static boolean endsWith(CharSequence text, int end, String mark) {
    for (int i = 0; i < mark.length(); i++) {
      if (text.charAt(end - mark.length() + i) != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int endOfPath(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '?' || c == '#') {
        return i;
      }
    }
    return path.length();
  }

  /**
   * Returns true for hexadecimal text with a digit and letters of one case, or base64 (URL alphabet) with a digit and letters of
   * both cases.
   */
  private static boolean isHash(CharSequence path, int from, int to) {
    boolean digit = false;
    boolean lower = false;
    boolean upper = false;
    boolean beyondHex = false;
    for (int i = from; i < to; i++) {
      char c = path.charAt(i);
      digit |= c >= '0' && c <= '9';
      lower |= c >= 'a' && c <= 'z';
      upper |= c >= 'A' && c <= 'Z';
      boolean word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!word && c != '_' && c != '-') {
        return false;
      }
      beyondHex |= !word || (c | 0x20) > 'f';
    }
    return digit && (beyondHex ? lower && upper : lower ^ upper);
  }
}
