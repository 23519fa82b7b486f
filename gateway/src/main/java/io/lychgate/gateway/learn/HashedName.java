package io.lychgate.gateway.learn;

import java.util.Optional;

/**
 * A path that contains a hash of the content, split into the part that is constant over deployments and the hash: {@code
 * /js/app.3f9a2c.js}, {@code /js/app-BwC3xYzQ.min.js}, {@code /js/app.js?v=17}.
 *
 * @param stem the path with a {@code *} in place of the hash
 */
record HashedName(String stem, String hash) {
  private static final int MIN_HASH = 4;
  private static final int MAX_HASH = 64;

  /** Characters of a hash of Rollup, and so Vite: base64url after a hyphen. The hash itself may contain hyphens. */
  private static final int ROLLUP_HASH = 8;

  static Optional<HashedName> of(String target) {
    int query = target.indexOf('?');
    if (query >= 0) {
      return ofQuery(target, query);
    }
    int nameStart = target.lastIndexOf('/') + 1;
    int end = endOfBase(target, nameStart);
    if (end <= nameStart) {
      return Optional.empty();
    }
    int rollup = end - ROLLUP_HASH;
    if (rollup - 1 > nameStart
        && target.charAt(rollup - 1) == '-'
        && isHash(target.substring(rollup, end))) {
      return Optional.of(cut(target, rollup, end));
    }
    for (int i = end - 1; i > nameStart; i--) {
      char c = target.charAt(i);
      if (c == '.' || c == '-') {
        return isHash(target.substring(i + 1, end))
            ? Optional.of(cut(target, i + 1, end))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Splits {@code app.js?v=17}: one parameter, whose value is the only part that changes. */
  private static Optional<HashedName> ofQuery(String target, int query) {
    int equals = target.indexOf('=', query);
    int value = equals < 0 ? query + 1 : equals + 1;
    boolean isOne = target.indexOf('&', query) < 0 && value < target.length();
    boolean isShort = target.length() - value <= MAX_HASH;
    return isOne && isShort && target.lastIndexOf('.', query) > target.lastIndexOf('/', query)
        ? Optional.of(cut(target, value, target.length()))
        : Optional.empty();
  }

  /** Returns the index of the extension, which includes {@code .min}; -1 if there is none. */
  private static int endOfBase(String target, int nameStart) {
    int dot = target.lastIndexOf('.');
    if (dot <= nameStart) {
      return -1;
    }
    int before = target.lastIndexOf('.', dot - 1);
    return before > nameStart && target.startsWith(".min", before) && before + 4 == dot
        ? before
        : dot;
  }

  private static HashedName cut(String target, int from, int to) {
    return new HashedName(
        target.substring(0, from) + '*' + target.substring(to), target.substring(from, to));
  }

  /** Returns true if the text mixes digits and letters in a way that no word does. */
  private static boolean isHash(String text) {
    int length = text.length();
    if (length < MIN_HASH || length > MAX_HASH) {
      return false;
    }
    int digits = 0;
    int upper = 0;
    int lower = 0;
    boolean isHex = true;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      digits += c >= '0' && c <= '9' ? 1 : 0;
      upper += c >= 'A' && c <= 'Z' ? 1 : 0;
      lower += c >= 'a' && c <= 'z' ? 1 : 0;
      isHex &= (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (!(Character.isLetterOrDigit(c) && c < 0x80) && c != '_' && c != '-') {
        return false;
      }
    }
    if (isHex && digits > 0) {
      return length >= 6 || (length >= MIN_HASH && digits < length);
    }
    boolean mixesCases = upper > 1 && lower > 0;
    return digits > 0
        ? digits < length && (length >= 8 || (upper > 0 && lower > 0))
        : length >= 8 && mixesCases;
  }
}
