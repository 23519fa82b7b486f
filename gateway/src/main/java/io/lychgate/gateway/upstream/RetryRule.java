package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.netty.handler.codec.http.HttpMethod;

/** Decides if a request is sent again, and where. It decides and does nothing. */
final class RetryRule {
  private RetryRule() {}

  /** The next attempt of a request. */
  enum Next {
    /** None: the exchange fails. */
    NONE,
    /** Another stream of the same server, preferably on an open connection. */
    STREAM,
    /** A stream on a new connection: each open one may be as dead as the last. */
    NEW_CONNECTION,
    /** Another server: this one accepts no connection. */
    SERVER
  }

  /**
   * Decides after the loss of a stream.
   *
   * @param permitted result of {@link UpstreamStream#mayRetry}
   * @param isIntact true if no part of the body was sent and no part of a response has arrived
   * @param isRetry true if the request was already retried as an idempotent one
   * @param isIdempotent result of {@link #isIdempotent}; true for a WebSocket, which begins with a GET
   */
  static Next afterLoss(Retry permitted, boolean isIntact, boolean isRetry, boolean isIdempotent) {
    if (!isIntact) {
      return Next.NONE;
    }
    return switch (permitted) {
      case EACH -> Next.STREAM;
      case ON_ANOTHER_SERVER -> Next.SERVER;
      case IDEMPOTENT -> isIdempotent && !isRetry ? Next.NEW_CONNECTION : Next.NONE;
      case NONE -> Next.NONE;
    };
  }

  /**
   * Decides after a server accepted no connection, or none could be had.
   *
   * @param refusals number of such failures of this request, the last one included
   */
  static Next afterRefusal(ExchangeFailure failure, int refusals, int servers) {
    return failure.mayRetry() && refusals < servers ? Next.SERVER : Next.NONE;
  }

  /** Returns true for the idempotent methods of RFC 9110 section 9.2.2, without TRACE, which is not served. */
  static boolean isIdempotent(RequestHead request) {
    return request.isMethod(HttpMethod.GET.asciiName())
        || request.isMethod(HttpMethod.HEAD.asciiName())
        || request.isMethod(HttpMethod.OPTIONS.asciiName())
        || request.method().contentEquals("PUT")
        || request.method().contentEquals("DELETE");
  }
}
