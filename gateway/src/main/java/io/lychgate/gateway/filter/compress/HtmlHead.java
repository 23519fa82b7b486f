package io.lychgate.gateway.filter.compress;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Finds the place for an element at the beginning of an HTML document (HTML, "the initial insertion mode" to "in head"): after the start
 * tag of the head, or before the first tag of another element. It does not parse scripts and styles, because it never passes one.
 */
final class HtmlHead {
  /** More bytes are needed. */
  static final int MORE = -1;

  /** The text is not a document in a coding that extends ASCII, or it begins in another way. */
  static final int NONE = -2;

  private static final int UTF8_MARK = 3;

  private final boolean hasCharset;

  /** Bytes that were read as whole tokens. */
  private int at;

  private boolean sawTag;

  /** The last token ends at the place. */
  private boolean isPlace;

  /**
   * @param hasCharset true if Content-Type states the character encoding. Otherwise a meta element states it, which must be in the first
   *     1024 bytes (HTML, "determining the character encoding"), so the element goes behind it
   */
  HtmlHead(boolean hasCharset) {
    this.hasCharset = hasCharset;
  }

  /** Returns the index of the place in the bytes so far, {@link #MORE} or {@link #NONE}. */
  int find(byte[] text, int length) {
    if (at == 0 && !skipMark(text, length)) {
      return length < UTF8_MARK ? MORE : NONE;
    }
    while (true) {
      skipSpace(text, length);
      if (at == length) {
        return MORE;
      }
      if (text[at] != '<') {
        return sawTag ? at : NONE;
      }
      if (at + 1 == length) {
        return MORE;
      }
      int end = endOfToken(text, length);
      if (end < 0) {
        return end == MORE ? MORE : at;
      }
      at = end;
      if (isPlace) {
        return at;
      }
    }
  }

  /** A mark of UTF-16 means that the text cannot be read as ASCII. */
  private boolean skipMark(byte[] text, int length) {
    if (length == 0) {
      return false;
    }
    int first = text[0] & 0xff;
    if (first == 0xfe || first == 0xff || (length > 1 && (first == 0 || text[1] == 0))) {
      return false;
    }
    if (first != 0xef) {
      return true;
    }
    if (length < UTF8_MARK) {
      return false;
    }
    at = UTF8_MARK;
    return true;
  }

  private void skipSpace(byte[] text, int length) {
    while (at < length && isSpace(text[at])) {
      at++;
    }
  }

  /** Returns the end of the token; {@link #MORE}, or {@link #NONE} if the element goes before the token. */
  private int endOfToken(byte[] text, int length) {
    byte second = text[at + 1];
    if (second == '!') {
      return endOfDeclaration(text, length);
    }
    if (second == '?') {
      return after(text, length, '>');
    }
    sawTag = true;
    int end = at + 1;
    while (end < length && isLetter(text[end])) {
      end++;
    }
    if (end == length) {
      return MORE;
    }
    String name = new String(text, at + 1, end - at - 1, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT);
    return switch (name) {
      case "html" -> endOfTag(text, length);
      case "head" -> {
        int tag = endOfTag(text, length);
        isPlace = tag >= 0 && hasCharset;
        yield tag;
      }
      case "meta" -> {
        int tag = hasCharset ? NONE : endOfTag(text, length);
        isPlace = tag >= 0 && statesCharset(text, tag);
        yield tag;
      }
      default -> NONE;
    };
  }

  private int endOfDeclaration(byte[] text, int length) {
    if (at + 3 >= length) {
      return MORE;
    }
    if (text[at + 2] != '-' || text[at + 3] != '-') {
      sawTag = true;
      return after(text, length, '>');
    }
    // HTML section 13.2.5.43: the dashes of "<!--" may also be those of the end, as in "<!-->".
    for (int i = at + 2; i + 2 < length; i++) {
      if (text[i] != '-' || text[i + 1] != '-') {
        continue;
      }
      if (text[i + 2] == '>') {
        return i + 3;
      }
      // Section 13.2.5.52: "--!>" ends a comment, too.
      if (i >= at + 4 && i + 3 < length && text[i + 2] == '!' && text[i + 3] == '>') {
        return i + 4;
      }
    }
    return MORE;
  }

  private int after(byte[] text, int length, char last) {
    for (int i = at; i < length; i++) {
      if (text[i] == last) {
        return i + 1;
      }
    }
    return MORE;
  }

  private int endOfTag(byte[] text, int length) {
    byte quote = 0;
    for (int i = at; i < length; i++) {
      byte each = text[i];
      if (quote != 0) {
        quote = each == quote ? 0 : quote;
      } else if (each == '"' || each == '\'') {
        quote = each;
      } else if (each == '>') {
        return i + 1;
      }
    }
    return MORE;
  }

  private boolean statesCharset(byte[] text, int end) {
    return new String(text, at, end - at, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT)
        .contains("charset");
  }

  private static boolean isSpace(byte each) {
    return each == ' ' || each == '\n' || each == '\t' || each == '\r' || each == '\f';
  }

  private static boolean isLetter(byte each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
  }
}
