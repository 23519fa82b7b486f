package io.lychgate.jmh.peers;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps, lists, strings and numbers as JSON text (RFC 8259), one pair to a line. */
final class Json {
  private final StringBuilder text = new StringBuilder(4096);

  private Json() {}

  static String text(@Nullable Object value) {
    Json json = new Json();
    json.value(value, "\n");
    return json.text.append('\n').toString();
  }

  private void value(@Nullable Object value, String newline) {
    if (value instanceof Map<?, ?> map) {
      members(map, newline);
    } else if (value instanceof List<?> list) {
      elements(list, newline);
    } else if (value instanceof Double figure) {
      // JSON has no NaN and no infinity.
      text.append(Double.isFinite(figure) ? String.format(Locale.ROOT, "%.3f", figure) : "null");
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      string(value.toString());
    }
  }

  private void members(Map<?, ?> map, String newline) {
    String inner = newline + "  ";
    text.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<?, ?> entry = entries.next();
      text.append(inner);
      string(String.valueOf(entry.getKey()));
      text.append(": ");
      value(entry.getValue(), inner);
      text.append(entries.hasNext() ? "," : newline);
    }
    text.append('}');
  }

  private void elements(List<?> list, String newline) {
    String inner = newline + "  ";
    text.append('[');
    for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
      text.append(inner);
      value(elements.next(), inner);
      text.append(elements.hasNext() ? "," : newline);
    }
    text.append(']');
  }

  private void string(String value) {
    text.append('"');
    value.chars().forEach(this::character);
    text.append('"');
  }

  private void character(int c) {
    if (c == '"' || c == '\\') {
      text.append('\\').append((char) c);
    } else if (c < 0x20) {
      text.append(String.format(Locale.ROOT, "\\u%04x", c));
    } else {
      text.append((char) c);
    }
  }
}
