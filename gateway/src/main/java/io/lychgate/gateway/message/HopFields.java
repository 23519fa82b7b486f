package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fields for a single connection, which the gateway removes (RFC 9110 section 7.6.1), and the fields that {@code Connection} lists.
 */
public final class HopFields {
  private static final List<AsciiString> ALWAYS = List.of(
      HttpHeaderNames.CONNECTION,
      FieldNames.KEEP_ALIVE,
      FieldNames.PROXY_CONNECTION,
      HttpHeaderNames.TE,
      HttpHeaderNames.TRAILER,
      HttpHeaderNames.TRANSFER_ENCODING,
      HttpHeaderNames.UPGRADE,
      FieldNames.HTTP2_SETTINGS);

  private HopFields() {}

  /** Removes these fields from a message before it is forwarded. */
  public static void strip(Fields fields) {
    List<AsciiString> nominated = null;
    for (int i = fields.size() - 1; i >= 0; i--) {
      AsciiString name = fields.name(i);
      if (isHopByHop(name)) {
        if (Fields.same(name, HttpHeaderNames.CONNECTION)) {
          nominated = addOptions(nominated, fields.value(i));
        }
        fields.removeAt(i);
      }
    }
    List<AsciiString> named = nominated;
    if (named != null) {
      fields.retain((name, value) -> !isNominated(named, name));
    }
  }

  /**
   * Removes an option from Connection fields: the gateway is about to set the field of this name, which a client could otherwise end
   * here by nominating it.
   */
  public static void unname(Fields fields, AsciiString name) {
    for (int i = fields.indexOf(HttpHeaderNames.CONNECTION, 0);
        i >= 0;
        i = fields.indexOf(HttpHeaderNames.CONNECTION, i + 1)) {
      CharSequence value = fields.value(i);
      if (AsciiString.containsIgnoreCase(value, name)) {
        fields.setValue(
            i,
            Arrays.stream(value.toString().split(",", -1))
                .map(String::strip)
                .filter(option -> !AsciiString.contentEqualsIgnoreCase(option, name))
                .collect(Collectors.joining(", ")));
      }
    }
  }

  static boolean isHopByHop(AsciiString name) {
    // The lengths of the names in the list, which exclude most other fields.
    switch (name.length()) {
      case 2, 7, 10, 14, 16, 17 -> {
        for (int i = 0; i < ALWAYS.size(); i++) {
          if (Fields.same(ALWAYS.get(i), name)) {
            return true;
          }
        }
        return false;
      }
      default -> {
        return false;
      }
    }
  }

  /**
   * Returns true if Connection lists the field. Options that name a field which is never hop-by-hop are ignored: {@code Connection:
   * cookie} or {@code Connection: x-forwarded-for} is an attempt to make the gateway remove fields on which the upstream relies.
   */
  private static boolean isNominated(List<AsciiString> named, AsciiString name) {
    if (Fields.same(name, HttpHeaderNames.CONTENT_LENGTH)
        || Fields.same(name, HttpHeaderNames.COOKIE)
        || Fields.same(name, HttpHeaderNames.AUTHORIZATION)
        || Fields.same(name, HttpHeaderNames.CACHE_CONTROL)
        || name.startsWith("x-forwarded-")
        || Fields.same(name, FieldNames.FORWARDED)) {
      return false;
    }
    for (int i = 0; i < named.size(); i++) {
      if (Fields.same(named.get(i), name)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable List<AsciiString> addOptions(
      @Nullable List<AsciiString> options, CharSequence value) {
    String text = value.toString();
    if (text.equalsIgnoreCase("keep-alive") || text.equalsIgnoreCase("close")) {
      return options;
    }
    List<AsciiString> result = options == null ? new ArrayList<>(2) : options;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == ',') {
        String option = text.substring(start, i).trim();
        if (!option.isEmpty()) {
          result.add(FieldNames.canonical(option));
        }
        start = i + 1;
      }
    }
    return result;
  }
}
