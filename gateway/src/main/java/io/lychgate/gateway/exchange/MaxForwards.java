package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;

/**
 * Max-Forwards, the number of intermediaries that may forward an OPTIONS request (RFC 9110 section 7.6.2). TRACE, which has it too,
 * is not served.
 */
final class MaxForwards {
  private static final AsciiString OPTIONS = HttpMethod.OPTIONS.asciiName();
  private static final int UNLIMITED = -1;

  private MaxForwards() {}

  /** Returns true if the gateway must not forward the request, but respond as the last recipient. */
  static boolean isUsedUp(RequestHead request) {
    return left(request) == 0;
  }

  /** Counts the gateway. A value that is no number limits nothing, and stays. */
  static void count(RequestHead request) {
    long left = left(request);
    if (left > 0) {
      request.fields().set(HttpHeaderNames.MAX_FORWARDS, Long.toString(left - 1));
    }
  }

  private static long left(RequestHead request) {
    CharSequence value =
        request.isMethod(OPTIONS) ? request.fields().get(HttpHeaderNames.MAX_FORWARDS) : null;
    return value == null ? UNLIMITED : DecimalLength.parse(value);
  }
}
