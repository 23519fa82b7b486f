package io.lychgate.gateway.http1;

import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The result of converting a decoded HTTP/1.1 head to a {@link RequestHead}: the head, or the failure.
 *
 * @param head the head; null if and only if there is a failure
 */
record Http1RequestHead(
    @Nullable RequestHead head, @Nullable ExchangeFailure failure) {

  /** Number of characters in {@code https://}. */
  private static final int HTTPS_LENGTH = 8;

  static Http1RequestHead of(HttpRequest request, boolean secure, int maxFields) {
    if (request.decoderResult().isFailure()) {
      return failed(failureOf(request.decoderResult().cause()));
    }
    HttpVersion version = request.protocolVersion();
    if (version.majorVersion() != 1 || version.minorVersion() > 1) {
      return failed(new ExchangeFailure(Kind.VERSION_NOT_SUPPORTED, "version: " + version.text()));
    }
    if (request.headers().size() > maxFields) {
      return failed(new ExchangeFailure(Kind.FIELDS_TOO_LARGE, "fields: more than " + maxFields));
    }
    Fields fields = FieldHeaders.of(request.headers());
    if (version.minorVersion() == 0) {
      // RFC 9110 7.8: ignored from an HTTP/1.0 client.
      fields.remove(HttpHeaderNames.UPGRADE);
    }
    String target = request.uri();
    if (hasOtherScheme(target, secure)) {
      return failed(bad("target: not of the connection's scheme (RFC 9110 7.4)"));
    }
    String authority = authorityOfTarget(target);
    CharSequence host = fields.get(HttpHeaderNames.HOST);
    int firstHost = fields.indexOf(HttpHeaderNames.HOST, 0);
    if (firstHost >= 0 && fields.indexOf(HttpHeaderNames.HOST, firstHost + 1) >= 0) {
      return failed(bad("host: more than one (RFC 9112 3.2)"));
    }
    if (host == null && (version.minorVersion() == 1 || authority == null)) {
      return failed(bad("host: none (RFC 9112 3.2)"));
    }
    fields.remove(HttpHeaderNames.HOST);
    // RFC 9112 3.2.2: the authority of an absolute-form target replaces Host.
    CharSequence effective = authority != null ? authority : host;
    String path = authority == null ? target : pathOfTarget(request.method(), target);
    return body(request, secure, effective == null ? "" : effective, path, fields);
  }

  private static Http1RequestHead body(
      HttpRequest request, boolean secure, CharSequence authority, String path, Fields fields) {
    CharSequence coding = fields.get(HttpHeaderNames.TRANSFER_ENCODING);
    long length = 0;
    if (coding != null) {
      if (!"chunked".equalsIgnoreCase(coding.toString())) {
        // RFC 9112 6.1: a transfer coding that the gateway does not support.
        return failed(new ExchangeFailure(Kind.NOT_IMPLEMENTED, "transfer-encoding: " + coding));
      }
      length = RequestHead.UNKNOWN_LENGTH;
    } else {
      CharSequence text = fields.get(HttpHeaderNames.CONTENT_LENGTH);
      length = text == null ? 0 : DecimalLength.parse(text);
    }
    return new Http1RequestHead(
        new RequestHead(request.method().asciiName(), secure, authority, path, fields, length),
        null);
  }

  /** Returns the authority of an absolute-form target (RFC 9112 section 3.2.2); null for the other forms. */
  private static @Nullable String authorityOfTarget(String target) {
    int start = schemeLength(target);
    if (start == 0) {
      return null;
    }
    int end = endOfAuthority(target, start);
    return target.substring(start, end);
  }

  private static boolean hasOtherScheme(String target, boolean secure) {
    int length = schemeLength(target);
    return length > 0 && (length == HTTPS_LENGTH) != secure;
  }

  /** RFC 9112 section 3.2.4: OPTIONS of a URI with neither path nor query is about the server as a whole. */
  private static String pathOfTarget(HttpMethod method, String target) {
    String rest = target.substring(endOfAuthority(target, schemeLength(target)));
    if (rest.isEmpty() && method.equals(HttpMethod.OPTIONS)) {
      return "*";
    }
    return rest.startsWith("/") ? rest : "/" + rest;
  }

  private static int schemeLength(String target) {
    if (AsciiString.regionMatches(target, true, 0, "http://", 0, 7)) {
      return 7;
    }
    return AsciiString.regionMatches(target, true, 0, "https://", 0, HTTPS_LENGTH)
        ? HTTPS_LENGTH
        : 0;
  }

  private static int endOfAuthority(String target, int start) {
    for (int i = start; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c == '/' || c == '?') {
        return i;
      }
    }
    return target.length();
  }

  private static ExchangeFailure failureOf(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return new ExchangeFailure(Kind.URI_TOO_LONG, "target: " + cause.getMessage());
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return new ExchangeFailure(Kind.FIELDS_TOO_LARGE, "fields: " + cause.getMessage());
    }
    return bad(String.valueOf(cause.getMessage()));
  }

  private static ExchangeFailure bad(String detail) {
    return new ExchangeFailure(Kind.BAD_REQUEST, detail);
  }

  private static Http1RequestHead failed(ExchangeFailure failure) {
    return new Http1RequestHead(null, failure);
  }
}
