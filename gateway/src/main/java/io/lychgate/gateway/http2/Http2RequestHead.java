package io.lychgate.gateway.http2;

import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpScheme;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Converts a request's field section to a {@link RequestHead}. Netty has checked the rules of RFC 9113 sections 8.2 and 8.3 for
 * single names, values and pseudo-headers. This class checks the rules that combine them.
 */
final class Http2RequestHead {
  private Http2RequestHead() {}

  /**
   * Returns the head; null for a malformed request (RFC 9113 section 8.1.1).
   *
   * @param takesTunnels true if the client may send an extended CONNECT (RFC 8441 section 3)
   */
  static @Nullable RequestHead of(
      Http2InboundHeaders headers, boolean secure, boolean end, boolean takesTunnels) {
    CharSequence method = headers.method();
    CharSequence path = headers.path();
    CharSequence authority = headers.authority();
    CharSequence protocol = headers.protocol();
    Fields fields = headers.fields();
    CharSequence host = null;
    int hostAt = fields.indexOf(HttpHeaderNames.HOST, 0);
    if (hostAt >= 0) {
      host = fields.value(hostAt);
      fields.removeAt(hostAt);
      if (fields.contains(HttpHeaderNames.HOST)) {
        return null;
      }
    }
    if (protocol != null && !takesTunnels) {
      return null;
    }
    CharSequence effective = effectiveHost(authority, host);
    if (method == null || effective == null) {
      return null;
    }
    // RFC 8441 4: only CONNECT has :protocol, and then also scheme, path and authority.
    boolean isConnect = HttpMethod.CONNECT.asciiName().contentEquals(method);
    if (protocol != null
        && (!isConnect || headers.scheme() == null || path == null || authority == null)) {
      return null;
    }
    if ((!isConnect || protocol != null) && !isScheme(headers.scheme(), secure)) {
      return null;
    }
    return new RequestHead(
        AsciiString.of(method),
        secure,
        effective,
        path == null ? "" : path,
        fields,
        end ? 0 : protocol == null ? length(fields) : RequestHead.UNKNOWN_LENGTH,
        protocol);
  }

  /** Returns true for the connection's own scheme. A request for another scheme is not meant for it (RFC 9110 section 7.4). */
  private static boolean isScheme(@Nullable CharSequence scheme, boolean secure) {
    HttpScheme expected = secure ? HttpScheme.HTTPS : HttpScheme.HTTP;
    return scheme != null && expected.name().contentEquals(scheme);
  }

  /**
   * Returns the effective host; null for an error. Host must not differ from :authority, and one of them is required (RFC 9113
   * section 8.3.1).
   */
  private static @Nullable CharSequence effectiveHost(
      @Nullable CharSequence authority, @Nullable CharSequence host) {
    if (authority == null || authority.length() == 0) {
      return host;
    }
    return host == null || AsciiString.contentEqualsIgnoreCase(authority, host) ? authority : null;
  }

  private static long length(Fields fields) {
    CharSequence text = fields.get(HttpHeaderNames.CONTENT_LENGTH);
    return text == null ? RequestHead.UNKNOWN_LENGTH : DecimalLength.parse(text);
  }
}
