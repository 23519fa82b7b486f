package io.lychgate.gateway.http.grpc;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/** The status of a gRPC response: the fields {@code grpc-status} and {@code grpc-message}, mostly in the trailers. */
public final class GrpcStatus {
  public static final AsciiString FIELD = AsciiString.cached("grpc-status");
  public static final AsciiString MESSAGE = AsciiString.cached("grpc-message");

  public static final int CANCELLED = 1;
  public static final int UNKNOWN = 2;
  public static final int DEADLINE_EXCEEDED = 4;
  public static final int PERMISSION_DENIED = 7;
  public static final int RESOURCE_EXHAUSTED = 8;
  public static final int UNIMPLEMENTED = 12;
  public static final int INTERNAL = 13;
  public static final int UNAVAILABLE = 14;
  public static final int DATA_LOSS = 15;
  public static final int UNAUTHENTICATED = 16;

  /** The status of HTTP of a call that is no failure of its server. */
  private static final int HEALTHY = 200;

  private GrpcStatus() {}

  /** Returns the code for a failure of the gateway, or of a stream that the server has reset. */
  public static int of(ExchangeFailure failure) {
    return failure.resetCode() == ExchangeFailure.NO_RESET
        ? of(failure.kind())
        : ofReset(failure.resetCode());
  }

  /** Returns the code for an error code of HTTP/2 (gRPC: doc/PROTOCOL-HTTP2.md, "Errors"). */
  private static int ofReset(long code) {
    Http2Error error = Http2Error.valueOf(code);
    if (error == null) {
      return UNKNOWN;
    }
    return switch (error) {
      case REFUSED_STREAM -> UNAVAILABLE;
      case CANCEL -> CANCELLED;
      case ENHANCE_YOUR_CALM -> RESOURCE_EXHAUSTED;
      case INADEQUATE_SECURITY -> PERMISSION_DENIED;
      default -> INTERNAL;
    };
  }

  /**
   * Returns the code for a failure of the gateway. A failure that a retry may cure is UNAVAILABLE. The kinds that a status of HTTP does
   * not describe well enough come first; {@link #ofHttp} has the others.
   */
  public static int of(ExchangeFailure.Kind kind) {
    return switch (kind) {
      case RESPONSE_HEAD_TIMEOUT, RESPONSE_BODY_TIMEOUT, DEADLINE_EXCEEDED, REQUEST_TIMEOUT ->
        DEADLINE_EXCEEDED;
      case CONTENT_TOO_LARGE,
          FIELDS_TOO_LARGE,
          URI_TOO_LONG,
          RESPONSE_HEAD_TOO_LARGE,
          TOO_MANY_REQUESTS -> RESOURCE_EXHAUSTED;
      case NOT_IMPLEMENTED, METHOD_NOT_ALLOWED -> UNIMPLEMENTED;
      case RESPONSE_MALFORMED, LOOP, INTERNAL -> INTERNAL;
      // Another connection reaches another server, or is past its handshake. An idle stream may
      // begin again.
      case MISDIRECTED, TOO_EARLY, TUNNEL_IDLE -> UNAVAILABLE;
      default -> ofHttp(kind.status());
    };
  }

  /** Returns the code for a status of HTTP (gRPC: doc/http-grpc-status-mapping.md). */
  public static int ofHttp(int status) {
    return switch (status) {
      case 400 -> INTERNAL;
      case 401 -> UNAUTHENTICATED;
      case 403 -> PERMISSION_DENIED;
      case 404 -> UNIMPLEMENTED;
      case 429, 502, 503, 504 -> UNAVAILABLE;
      default -> UNKNOWN;
    };
  }

  /**
   * Returns the status of HTTP that means the same for the health of the server, as in Envoy's outlier detection. Codes that depend on
   * the call or its client are successes: a client could otherwise have a server ejected, for example by short deadlines or unknown
   * methods.
   */
  public static int healthOf(int code) {
    return switch (code) {
      case UNAVAILABLE -> 503;
      case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
      default -> HEALTHY;
    };
  }

  /** Returns the code in the fields of a head or trailers; -1 if they have none. */
  public static int in(Fields fields) {
    CharSequence value = fields.get(FIELD);
    if (value == null) {
      return -1;
    }
    int code = 0;
    for (int i = 0; i < value.length(); i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9 || i > 2) {
        return UNKNOWN;
      }
      code = 10 * code + digit;
    }
    return code;
  }

  /** Returns a text as the value of {@code grpc-message}: percent-encoded UTF-8. */
  public static String message(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b <= '~' && b != '%') {
        encoded.append((char) b);
      } else {
        encoded.append('%');
        encoded.append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xf, 16)));
        encoded.append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
      }
    }
    return encoded.toString();
  }
}
