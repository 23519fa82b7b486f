package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rates of requests that are admitted. A request must be within all of them. */
public record RateLimits(List<Limit> limits) implements Policy {
  public static final String KEY = "rateLimits";

  /** Limits of one route. Each of them costs each request some 80 ns. */
  public static final int MAX_LIMITS = 16;

  public static final int MAX_NAME = 64;

  /** Requests of a period, and of a burst. A token is then still more than a nanosecond of the shortest period. */
  public static final int MAX_REQUESTS = 1_000_000;

  /** Longer quotas need a store that survives a restart. */
  public static final Duration MAX_PERIOD = Duration.ofHours(24);

  /** Default. At some 240 bytes each they take 24 MB. */
  public static final int DEFAULT_MAX_KEYS = 100_000;

  /** At some 170 bytes each they take 1.7 GB, which an operator must have meant. */
  public static final int MAX_KEYS_CEILING = 10_000_000;

  public static final int MIN_KEYS = 100;

  public RateLimits {
    limits = List.copyOf(limits);
    Require.range(KEY, limits.size(), 1, MAX_LIMITS);
    requireEachOnce(limits.stream().map(Limit::name).toList());
  }

  /** @throws IllegalArgumentException if two limits of a policy have the same name */
  static void requireEachOnce(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("name: " + name + " twice (expected: each name once)");
      }
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return limits.stream().map(Limit::summary).collect(Collectors.joining("; "));
  }

  /** A client that guesses passwords must not get around the limit by another spelling of the path. */
  @Override
  public boolean restricts() {
    return limits.stream().anyMatch(limit -> !limit.dryRun());
  }

  /**
   * One rate.
   *
   * @param name name in responses, counters and logs
   * @param rate the requests of a period
   * @param burst requests that may come at once: the size of the bucket
   * @param by the property that requests of one count share
   * @param when expression of CEL that requests of this limit fulfil; null for all requests
   * @param status status of the refusal: 429 or 503
   * @param dryRun true if the limit counts and refuses nothing
   * @param fields responses that state the limit in fields
   * @param scope the gateways that count together
   * @param maxKeys counts that are kept at once
   */
  public record Limit(
      String name,
      Rate rate,
      int burst,
      LimitKey by,
      @Nullable String when,
      int status,
      boolean dryRun,
      FieldUse fields,
      Scope scope,
      int maxKeys) {
    public Limit {
      checkName(name);
      Require.range("burst", burst, 1, MAX_REQUESTS);
      checkStatus(status);
      Require.range("maxKeys", maxKeys, MIN_KEYS, MAX_KEYS_CEILING);
    }

    /** Returns the part of the limit that its counts depend on. They stay in force while this part does. */
    public Counting counting() {
      return new Counting(name, rate, burst, by, scope, maxKeys);
    }

    /** Returns the limit in the words of the configuration. */
    public String summary() {
      return name + " " + rate.text()
          + (burst == rate.requests() ? "" : " (burst " + burst + ")")
          + " " + by.text() + (dryRun ? ", dry run" : "");
    }
  }

  /** The part of a limit that its counts depend on. */
  public record Counting(
      String name, Rate rate, int burst, LimitKey by, Scope scope, int maxKeys) {}

  /** A number of requests in a period. */
  public record Rate(int requests, Duration period) {
    public Rate {
      Require.range("rate", requests, 1, MAX_REQUESTS);
      Require.positive("rate", period);
      if (period.compareTo(MAX_PERIOD) > 0) {
        throw new IllegalArgumentException("rate: a period of " + period.toHours()
            + " h (expected: at most " + MAX_PERIOD.toHours() + " h)");
      }
    }

    /** Returns the rate in the words of the configuration. */
    public String text() {
      long millis = period.toMillis();
      String unit = millis % 3_600_000 == 0
          ? unit(millis / 3_600_000, "h")
          : millis % 60_000 == 0
              ? unit(millis / 60_000, "m")
              : millis % 1000 == 0 ? unit(millis / 1000, "s") : millis + "ms";
      return requests + "/" + unit;
    }

    private static String unit(long number, String unit) {
      return number == 1 ? unit : number + unit;
    }
  }

  /** Responses that state a limit in fields. */
  public enum FieldUse {
    ALL,
    REFUSED,
    NONE;

    public static Optional<FieldUse> of(String token) {
      return constant(values(), token);
    }
  }

  /** The gateways that count together. */
  public enum Scope {
    NODE,
    FLEET;

    public static Optional<Scope> of(String token) {
      return constant(values(), token);
    }
  }

  private static <E extends Enum<E>> Optional<E> constant(E[] values, String token) {
    for (E value : values) {
      if (value.name().toLowerCase(Locale.ROOT).equals(token)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /** The name is part of a field of responses, of metrics and of the store: letters, digits, and marks within. */
  static void checkName(String name) {
    boolean isPlain = name.chars()
        .allMatch(c -> (c >= 'a' && c <= 'z')
            || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9')
            || c == '-'
            || c == '_'
            || c == '.');
    if (name.isEmpty() || name.length() > MAX_NAME || !isPlain) {
      throw new IllegalArgumentException("name: " + name.length() + " characters (expected: 1-"
          + MAX_NAME + " letters, digits, - _ .)");
    }
  }

  static void checkStatus(int status) {
    if (status != 429 && status != 503) {
      throw new IllegalArgumentException("status: " + status + " (expected: 429 or 503)");
    }
  }
}
