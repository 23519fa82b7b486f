package io.lychgate.casper;

/**
 * Iterates over the tokens of a field value as H2O does. Commas separate elements, semicolons separate the tokens of an element,
 * and a token may have a value. Quotes have no meaning, so a comma or a semicolon always separates. Spaces and tabs around a token
 * are not part of it.
 *
 * <p>Deliberately as lax as H2O: the links that H2O recognises decide what it pushes.
 */
public final class FieldTokens {
  private final CharSequence text;
  private final int end;
  private int at;
  private int start;
  private int stop;
  private String value = "";
  private boolean hasValue;

  /** @param limit number of characters to parse */
  public FieldTokens(CharSequence text, int limit) {
    this.text = text;
    this.end = Math.min(text.length(), limit);
  }

  /**
   * Moves to the next token without splitting it at {@code =}. Returns false at the end. A comma before any token is a token
   * itself.
   */
  public boolean next() {
    return next(false);
  }

  /** Moves to the next token, which may be a name with a value. */
  public boolean nextParameter() {
    return next(true);
  }

  /** Returns true if the token is the comma that ends an element. */
  public boolean isComma() {
    return stop - start == 1 && text.charAt(start) == ',';
  }

  /** Returns the index at which the token starts. */
  public int start() {
    return start;
  }

  /** Returns the index after the last parsed character. */
  public int end() {
    return end;
  }

  public String token() {
    return text.subSequence(start, stop).toString();
  }

  /** Returns true if the token is this word in any case. */
  public boolean is(String lowerCase) {
    return stop - start == lowerCase.length() && token().equalsIgnoreCase(lowerCase);
  }

  /** Returns the text after the {@code =} of a parameter, empty if there is none. */
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
        // The comma belongs to the next element, not to this parameter.
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
