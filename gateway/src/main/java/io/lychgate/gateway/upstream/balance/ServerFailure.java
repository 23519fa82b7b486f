package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.ExchangeFailure;

/** The kinds of failure of a server, as its health counts them. */
public enum ServerFailure {
  /** No connection: refused, unreachable, not accepted in time, or the name has no address. */
  CONNECT("connect"),
  /** The TLS handshake failed. */
  TLS("tls"),
  /** The connection or stream was closed or reset before the response was complete. */
  RESET("reset"),
  /** The response, or its next part, did not arrive in time. */
  TIMEOUT("timeout"),
  /** The response was not valid HTTP. */
  MALFORMED("malformed"),
  /** A status of 500 to 599. */
  STATUS("status");

  private final String token;

  ServerFailure(String token) {
    this.token = token;
  }

  /** Returns the tag of metrics and the key of the API. */
  public String token() {
    return token;
  }

  /** Returns the kind of a failure that the server caused while a connection was opened. */
  public static ServerFailure ofConnect(ExchangeFailure failure) {
    return switch (failure.kind()) {
      case TLS_ERROR, TLS_CERTIFICATE, TLS_ALERT -> TLS;
      case RESPONSE_MALFORMED -> MALFORMED;
      default -> CONNECT;
    };
  }

  /** Returns the kind of a failure that the server caused during an exchange. */
  public static ServerFailure ofExchange(ExchangeFailure failure) {
    return switch (failure.kind()) {
      case RESPONSE_HEAD_TIMEOUT, RESPONSE_BODY_TIMEOUT, CONNECTION_TIMEOUT -> TIMEOUT;
      case RESPONSE_MALFORMED, RESPONSE_HEAD_TOO_LARGE -> MALFORMED;
      case TLS_ERROR, TLS_CERTIFICATE, TLS_ALERT -> TLS;
      default -> RESET;
    };
  }
}
