package io.lychgate.gateway.observe.trace;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.netty.util.AsciiString;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields {@code traceparent} and {@code tracestate} of W3C Trace Context. A context that breaks the rules is ignored, and a new trace
 * begins (section 4.3). The work is bounded by the sizes of the rules, whatever the fields hold.
 */
final class TraceFields {
  private static final AsciiString TRACEPARENT = AsciiString.cached("traceparent");
  private static final AsciiString TRACESTATE = AsciiString.cached("tracestate");

  /** Characters of version 00: 2-32-16-2 digits and three dashes. */
  private static final int LENGTH = 55;

  private static final int TRACE_AT = 3;
  private static final int SPAN_AT = 36;
  private static final int FLAGS_AT = 53;
  private static final int SAMPLED = 0x01;

  /** Section 3.3.1.1: list-members of a tracestate. */
  private static final int MAX_MEMBERS = 32;

  /** Section 3.3.1.5: characters that are propagated at least. Longer ones may lose members. */
  private static final int PROPAGATED = 512;

  /** Section 3.3.1.5: members with more characters are removed first. */
  private static final int LARGE_MEMBER = 128;

  /** Characters of a tracestate that is looked at: 32 members with a key of 256 and a value of 256 characters. */
  private static final int MAX_TRACESTATE = 32 * (256 + 256 + 2);

  private static final int MAX_KEY = 256;
  private static final int MAX_VALUE = 256;
  private static final int RADIX = 16;

  private TraceFields() {}

  /** Returns the context of a request; an invalid one if it has none, or a malformed one. */
  public static SpanContext read(Fields fields) {
    int at = fields.indexOf(TRACEPARENT, 0);
    if (at < 0 || fields.indexOf(TRACEPARENT, at + 1) >= 0) {
      return SpanContext.getInvalid();
    }
    CharSequence parent = fields.value(at);
    if (!isTraceparent(parent)) {
      return SpanContext.getInvalid();
    }
    int flags = hex(parent, FLAGS_AT, 2) & SAMPLED;
    return SpanContext.createFromRemoteParent(
        parent.subSequence(TRACE_AT, TRACE_AT + 32).toString(),
        parent.subSequence(SPAN_AT, SPAN_AT + 16).toString(),
        TraceFlags.fromByte((byte) flags),
        state(fields));
  }

  /** Section 3.2.2. A later version may have more behind a dash; its first four parts are those of version 00. */
  static boolean isTraceparent(CharSequence text) {
    if (text.length() < LENGTH
        || text.charAt(2) != '-'
        || text.charAt(SPAN_AT - 1) != '-'
        || text.charAt(FLAGS_AT - 1) != '-') {
      return false;
    }
    int version = hex(text, 0, 2);
    boolean isWhole = text.length() == LENGTH || (version > 0 && text.charAt(LENGTH) == '-');
    return version >= 0
        && version != 0xff
        && isWhole
        && isId(text, TRACE_AT, 32)
        && isId(text, SPAN_AT, 16)
        && hex(text, FLAGS_AT, 2) >= 0;
  }

  /** Returns true for digits in lower case that are not all zero. */
  private static boolean isId(CharSequence text, int from, int digits) {
    boolean isZero = true;
    for (int i = from; i < from + digits; i++) {
      if (digit(text.charAt(i)) < 0) {
        return false;
      }
      isZero &= text.charAt(i) == '0';
    }
    return !isZero;
  }

  private static int digit(char c) {
    return (c >= 'A' && c <= 'Z') || c > 'f' ? -1 : Character.digit(c, RADIX);
  }

  private static int hex(CharSequence text, int from, int digits) {
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = digit(text.charAt(i));
      if (digit < 0) {
        return -1;
      }
      value = value * RADIX + digit;
    }
    return value;
  }

  /** Returns the tracestate; an empty one if it is malformed, which does not affect the traceparent (section 4.3). */
  private static TraceState state(Fields fields) {
    StringBuilder all = null;
    for (int i = fields.indexOf(TRACESTATE, 0); i >= 0; i = fields.indexOf(TRACESTATE, i + 1)) {
      CharSequence value = fields.value(i);
      int length = (all == null ? 0 : all.length() + 1) + value.length();
      if (length > MAX_TRACESTATE) {
        return TraceState.getDefault();
      }
      all = all == null ? new StringBuilder() : all.append(',');
      all.append(value);
    }
    Map<String, String> members = all == null ? null : members(all.toString());
    if (members == null || members.isEmpty()) {
      return TraceState.getDefault();
    }
    shorten(members);
    // The builder puts each further member before the others.
    TraceStateBuilder builder = TraceState.builder();
    List<String> keys = new ArrayList<>(members.keySet());
    for (int i = keys.size() - 1; i >= 0; i--) {
      builder.put(keys.get(i), members.getOrDefault(keys.get(i), ""));
    }
    return builder.build();
  }

  /** Returns the members by key, the first of each key; null if one is malformed, or there are too many. */
  private static @Nullable Map<String, String> members(String list) {
    Map<String, String> members = new LinkedHashMap<>();
    int count = 0;
    for (int at = 0; at <= list.length(); ) {
      int comma = list.indexOf(',', at);
      int end = comma < 0 ? list.length() : comma;
      String member = list.substring(at, end).strip();
      at = end + 1;
      if (member.isEmpty()) {
        continue;
      }
      int equals = member.indexOf('=');
      if (++count > MAX_MEMBERS
          || equals < 1
          || !isKey(member.substring(0, equals))
          || !isValue(member.substring(equals + 1))) {
        return null;
      }
      members.putIfAbsent(member.substring(0, equals), member.substring(equals + 1));
    }
    return members;
  }

  /** Section 3.3.1.3.1. */
  private static boolean isKey(String key) {
    if (key.length() > MAX_KEY || !isLowerOrDigit(key.charAt(0))) {
      return false;
    }
    int ats = 0;
    for (int i = 1; i < key.length(); i++) {
      char c = key.charAt(i);
      ats += c == '@' ? 1 : 0;
      if (!isLowerOrDigit(c) && "_-*/@".indexOf(c) < 0) {
        return false;
      }
    }
    return ats <= 1 && !key.endsWith("@");
  }

  private static boolean isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  /** Section 3.3.1.3.2. */
  private static boolean isValue(String value) {
    if (value.isEmpty() || value.length() > MAX_VALUE) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~' || c == ',' || c == '=') {
        return false;
      }
    }
    return true;
  }

  /** Removes large members first, then those at the end, until the rest is short enough. */
  private static void shorten(Map<String, String> members) {
    int length = members.size() - 1;
    for (Map.Entry<String, String> member : members.entrySet()) {
      length += length(member);
    }
    for (boolean large : new boolean[] {true, false}) {
      List<Map.Entry<String, String>> all = new ArrayList<>(members.entrySet());
      for (int i = all.size() - 1; i >= 0 && length > PROPAGATED; i--) {
        if (!large || length(all.get(i)) > LARGE_MEMBER) {
          length -= length(all.get(i)) + 1;
          members.remove(all.get(i).getKey());
        }
      }
    }
  }

  private static int length(Map.Entry<String, String> member) {
    return member.getKey().length() + 1 + member.getValue().length();
  }

  /** Sets the context of this span, and removes any other. */
  static void write(SpanContext span, Fields fields) {
    HopFields.unname(fields, TRACEPARENT);
    HopFields.unname(fields, TRACESTATE);
    fields.set(TRACEPARENT, traceparent(span));
    TraceState state = span.getTraceState();
    if (state.isEmpty()) {
      fields.remove(TRACESTATE);
      return;
    }
    StringBuilder text = new StringBuilder(PROPAGATED);
    state.forEach((key, value) ->
        text.append(text.isEmpty() ? "" : ",").append(key).append('=').append(value));
    fields.set(TRACESTATE, text.toString());
  }

  private static AsciiString traceparent(SpanContext span) {
    // Section 3.2.2.5: flags that this version does not know are zero.
    boolean isSampled = (span.getTraceFlags().asByte() & SAMPLED) != 0;
    return AsciiString.of(
        "00-" + span.getTraceId() + "-" + span.getSpanId() + (isSampled ? "-01" : "-00"));
  }
}
