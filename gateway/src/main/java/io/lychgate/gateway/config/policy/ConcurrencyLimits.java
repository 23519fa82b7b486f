package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The numbers of requests in flight that are admitted. A request must be within all of them. */
public record ConcurrencyLimits(List<Limit> limits) implements Policy {
  public static final String KEY = "concurrency";

  /** Requests in flight. More than all streams of the most connections of a listener. */
  public static final int MAX_IN_FLIGHT = 10_000_000;

  public ConcurrencyLimits {
    limits = List.copyOf(limits);
    Require.range(KEY, limits.size(), 1, RateLimits.MAX_LIMITS);
    RateLimits.requireEachOnce(limits.stream().map(Limit::name).toList());
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return limits.stream().map(Limit::summary).collect(Collectors.joining("; "));
  }

  /**
   * One number of requests in flight.
   *
   * @param name name in counters and logs
   * @param max requests of one key in flight
   * @param by the property that requests of one count share
   * @param when expression of CEL that requests of this limit fulfil; null for all requests
   * @param status status of the refusal: 429 or 503
   * @param dryRun true if the limit counts and refuses nothing
   */
  public record Limit(
      String name, int max, LimitKey by, @Nullable String when, int status, boolean dryRun) {
    public Limit {
      RateLimits.checkName(name);
      Require.range("max", max, 1, MAX_IN_FLIGHT);
      RateLimits.checkStatus(status);
    }

    /** Returns the limit in the words of the configuration. */
    public String summary() {
      return name + " " + max + " in flight " + by.text() + (dryRun ? ", dry run" : "");
    }
  }
}
