package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are sent again after a failure, and the limits of that.
 *
 * @param attempts how often one request is sent at most; a request that certainly reached no server does not count
 * @param on failures after which an idempotent request is sent again
 * @param statuses statuses of responses after which an idempotent request is sent again
 * @param methods methods of requests that may be sent twice
 * @param perTryTimeout time from the end of the request to the response head of one attempt; null for none
 * @param budgetPercent retries and hedges for each 100 requests, from all event loops
 * @param budgetPerSecond retries and hedges that are allowed in each second in any case
 * @param backoff the longest wait before the second attempt; it doubles for each further one. Each wait is a random part of it
 * @param maxBackoff the longest wait before any attempt
 * @param bodyBuffer bytes of a request's body that are kept for another attempt; a longer one is sent once
 * @param hedge second attempts before the first has failed; null for none
 */
public record RetryConfig(
    int attempts,
    Set<On> on,
    List<Integer> statuses,
    List<String> methods,
    @Nullable Duration perTryTimeout,
    int budgetPercent,
    int budgetPerSecond,
    Duration backoff,
    Duration maxBackoff,
    int bodyBuffer,
    @Nullable Hedge hedge) {
  /** Attempts of one request. More of them only delay a failure. */
  public static final int MAX_ATTEMPTS = 10;

  public static final int MAX_PER_SECOND = 10_000;

  /** Bytes of one body. */
  public static final int MAX_BODY_BUFFER = 1024 * 1024;

  /** The idempotent methods of RFC 9110 section 9.2.2, without TRACE, which is not served. */
  public static final List<String> IDEMPOTENT = List.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

  /** Statuses that name a server, or a proxy before it, that cannot serve the request now. */
  public static final List<Integer> UNAVAILABLE = List.of(502, 503, 504);

  private static final RetryConfig DEFAULTS = new RetryConfig(
      Limits.RETRY_ATTEMPTS,
      EnumSet.allOf(On.class),
      UNAVAILABLE,
      IDEMPOTENT,
      null,
      Limits.RETRY_BUDGET_PERCENT,
      Limits.RETRY_BUDGET_PER_SECOND,
      Limits.RETRY_BACKOFF,
      Limits.MAX_RETRY_BACKOFF,
      Limits.RETRY_BODY_BYTES,
      null);

  public RetryConfig {
    Require.range("attempts", attempts, 1, MAX_ATTEMPTS);
    on = Set.copyOf(on);
    statuses = List.copyOf(statuses);
    methods = List.copyOf(methods);
    if (perTryTimeout != null) {
      Require.positive("perTryTimeout", perTryTimeout);
    }
    Require.range("budget", budgetPercent, 0, 100);
    Require.range("budgetPerSecond", budgetPerSecond, 0, MAX_PER_SECOND);
    Require.positive("backoff", backoff);
    if (backoff.compareTo(maxBackoff) > 0) {
      throw new IllegalArgumentException("backoff: " + backoff.toMillis()
          + "ms (expected: at most maxBackoff, " + maxBackoff.toMillis() + "ms)");
    }
    Require.range("bodyBuffer", bodyBuffer, 0, MAX_BODY_BUFFER);
  }

  /** Failures of one attempt. */
  public enum On {
    /** No connection: refused, not accepted in time, TLS failed, or the name has no address. Nothing was sent. */
    CONNECT("connect"),
    /** The connection or stream was closed or reset before the response head. */
    RESET("reset"),
    /** No response head in time. */
    TIMEOUT("timeout"),
    /** The server sent something else than a valid response head. */
    MALFORMED("malformed");

    private final String token;

    On(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }

    public static Optional<On> of(String token) {
      for (On each : values()) {
        if (each.token.equals(token)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * The moment of a second attempt while the first one has no response head.
   *
   * @param after the wait; null if it is a percentile
   * @param percentile percentage of recent requests that had their response heads within the wait; ignored if the wait is fixed
   */
  public record Hedge(@Nullable Duration after, int percentile) {
    public Hedge {
      if (after == null) {
        Require.range("percentile", percentile, 50, 99);
      } else {
        Require.positive("after", after);
      }
    }
  }

  public static RetryConfig defaults() {
    return DEFAULTS;
  }
}
