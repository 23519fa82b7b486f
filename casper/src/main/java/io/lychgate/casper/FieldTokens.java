package io.lychgate.casper;

/**
 * Walks over a field value as H2O does: elements are parted by commas, the tokens of an element by semicolons, and a token may
 * have a value. Quotes mean nothing, so a comma or a semicolon parts wherever it stands. Spaces and tabs around a token are not
 * part of it.
 *
 * <p>Kept as lax as the original on purpose: what H2O takes for a link decides what it pushes.
 */
public final class FieldTokens {
  private final CharSequence text;
  private final int end;
  private int at;
  private int start;
  private int stop;
  private String value = "";
  private boolean hasValue;

  /** @param limit characters that are looked at */
  public FieldTokens(CharSequence text, int limit) {
    this.text = text;
    this.end = Math.min(text.length(), limit);
  }

  /** Goes on to a token whose {@code =} means nothing; false at the end. A comma before any token is a token itself. */
  public boolean next() {
    return next(false);
  }

  /** Goes on to a token that may be a name with a value. */
  public boolean nextParameter() {
    return next(true);
  }

  /** Whether the token is the comma that ends an element. */
  public boolean isComma() {
    return stop - start == 1 && text.charAt(start) == ',';
  }

  /** Where the token starts in the text. */
  public int start() {
    return start;
  }

  /** Behind everything that was looked at. */
  public int end() {
    return end;
  }

  public String token() {
    return text.subSequence(start, stop).toString();
  }

  /** Whether the token is this word, in any case. */
  public boolean is(String lowerCase) {
    return stop - start == lowerCase.length() && token().equalsIgnoreCase(lowerCase);
  }

  /** What follows the {@code =} of a parameter; empty if nothing does. */
  public String value() {
    return value;
  }

  private boolean next(boolean isParameter) {
    value = "";
    if (!scan(isParameter)) {
      return false;
    }
    if (hasValue) {
      readValue();
    }
    return true;
  }

  private void readValue() {
    int nameStart = start;
    int nameStop = stop;
    if (scan(false)) {
      if (isComma()) {
        // It belongs to what comes next, not to this parameter.
        at = start;
      } else {
        value = token();
      }
    }
    start = nameStart;
    stop = nameStop;
  }

  private boolean scan(boolean stopsAtEquals) {
    hasValue = false;
    while (at < end && isSpace(text.charAt(at))) {
      at++;
    }
    if (at >= end) {
      return false;
    }
    start = at;
    stop = at;
    for (; at < end; at++) {
      char c = text.charAt(at);
      if (c == ';') {
        at++;
        return true;
      }
      if (c == ',') {
        if (start == at) {
          at++;
          stop = at;
        }
        return true;
      }
      if (stopsAtEquals && c == '=') {
        at++;
        hasValue = true;
        return true;
      }
      if (!isSpace(c)) {
        stop = at + 1;
      }
    }
    return true;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
