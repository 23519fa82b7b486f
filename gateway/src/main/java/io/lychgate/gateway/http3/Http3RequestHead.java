package io.lychgate.gateway.http3;

import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.FieldSyntax;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.TrailerFields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpScheme;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a request's field section to a {@link RequestHead}. Netty has checked that pseudo-headers are known, come first and
 * occur once. It accepts any byte except capitals in names and values, and a request with the pseudo-headers of a response.
 */
final class Http3RequestHead {
  private @Nullable CharSequence method;
  private @Nullable CharSequence scheme;
  private @Nullable CharSequence path;
  private @Nullable CharSequence authority;
  private @Nullable CharSequence host;
  private @Nullable CharSequence protocol;
  private final Fields fields;

  private Http3RequestHead(int size) {
    this.fields = new Fields(size + 6);
  }

  /**
   * Returns the head; null for a malformed request (RFC 9114 section 4.1.2).
   *
   * @param takesTunnels true if the client may send an extended CONNECT (RFC 9220 section 3)
   */
  static @Nullable RequestHead of(Http3Headers headers, boolean end, boolean takesTunnels) {
    Http3RequestHead read = new Http3RequestHead(headers.size());
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      if (!read.take(AsciiString.of(field.getKey()), field.getValue())) {
        return null;
      }
    }
    return read.protocol != null && !read.isTunnel(takesTunnels) ? null : read.head(end);
  }

  /** Returns the trailers; null for malformed ones. */
  static @Nullable Fields trailers(Http3Headers headers) {
    Fields trailers = new Fields(headers.size());
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      AsciiString name = AsciiString.of(field.getKey());
      if (!isField(name, field.getValue()) || TrailerFields.isForbiddenInRequest(name)) {
        return null;
      }
      trailers.add(name, field.getValue());
    }
    return trailers;
  }

  private boolean take(AsciiString name, CharSequence value) {
    if (name.length() > 1 && name.byteAt(0) == ':') {
      return FieldSyntax.isValue(value) && takePseudo(name, value);
    }
    if (!isField(name, value)) {
      return false;
    }
    if (FieldNames.same(name, HttpHeaderNames.HOST)) {
      boolean first = host == null;
      host = value;
      return first;
    }
    fields.add(name, value);
    return true;
  }

  private boolean takePseudo(AsciiString name, CharSequence value) {
    switch (name.toString()) {
      case ":method" -> method = value;
      case ":scheme" -> scheme = value;
      case ":path" -> path = value;
      case ":authority" -> authority = value;
      case ":protocol" -> protocol = value;
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isField(AsciiString name, CharSequence value) {
    return FieldSyntax.isLowerCaseName(name)
        && FieldSyntax.isValue(value)
        && !isConnectionSpecific(name, value);
  }

  /** Returns true for a connection-specific field (RFC 9114 section 4.2). */
  private static boolean isConnectionSpecific(AsciiString name, CharSequence value) {
    if (FieldNames.same(name, HttpHeaderNames.TE)) {
      return !AsciiString.contentEqualsIgnoreCase(value, HttpHeaderValues.TRAILERS);
    }
    return FieldNames.same(name, HttpHeaderNames.CONNECTION)
        || FieldNames.same(name, FieldNames.KEEP_ALIVE)
        || FieldNames.same(name, FieldNames.PROXY_CONNECTION)
        || FieldNames.same(name, HttpHeaderNames.TRANSFER_ENCODING)
        || FieldNames.same(name, HttpHeaderNames.UPGRADE);
  }

  private @Nullable RequestHead head(boolean end) {
    CharSequence effective = effectiveHost();
    // RFC 9114 4.3.1: CONNECT has neither scheme nor path. It is rejected later, with a response.
    boolean connect =
        method != null && protocol == null && AsciiString.contentEquals(method, "CONNECT");
    if (method == null || effective == null || (!connect && (!isHttps(scheme) || isEmpty(path)))) {
      return null;
    }
    return new RequestHead(
        AsciiString.of(method),
        true,
        effective,
        path == null ? "" : path,
        fields,
        end ? 0 : protocol == null ? length() : RequestHead.UNKNOWN_LENGTH,
        protocol);
  }

  /**
   * Returns true for an allowed extended CONNECT. Only CONNECT has :protocol, and then also scheme, path and authority (RFC 8441
   * section 4).
   */
  private boolean isTunnel(boolean takesTunnels) {
    return takesTunnels
        && method != null
        && AsciiString.contentEquals(method, "CONNECT")
        && scheme != null
        && path != null
        && authority != null;
  }

  /**
   * Returns true for the scheme https. A QUIC connection has TLS; a request for another scheme is not meant for it (RFC 9110
   * section 7.4).
   */
  private static boolean isHttps(@Nullable CharSequence scheme) {
    return scheme != null && HttpScheme.HTTPS.name().contentEquals(scheme);
  }

  private static boolean isEmpty(@Nullable CharSequence path) {
    return path == null || path.length() == 0;
  }

  /**
   * Returns the effective host; null for an error. Host must not differ from :authority, and one of them is required (RFC 9114
   * section 4.3.1).
   */
  private @Nullable CharSequence effectiveHost() {
    if (authority == null || authority.length() == 0) {
      return host;
    }
    return host == null || AsciiString.contentEqualsIgnoreCase(authority, host) ? authority : null;
  }

  private long length() {
    CharSequence text = fields.get(HttpHeaderNames.CONTENT_LENGTH);
    return text == null ? RequestHead.UNKNOWN_LENGTH : DecimalLength.parse(text);
  }
}
