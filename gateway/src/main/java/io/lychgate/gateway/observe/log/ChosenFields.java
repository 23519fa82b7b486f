package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header fields that the logs show, and their values in one message. They are copied when the message arrives, because the gateway
 * changes the fields of a request before it forwards it.
 */
public final class ChosenFields {
  /** No log shows a header field. */
  static final ChosenFields NONE = new ChosenFields(List.of());

  /** Characters of a value with its other lines. Longer ones are cut. */
  private static final int MAX_JOINED = AccessLogLine.MAX_TEXT;

  private final AsciiString[] names;
  private final CharSequence @Nullable [] values;

  ChosenFields(Collection<String> names) {
    this(names.stream().map(AsciiString::cached).toArray(AsciiString[]::new), null);
  }

  private ChosenFields(AsciiString[] names, CharSequence @Nullable [] values) {
    this.names = names;
    this.values = values;
  }

  boolean isEmpty() {
    return names.length == 0;
  }

  /** Returns these fields with their values in a message; null if no log shows any. */
  @Nullable
  ChosenFields in(Fields fields) {
    if (names.length == 0) {
      return null;
    }
    CharSequence[] found = new CharSequence[names.length];
    for (int i = 0; i < names.length; i++) {
      CharSequence value = valueOf(fields, names[i]);
      found[i] = value == null ? "" : value;
    }
    return new ChosenFields(names, found);
  }

  /** Returns the value; null if the message has no such field, or an empty one. */
  @Nullable
  CharSequence get(String name) {
    CharSequence[] known = values;
    for (int i = 0; known != null && i < names.length; i++) {
      if (AsciiString.contentEquals(names[i], name)) {
        return known[i].isEmpty() ? null : known[i];
      }
    }
    return null;
  }

  /** Returns all lines of the field as one (RFC 9110 section 5.3; RFC 9113 section 8.2.3 for cookies). */
  private static @Nullable CharSequence valueOf(Fields fields, AsciiString name) {
    int first = fields.indexOf(name, 0);
    int next = first < 0 ? -1 : fields.indexOf(name, first + 1);
    if (next < 0) {
      return first < 0 ? null : fields.value(first);
    }
    String comma = FieldNames.same(name, HttpHeaderNames.COOKIE) ? "; " : ", ";
    StringBuilder joined = new StringBuilder().append(fields.value(first));
    for (; next >= 0 && joined.length() < MAX_JOINED; next = fields.indexOf(name, next + 1)) {
      joined.append(comma).append(fields.value(next));
    }
    return joined;
  }

  @Override
  public String toString() {
    return Arrays.toString(names);
  }
}
