package io.lychgate.gateway.auth.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.lychgate.gateway.auth.jwt.TokenKey;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The refreshes of a short time ago. A browser sends requests side by side with the same old refresh token. Many providers take each one
 * once, and end the session at its second use. So one request refreshes, and the others get its result. Thread-safe.
 */
final class Refreshes {
  /** Time for which requests with the old token get the result. */
  static final Duration REUSE = Duration.ofSeconds(60);

  /** Time to the next try after a failure of the provider. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** Results that are kept. */
  private static final int MAX_RESULTS = 10_000;

  private final Cache<TokenKey, Flight> flights;

  private record Flight(CompletableFuture<SessionContent> result, Duration kept) {}

  Refreshes(Ticker ticker) {
    this.flights = Caffeine.newBuilder()
        .maximumSize(MAX_RESULTS)
        .ticker(ticker::nanoTime)
        .executor(Runnable::run)
        .expireAfter(Expiry.writing((TokenKey key, Flight flight) -> flight.kept()))
        .build();
  }

  /**
   * Returns the result of the refresh of this token.
   *
   * @param session the session and its client; another one with an equal token has a result of its own
   * @param start refreshes it, if no other request does or did
   */
  CompletableFuture<SessionContent> join(
      String session, String refreshToken, Supplier<CompletableFuture<SessionContent>> start) {
    TokenKey key = TokenKey.of(session + '\n' + refreshToken);
    CompletableFuture<SessionContent> result = new CompletableFuture<>();
    Flight earlier = flights.asMap().putIfAbsent(key, new Flight(result, REUSE));
    if (earlier != null) {
      return earlier.result();
    }
    CompletableFuture<SessionContent> started;
    try {
      started = start.get();
    } catch (RuntimeException e) {
      started = CompletableFuture.failedFuture(e);
    }
    started.whenComplete((content, problem) -> {
      if (problem == null) {
        flights.put(key, new Flight(result, REUSE));
        result.complete(content);
      } else {
        ProviderFailure failure = ProviderFailure.of(problem);
        boolean isFinal = failure.reason() == Reason.REFUSED;
        flights.put(key, new Flight(result, isFinal ? REUSE : PAUSE));
        result.completeExceptionally(failure);
      }
    });
    return result;
  }
}
