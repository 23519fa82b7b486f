package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a request that apply to every protocol, because the request may be forwarded as HTTP/1.1. The codecs leave these checks
 * open: HTTP/2 decoders accept a method with spaces, a path with controls, or an authority with a path in it.
 */
final class RequestChecks {
  private static final AsciiString CONNECT = HttpMethod.CONNECT.asciiName();
  private static final AsciiString TRACE = HttpMethod.TRACE.asciiName();
  private static final AsciiString OPTIONS = HttpMethod.OPTIONS.asciiName();

  private static final int MAX_PORT = 65_535;

  private RequestChecks() {}

  /**
   * Returns the first error; null if there is none.
   *
   * @param isPromised true if the request is the gateway's own promise, whose path an upstream has named
   */
  static @Nullable ExchangeFailure check(
      RequestHead request, LimitConfig limits, boolean isPromised) {
    if (!isToken(request.method())) {
      return bad("method: not a token (RFC 9110 5.6.2)");
    }
    boolean isPlainConnect = request.isMethod(CONNECT) && !WebSocketRequest.isConnect(request);
    if (isPlainConnect && request.protocol() != null) {
      return new ExchangeFailure(
          Kind.NOT_IMPLEMENTED, "protocol: " + request.protocol() + " (expected: websocket)");
    }
    if (isPlainConnect || request.isMethod(TRACE)) {
      return new ExchangeFailure(
          Kind.NOT_IMPLEMENTED, "method: " + request.method() + " is not served");
    }
    if (request.path().length() > limits.maxTargetBytes()) {
      return new ExchangeFailure(
          Kind.URI_TOO_LONG,
          "path: " + request.path().length() + " (expected: at most " + limits.maxTargetBytes()
              + ")");
    }
    ExchangeFailure path = checkPath(request, isPromised);
    if (path != null) {
      return path;
    }
    if (!isAuthority(request.authority())) {
      return bad("authority: not host[:port] (RFC 9110 4.2)");
    }
    if (request.contentLength() == DecimalLength.MALFORMED) {
      return bad("content-length: not a number (RFC 9110 8.6)");
    }
    if (request.contentLength() > limits.maxRequestBodyBytes()) {
      return new ExchangeFailure(
          Kind.CONTENT_TOO_LARGE,
          "content-length: " + request.contentLength() + " (expected: at most "
              + limits.maxRequestBodyBytes() + ")");
    }
    CharSequence expect = request.fields().get(HttpHeaderNames.EXPECT);
    if (expect != null && !AsciiString.contentEqualsIgnoreCase(expect, "100-continue")) {
      return new ExchangeFailure(
          Kind.EXPECTATION_FAILED, "expect: only 100-continue is known (RFC 9110 10.1.1)");
    }
    return null;
  }

  private static @Nullable ExchangeFailure checkPath(RequestHead request, boolean isPromised) {
    CharSequence path = request.path();
    int length = path.length();
    if (length == 1 && path.charAt(0) == '*' && request.isMethod(OPTIONS)) {
      return null;
    }
    if (length == 0 || path.charAt(0) != '/') {
      return bad("path: must begin with / (RFC 9112 3.2.1)");
    }
    boolean isQuery = false;
    for (int i = 1; i < length; i++) {
      char c = path.charAt(i);
      isQuery |= c == '?';
      // RFC 3986 3.3: no controls, spaces or non-ASCII; a fragment is never sent. H2O's rules may
      // promise such paths.
      boolean isOdd = c > 0x7f || c == '#';
      if (c <= ' ' || c == 0x7f || (isOdd && !isPromised)) {
        return bad("path: a byte that is not valid in a URI (RFC 3986 3.3)");
      }
      if (!isQuery && !isPromised) {
        if (c == '%' && NormalPath.escapeAt(path, i) < 0) {
          return bad("path: % without two hexadecimal digits (RFC 3986 2.1)");
        }
        if (c == '\\') {
          return bad("path: a backslash, which some servers take for a slash (RFC 3986 3.3)");
        }
      }
    }
    return null;
  }

  private static boolean isToken(CharSequence text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean letterOrDigit =
          (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
        return false;
      }
    }
    return length > 0;
  }

  /**
   * Returns true for an authority of RFC 3986 section 3.2.2 without userinfo: a reg-name, IPv4 address or bracketed IP literal, and
   * an optional port.
   */
  static boolean isAuthority(CharSequence text) {
    int length = text.length();
    if (length == 0 || length > 255 + 6) {
      return false;
    }
    int i = 0;
    if (text.charAt(0) == '[') {
      i = 1;
      while (i < length && isIpLiteral(text.charAt(i))) {
        i++;
      }
      if (i == length || i == 1 || text.charAt(i) != ']') {
        return false;
      }
      i++;
    } else {
      while (i < length && isRegName(text.charAt(i))) {
        i++;
      }
      if (i == 0) {
        return false;
      }
    }
    return i == length || isPort(text, i);
  }

  private static boolean isPort(CharSequence text, int colon) {
    int length = text.length();
    if (text.charAt(colon) != ':' || length - colon > 6) {
      return false;
    }
    int port = 0;
    for (int i = colon + 1; i < length; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      port = 10 * port + digit;
    }
    return port <= MAX_PORT;
  }

  private static boolean isIpLiteral(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'f')
        || (c >= 'A' && c <= 'F')
        || c == ':'
        || c == '.';
  }

  private static boolean isRegName(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-'
        || c == '_'
        || c == '%'
        || c == '~';
  }

  private static ExchangeFailure bad(String detail) {
    return new ExchangeFailure(Kind.BAD_REQUEST, detail);
  }
}
