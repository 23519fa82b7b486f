package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.RetryConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import org.jspecify.annotations.Nullable;

/**
 * Decides if a request is sent again, and where. It decides and does nothing; the budget and the deadline have the last word.
 *
 * <p>A request that was certainly not processed goes on with any method: it does not count as an attempt and needs no budget, because
 * it has cost no server anything. Every other one needs a method that may be repeated, and an attempt that is left. The first loss of a
 * reused connection that was most probably closed before needs no budget either.
 */
final class RetryRule {
  private RetryRule() {}

  /** The next attempt of a request. */
  enum Next {
    /** None: the exchange fails. */
    NONE,
    /** Another stream of the same server, preferably on an open connection. Nothing was processed. */
    STREAM,
    /** Another server: this one has taken nothing. */
    SERVER,
    /** At once: on another server if there is one, else on a new connection, because each open one may be as dead as the last. */
    AT_ONCE,
    /** The same, without the budget. */
    AT_ONCE_FOR_FREE,
    /** After a back-off, on another server if there is one. */
    AGAIN
  }

  /**
   * The request whose attempt has failed.
   *
   * @param mayRepeat false if it must not be sent twice
   * @param isIntact true if nothing of a response was passed on and the body can be sent as a whole
   * @param isRepeatable true if its method is one of {@link RetryConfig#methods}; false for a WebSocket
   * @param sent number of attempts that a server may have processed
   * @param moves number of failures before anything was processed, the last one included
   * @param servers number of servers
   * @param stale number of losses that permitted {@link Retry#STALE}, the last one included
   */
  record Situation(
      RetryConfig config,
      boolean mayRepeat,
      boolean isIntact,
      boolean isRepeatable,
      int sent,
      int moves,
      int servers,
      int stale) {
    private boolean mayBeProcessedTwice() {
      return isIntact && mayRepeat && isRepeatable && sent < config.attempts();
    }
  }

  /**
   * Decides after the loss of a stream.
   *
   * @param permitted result of {@link UpstreamStream#mayRetry}
   * @param wasSent true if the head was written
   * @param reason null for a failure that another attempt would repeat
   */
  static Next afterLoss(
      Retry permitted, boolean wasSent, @Nullable RetryReason reason, Situation of) {
    if (!of.isIntact || (wasSent && !of.mayRepeat)) {
      return Next.NONE;
    }
    return switch (permitted) {
      case EACH -> of.moves <= Limits.MAX_UNSENT_MOVES ? Next.STREAM : Next.NONE;
      case ON_ANOTHER_SERVER -> elsewhere(wasSent, of);
      case IDEMPOTENT ->
        of.mayBeProcessedTwice() && isListed(reason, of.config) ? Next.AT_ONCE : Next.NONE;
      case STALE -> afterStale(reason, of);
      case NONE -> of.mayBeProcessedTwice() && isListed(reason, of.config) ? Next.AGAIN : Next.NONE;
    };
  }

  /**
   * A server that closes its connections without saying so is no server that fails, and may close each of them (RFC 9112 section
   * 9.3.1). The budget would make failures of the requests that crossed these closes. The next attempt has a new connection.
   */
  private static Next afterStale(@Nullable RetryReason reason, Situation of) {
    if (!of.mayBeProcessedTwice() || !isListed(reason, of.config)) {
      return Next.NONE;
    }
    return of.stale <= 1 ? Next.AT_ONCE_FOR_FREE : Next.AT_ONCE;
  }

  /**
   * The server has taken nothing. If there is no other one and it was asked, it gets another chance after a back-off. Such attempts are
   * not processed, so the number of moves bounds them.
   */
  private static Next elsewhere(boolean wasSent, Situation of) {
    if (of.moves < of.servers) {
      return Next.SERVER;
    }
    boolean hasChance =
        of.sent < of.config.attempts() && of.moves < of.servers + of.config.attempts();
    return wasSent && hasChance ? Next.AGAIN : Next.NONE;
  }

  /** Decides after a server accepted no connection, or none could be had. Each server is tried once. */
  static Next afterRefusal(ExchangeFailure failure, Situation of) {
    return failure.mayRetry()
            && of.isIntact
            && of.config.on().contains(RetryConfig.On.CONNECT)
            && of.moves < of.servers
        ? Next.SERVER
        : Next.NONE;
  }

  /** Decides after the head of a response, before it is passed on. */
  static Next afterStatus(int status, Situation of) {
    return of.mayBeProcessedTwice() && of.config.statuses().contains(status)
        ? Next.AGAIN
        : Next.NONE;
  }

  private static boolean isListed(@Nullable RetryReason reason, RetryConfig config) {
    if (reason == null) {
      return false;
    }
    return switch (reason) {
      case RESET -> config.on().contains(RetryConfig.On.RESET);
      case TIMEOUT -> config.on().contains(RetryConfig.On.TIMEOUT);
      case MALFORMED -> config.on().contains(RetryConfig.On.MALFORMED);
      case CONNECT, UNPROCESSED, STATUS -> false;
    };
  }

  /** Returns the reason to retry after this failure of an exchange; null for a failure of the gateway or the configuration. */
  static @Nullable RetryReason reasonOf(ExchangeFailure failure) {
    return switch (failure.kind()) {
      case CONNECTION_TERMINATED, RESPONSE_INCOMPLETE -> RetryReason.RESET;
      case RESPONSE_HEAD_TIMEOUT -> RetryReason.TIMEOUT;
      case RESPONSE_MALFORMED -> RetryReason.MALFORMED;
      default -> null;
    };
  }

  /** Returns true if a server may receive two copies of the request. */
  static boolean isRepeatable(RequestHead request, RetryConfig config) {
    for (String method : config.methods()) {
      if (request.method().contentEquals(method)) {
        return true;
      }
    }
    return false;
  }
}
