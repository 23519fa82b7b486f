package io.lychgate.gateway.config.site;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Edits of the header fields of a message, in this order: {@code remove}, {@code set}, {@code add}.
 *
 * @param remove names of fields to remove
 * @param set fields that replace all of their name
 * @param add fields that are added to those of their name
 */
public record HeaderEditConfig(
    List<String> remove, Map<String, String> set, Map<String, String> add) {
  public static final HeaderEditConfig NONE = new HeaderEditConfig(List.of(), Map.of(), Map.of());

  /** Bytes of a value. */
  public static final int MAX_VALUE_LENGTH = 4096;

  /** Fields that frame or route a message, or belong to one connection (RFC 9110 sections 7.2, 7.6.1 and 8.6). */
  private static final Set<String> RESERVED = Set.of(
      "alt-svc",
      "connection",
      "content-length",
      "early-data",
      "expect",
      "forwarded",
      "host",
      "http2-settings",
      "keep-alive",
      "proxy-connection",
      "te",
      "trailer",
      "transfer-encoding",
      "upgrade",
      "via",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto");

  public HeaderEditConfig {
    remove = List.copyOf(remove);
    set = sorted(set);
    add = sorted(add);
  }

  private static Map<String, String> sorted(Map<String, String> fields) {
    Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(fields);
    return Collections.unmodifiableMap(sorted);
  }

  public boolean isEmpty() {
    return remove.isEmpty() && set.isEmpty() && add.isEmpty();
  }

  /** Returns the reason why a field of this name cannot be edited or sent; empty if it can. */
  public static String problemOf(String name) {
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      return name + " (expected: a field that the gateway does not set itself)";
    }
    // The gateway drops such fields of requests: some servers take - and _ for the same.
    return name.contains("_") ? name + " (expected: a name without underscore)" : "";
  }
}
