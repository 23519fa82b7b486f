package io.lychgate.gateway.config.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code securityHeaders}: fields of responses by which browsers protect a site.
 *
 * @param fields the fields by name, in lower case
 * @param strictTransport value of Strict-Transport-Security, which is sent over TLS only (RFC 6797 section 7.2); empty for none
 * @param replaces true if the fields replace those of the responder
 */
public record SecurityHeadersPolicy(
    Map<String, String> fields, String strictTransport, boolean replaces) implements Policy {
  public static final String KEY = "securityHeaders";

  public SecurityHeadersPolicy {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    if (fields.isEmpty() && strictTransport.isEmpty()) {
      throw new IllegalArgumentException("securityHeaders: no field (expected: at least one)");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    String names = String.join(", ", fields.keySet());
    String strict = strictTransport.isEmpty() ? "" : "strict-transport-security";
    return "sets " + names + (names.isEmpty() || strict.isEmpty() ? "" : ", ") + strict;
  }
}
