package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code apiKeys}: a request needs one of the keys.
 *
 * @param header name of the field with the key, in lower case; empty for none
 * @param query name of the parameter with the key; empty for none
 * @param keys name of each key by its SHA-256 hash, 64 digits in lower case
 * @param file source of some keys; null for none
 * @param forwards true if the upstream gets the key. A key in the query is never forwarded.
 * @param nameField name of the request field with the name of the key, in lower case; empty for none
 */
public record ApiKeyPolicy(
    String header,
    String query,
    Map<String, String> keys,
    @Nullable Path file,
    boolean forwards,
    String nameField)
    implements SenderPolicy {
  public static final String KEY = "apiKeys";

  public static final String DEFAULT_HEADER = "X-API-Key";

  /** Keys of a policy. */
  public static final int MAX_KEYS = 10_000;

  public ApiKeyPolicy {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    Require.range("keys", keys.size(), 1, MAX_KEYS);
    if (header.isEmpty() && query.isEmpty()) {
      throw new IllegalArgumentException("apiKeys: no place (expected: header or query)");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "requires one of " + keys.size() + " API keys";
  }

  /** Without the hashes, which a weak key would not survive. */
  @Override
  public String toString() {
    return KEY + "[" + summary() + "]";
  }
}
