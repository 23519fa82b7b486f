package io.lychgate.gateway.filter.compress;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place for an element at the beginning of an HTML document (HTML, "the initial insertion mode" to "in head"): after the start
 * tag of the head, or before the first tag of another element. It reads on to the first element that is no meta and no title, because a
 * meta element may have a policy on scripts. It does not parse scripts and styles, because it never passes one.
 */
final class HtmlHead {
  /** More bytes are needed. */
  static final int MORE = -1;

  /** The text is not a document in a coding that extends ASCII, or it begins in another way. */
  static final int NONE = -2;

  private static final int UTF8_MARK = 3;

  /** HTML, "determining the character encoding": a meta element that states it is in these first bytes. */
  private static final int PRESCAN = 1024;

  /** Bytes for the text: it moves what follows. */
  private static final int ROOM = 512;

  private static final String CHARSET = "charset";

  /** A meta element with an encoding, or its beginning. */
  private static final Pattern LATE =
      Pattern.compile("(?i)<meta[\\s/][^>]*" + CHARSET + "[^>]*(>?)");

  private static final Pattern EQUIVALENT = attribute("http-equiv");
  private static final Pattern ENCODING = attribute(CHARSET);
  private static final Pattern CONTENT = attribute("content");
  private static final String END_OF_TITLE = "</title";

  /** The character encoding is known before the place. */
  private boolean hasCharset;

  /** Bytes that were read as whole tokens. */
  private int at;

  private boolean sawTag;

  /** {@link #MORE} while none is known. */
  private int place = MORE;

  /** The place before a title, which is used if the document ends in it. */
  private int beforeTitle = NONE;

  /** The place that the tokens have shown; {@link #MORE} before. */
  private int found = MORE;

  private final List<String> policies = new ArrayList<>();

  /**
   * @param hasCharset true if Content-Type states the character encoding. Otherwise the element goes behind the meta element that states
   *     it. If that is behind other elements, the element must not move it out of the bytes in which browsers look for it
   */
  HtmlHead(boolean hasCharset) {
    this.hasCharset = hasCharset;
  }

  /** Returns the index of the place in the bytes so far, {@link #MORE} or {@link #NONE}. */
  int find(byte[] text, int length) {
    if (found == MORE) {
      found = search(text, length);
    }
    boolean isFinal = found < 0 || hasCharset || length >= PRESCAN;
    return isFinal ? beforeCharset(text, length, found) : MORE;
  }

  /** Returns the place in a text that ends here; {@link #NONE} if it has none. */
  int placeSoFar(byte[] text, int length) {
    int last = found != MORE ? found : place != MORE ? place : beforeTitle;
    return beforeCharset(text, length, last);
  }

  /** Returns this place; {@link #NONE} if the text there would move a character encoding out of the bytes in which it counts. */
  private int beforeCharset(byte[] text, int all, int wanted) {
    if (wanted < 0 || hasCharset) {
      return wanted;
    }
    int length = Math.max(wanted, Math.min(all, PRESCAN));
    Matcher late =
        LATE.matcher(new String(text, wanted, length - wanted, StandardCharsets.ISO_8859_1));
    while (late.find()) {
      boolean isWhole = !late.group(1).isEmpty();
      if (!isWhole || wanted + late.end() + ROOM > PRESCAN) {
        return NONE;
      }
    }
    return wanted;
  }

  private int search(byte[] text, int length) {
    if (at == 0 && !skipMark(text, length)) {
      return length < UTF8_MARK ? MORE : NONE;
    }
    while (true) {
      skipSpace(text, length);
      if (at == length) {
        return MORE;
      }
      if (text[at] != '<') {
        return sawTag ? placeHere() : NONE;
      }
      if (at + 1 == length) {
        return MORE;
      }
      int end = endOfToken(text, length);
      if (end < 0) {
        return end == MORE ? MORE : placeHere();
      }
      at = end;
    }
  }

  /** Returns the policies of the meta elements so far (HTML, "Content security policy state"). */
  List<String> policies() {
    return policies;
  }

  private int placeHere() {
    return place == MORE ? at : place;
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
    // HTML, "determining the character encoding": the mark outweighs everything else.
    hasCharset = true;
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
      return after(text, length, at, '>');
    }
    sawTag = true;
    int end = at + 1;
    while (end < length && !endsName(text[end])) {
      end++;
    }
    if (end == length) {
      return isLetter(text[at + 1]) ? MORE : NONE;
    }
    String name = new String(text, at + 1, end - at - 1, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT);
    return switch (name) {
      case "html" -> endOfTag(text, length, end);
      case "head" -> {
        int tag = endOfTag(text, length, end);
        place = tag >= 0 && hasCharset && place == MORE ? tag : place;
        yield tag;
      }
      case "meta" -> {
        int tag = endOfTag(text, length, end);
        if (tag >= 0) {
          meta(new String(text, at, tag - at, StandardCharsets.ISO_8859_1), tag);
        }
        yield tag;
      }
      case "title" -> {
        beforeTitle = at;
        place = hasCharset ? placeHere() : place;
        yield endOfTitle(text, length);
      }
      default -> NONE;
    };
  }

  private void meta(String tag, int end) {
    String equivalent = attribute(tag, EQUIVALENT);
    String content = Objects.requireNonNullElse(attribute(tag, CONTENT), "");
    if (hasCharset) {
      place = placeHere();
    } else if (attribute(tag, ENCODING) != null
        || ("content-type".equalsIgnoreCase(equivalent)
            && content.toLowerCase(Locale.ROOT).contains(CHARSET))) {
      place = end;
      hasCharset = true;
    }
    if ("content-security-policy".equalsIgnoreCase(equivalent)) {
      policies.add(content);
    }
  }

  private static Pattern attribute(String name) {
    return Pattern.compile("(?i)[\\s/\"']" + name + "\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"'>]+)");
  }

  /** Returns the value of an attribute, with the references that policies need; null if it is absent. */
  private static @Nullable String attribute(String tag, Pattern name) {
    Matcher found = name.matcher(tag);
    if (!found.find()) {
      return null;
    }
    String value = found.group(1);
    boolean isQuoted = value.startsWith("\"") || value.startsWith("'");
    return (isQuoted ? value.substring(1, value.length() - 1) : value)
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&apos;", "'")
        .strip();
  }

  /** HTML section 13.2.5.2: the text of a title has no elements. */
  private int endOfTitle(byte[] text, int length) {
    int last = length - END_OF_TITLE.length();
    for (int i = at; i < last; i++) {
      if (text[i] == '<'
          && END_OF_TITLE.equalsIgnoreCase(
              new String(text, i, END_OF_TITLE.length(), StandardCharsets.ISO_8859_1))) {
        return after(text, length, i, '>');
      }
    }
    return MORE;
  }

  private int endOfDeclaration(byte[] text, int length) {
    if (at + 3 >= length) {
      return MORE;
    }
    if (text[at + 2] != '-' || text[at + 3] != '-') {
      sawTag = true;
      return after(text, length, at, '>');
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

  private static int after(byte[] text, int length, int from, char last) {
    for (int i = from; i < length; i++) {
      if (text[i] == last) {
        return i + 1;
      }
    }
    return MORE;
  }

  /**
   * HTML sections 13.2.5.32 to 13.2.5.40: a quote begins a value only after the equals sign of a name.
   *
   * @param from the end of the tag's name
   */
  private static int endOfTag(byte[] text, int length, int from) {
    boolean hasName = false;
    boolean isValueNext = false;
    boolean isUnquoted = false;
    byte quote = 0;
    for (int i = from; i < length; i++) {
      byte each = text[i];
      if (quote != 0) {
        quote = each == quote ? 0 : quote;
      } else if (each == '>') {
        return i + 1;
      } else if (isSpace(each)) {
        isUnquoted = false;
      } else if (isValueNext) {
        isValueNext = false;
        quote = each == '"' || each == '\'' ? each : 0;
        isUnquoted = quote == 0;
      } else if (!isUnquoted) {
        isValueNext = hasName && each == '=';
        hasName = !isValueNext && each != '/';
      }
    }
    return MORE;
  }

  private static boolean endsName(byte each) {
    return isSpace(each) || each == '/' || each == '>';
  }

  private static boolean isSpace(byte each) {
    return each == ' ' || each == '\n' || each == '\t' || each == '\r' || each == '\f';
  }

  private static boolean isLetter(byte each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
  }
}
