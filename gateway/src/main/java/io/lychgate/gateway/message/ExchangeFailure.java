package io.lychgate.gateway.message;

import java.time.Duration;

/**
 * The reason why an exchange failed.
 *
 * @param kind kind of the failure; log, metric, error page and Proxy-Status use its token
 * @param detail one sentence for the operator, never shown to the client
 * @param mayRetry true if the server has certainly not acted on the request, so that a retry is safe
 * @param retryAfterSeconds value of Retry-After if the status is 429 or 503
 * @param resetCode error code of HTTP/2 with which the server has reset the stream; {@link #NO_RESET} if it has not
 */
public record ExchangeFailure(
    Kind kind, String detail, boolean mayRetry, int retryAfterSeconds, long resetCode) {
  /** Codes have 32 bits without a sign (RFC 9113 section 6.4). */
  public static final long NO_RESET = -1;

  private static final int SOON_SECONDS = 1;

  public ExchangeFailure(Kind kind, String detail, boolean mayRetry, int retryAfterSeconds) {
    this(kind, detail, mayRetry, retryAfterSeconds, NO_RESET);
  }

  public ExchangeFailure(Kind kind, String detail, boolean mayRetry) {
    this(kind, detail, mayRetry, SOON_SECONDS);
  }

  public ExchangeFailure(Kind kind, String detail) {
    this(kind, detail, false);
  }

  /** Returns a failure that is expected to end after this time. */
  public static ExchangeFailure retryAfter(Kind kind, String detail, Duration time) {
    return new ExchangeFailure(kind, detail, false, (int) time.toSeconds());
  }

  /** Returns the failure of a stream that the server has reset. */
  public static ExchangeFailure ofReset(Kind kind, String detail, boolean mayRetry, long code) {
    return new ExchangeFailure(kind, detail, mayRetry, SOON_SECONDS, code);
  }

  /** Returns the failure of the last of several attempts. */
  public ExchangeFailure after(int attempts) {
    return new ExchangeFailure(
        kind, detail + " (attempt " + attempts + ")", mayRetry, retryAfterSeconds, resetCode);
  }

  /** Kinds of failure. Where RFC 9209 section 2.3 has an error type, its token is used. */
  public enum Kind {
    BAD_REQUEST(400, "http_request_error"),
    UNAUTHORIZED(401, "http_request_denied"),
    FORBIDDEN(403, "http_request_denied"),
    REQUEST_TIMEOUT(408, "http_request_error"),
    LENGTH_REQUIRED(411, "http_request_error"),
    CONTENT_TOO_LARGE(413, "http_request_error"),
    URI_TOO_LONG(414, "http_request_error"),
    EXPECTATION_FAILED(417, "http_request_error"),
    MISDIRECTED(421, "http_request_error"),
    TOO_EARLY(425, "http_request_denied"),
    TOO_MANY_REQUESTS(429, "http_request_denied"),
    FIELDS_TOO_LARGE(431, "http_request_error"),
    NOT_IMPLEMENTED(501, "http_request_error"),
    VERSION_NOT_SUPPORTED(505, "http_request_error"),
    NO_ROUTE(404, "destination_not_found"),
    METHOD_NOT_ALLOWED(405, "http_request_denied"),
    DESTINATION_UNAVAILABLE(503, "destination_unavailable"),
    CONNECTION_REFUSED(502, "connection_refused"),
    CONNECTION_TIMEOUT(504, "connection_timeout"),
    CONNECTION_TERMINATED(502, "connection_terminated"),
    CONNECTION_LIMIT(503, "connection_limit_reached"),
    DNS_ERROR(502, "dns_error"),
    LOOP(502, "proxy_loop_detected"),
    TLS_ERROR(502, "tls_protocol_error"),
    TLS_CERTIFICATE(502, "tls_certificate_error"),
    TLS_ALERT(502, "tls_alert_received"),
    UPGRADE_FAILED(502, "http_upgrade_failed"),
    RESPONSE_HEAD_TIMEOUT(504, "http_response_timeout"),
    RESPONSE_BODY_TIMEOUT(504, "http_response_timeout"),
    /** The timeout of the route, or of the request itself, has expired. */
    DEADLINE_EXCEEDED(504, "http_response_timeout"),
    RESPONSE_MALFORMED(502, "http_protocol_error"),
    RESPONSE_INCOMPLETE(502, "http_response_incomplete"),
    RESPONSE_HEAD_TOO_LARGE(502, "http_response_header_section_size"),
    CLIENT_ABORTED(499, "client_aborted"),
    CLIENT_STALLED(499, "client_stalled"),
    OVERLOADED(503, "proxy_internal_response"),
    TUNNEL_IDLE(499, "connection_read_timeout"),
    /** A policy of the route says that what is behind it is under maintenance. */
    MAINTENANCE(503, "proxy_internal_response"),
    DRAINING(503, "proxy_internal_response"),
    INTERNAL(500, "proxy_internal_error");

    private final int status;
    private final String token;

    Kind(int status, String token) {
      this.status = status;
      this.token = token;
    }

    /** Returns the status for the client if no response has begun. 499 is never sent, because the client has disconnected. */
    public int status() {
      return status;
    }

    /** Returns true if the client caused it, so that it is of no interest to an operator. */
    public boolean isOfClient() {
      return status < 500 || token.equals("http_request_error");
    }

    /** Returns the error type for Proxy-Status (RFC 9209 section 2.3), log and metrics. */
    public String token() {
      return token;
    }
  }
}
