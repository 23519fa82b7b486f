package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.time.Duration;
import java.util.List;

/**
 * {@code cors}: the sites whose scripts may read responses of a route (Fetch Standard, "CORS protocol").
 *
 * @param origins exact origins, or only {@code *}
 * @param patterns expressions that match whole origins
 * @param methods methods that scripts may use; {@code *} for all
 * @param headers request fields that scripts may set; {@code *} for all
 * @param exposed response fields that scripts may read
 * @param credentials true if scripts may send cookies and other credentials
 * @param maxAge time for which browsers remember a preflight
 */
public record CorsPolicy(
    List<String> origins,
    List<BoundedRegex> patterns,
    List<String> methods,
    List<String> headers,
    List<String> exposed,
    boolean credentials,
    Duration maxAge)
    implements Policy {
  public static final String KEY = "cors";

  /** Stands for every origin, method or field. */
  public static final String ANY = "*";

  /** Patterns of a policy. Each is tried for an unknown origin. */
  public static final int MAX_PATTERNS = 20;

  public static final Duration DEFAULT_MAX_AGE = Duration.ofMinutes(10);

  /** Firefox keeps no preflight for longer. */
  public static final Duration LONGEST_MAX_AGE = Duration.ofHours(24);

  public CorsPolicy {
    origins = List.copyOf(origins);
    patterns = List.copyOf(patterns);
    methods = List.copyOf(methods);
    headers = List.copyOf(headers);
    exposed = List.copyOf(exposed);
    Require.range("originPatterns", patterns.size(), 0, MAX_PATTERNS);
    Require.range("maxAge", maxAge.toSeconds(), 0, LONGEST_MAX_AGE.toSeconds());
    if (origins.isEmpty() && patterns.isEmpty()) {
      throw new IllegalArgumentException("cors: no origin (expected: origins or originPatterns)");
    }
    if (origins.contains(ANY) && (origins.size() > 1 || !patterns.isEmpty())) {
      throw new IllegalArgumentException(
          "origins: * beside others (expected: * alone, it stands for all)");
    }
    // Each site could act as the user. Browsers refuse the combination, too.
    if (origins.contains(ANY) && credentials) {
      throw new IllegalArgumentException(
          "origins: * with credentials (expected: the origins that may act for a user)");
    }
  }

  /** Returns true if every origin gets the same response. */
  public boolean isForAll() {
    return origins.contains(ANY);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    int others = origins.size() + patterns.size();
    return "admits scripts of "
        + (isForAll() ? "every origin" : others == 1 ? "one origin" : others + " origins")
        + (credentials ? " with credentials" : "");
  }
}
