package io.lychgate.gateway.push.link;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldSyntax;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Iterates over the links of one Link field: {@code <target>; name=value; name="quoted", <target> ...} (RFC 8288 3). */
final class LinkScanner {
  /** Maximum number of parameters kept of one link; further ones are skipped. */
  private static final int MAX_PARAMETERS = Limits.LINK_PARAMETERS;

  private final CharSequence text;
  private final int length;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private int at;
  private int links;
  private int start;
  private String target = "";

  LinkScanner(CharSequence text) {
    this.text = text;
    this.length = Math.min(text.length(), LinkHeader.MAX_LENGTH);
  }

  /** Moves to the next link. Returns false at the end. A malformed link has an empty target. */
  boolean next() {
    while (at < length && (isSpace() || peek() == ',')) {
      at++;
    }
    if (at >= length || links++ == LinkHeader.MAX_LINKS) {
      return false;
    }
    start = at;
    target = "";
    parameters.clear();
    if (peek() == '<') {
      readTarget();
    }
    while (at < length && peek() != ',') {
      readParameter();
    }
    return true;
  }

  /** Returns the index at which the link starts. */
  int start() {
    return start;
  }

  /** Returns the index after the link. */
  int end() {
    return at;
  }

  String target() {
    return target;
  }

  /** Returns the first parameter of this name, empty if it has no value. RFC 8288 3.3: later ones are ignored. */
  @Nullable
  String parameter(String name) {
    return parameters.get(name);
  }

  /** Returns the other parameters in order, in field syntax: for each a semicolon, the name, and the value if it has one. */
  String othersThan(Set<String> understood) {
    StringBuilder text = null;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      String name = parameter.getKey();
      if (!understood.contains(name) && FieldSyntax.isToken(name)) {
        text = text == null ? new StringBuilder() : text;
        text.append("; ").append(name);
        appendValue(text, parameter.getValue());
      }
    }
    return text == null ? "" : text.toString();
  }

  private static void appendValue(StringBuilder text, String value) {
    if (value.isEmpty()) {
      return;
    }
    text.append('=');
    if (FieldSyntax.isToken(value)) {
      text.append(value);
      return;
    }
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c);
    }
    text.append('"');
  }

  private void readTarget() {
    int from = ++at;
    while (at < length && peek() != '>') {
      at++;
    }
    if (at < length) {
      target = text.subSequence(from, at).toString().strip();
      at++;
    }
  }

  /** Reads one parameter, up to the next one or the end of the link. Always advances. */
  private void readParameter() {
    skipSpace();
    if (at < length && peek() == ';') {
      at++;
      skipSpace();
    }
    String name = readToken().toLowerCase(Locale.ROOT);
    skipSpace();
    String value = "";
    if (at < length && peek() == '=') {
      at++;
      skipSpace();
      value = at < length && peek() == '"' ? readQuoted() : readToken();
    }
    if (!name.isEmpty() && parameters.size() < MAX_PARAMETERS) {
      parameters.putIfAbsent(name, value);
    }
    skipSpace();
    if (at < length && peek() != ';' && peek() != ',') {
      skipGarbage();
    }
  }

  private String readToken() {
    int from = at;
    while (at < length && !isSpace() && ";,=\"".indexOf(peek()) < 0) {
      at++;
    }
    return text.subSequence(from, at).toString();
  }

  private String readQuoted() {
    StringBuilder value = new StringBuilder();
    at++;
    while (at < length && peek() != '"') {
      if (peek() == '\\' && at + 1 < length) {
        at++;
      }
      value.append(peek());
      at++;
    }
    at = Math.min(length, at + 1);
    return value.toString();
  }

  private void skipGarbage() {
    while (at < length && peek() != ';' && peek() != ',') {
      if (peek() == '"') {
        readQuoted();
      } else {
        at++;
      }
    }
  }

  private void skipSpace() {
    while (at < length && isSpace()) {
      at++;
    }
  }

  private boolean isSpace() {
    return peek() == ' ' || peek() == '\t';
  }

  private char peek() {
    return text.charAt(at);
  }
}
