package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The head of a request to a server in the form that Netty's HPACK encoder expects: pseudo-headers, then {@link Fields}. */
public final class Http2RequestHeaders extends OutboundHeaders<Http2Headers>
    implements Http2Headers {
  private static final AsciiString HTTP = AsciiString.cached("http");
  private static final AsciiString HTTPS = AsciiString.cached("https");

  private final CharSequence method;
  private final CharSequence scheme;
  private final CharSequence authority;
  private final CharSequence path;
  private final @Nullable CharSequence protocol;

  /** @param protocol protocol of an extended CONNECT (RFC 8441 section 4); null for every other request */
  public Http2RequestHeaders(
      CharSequence method,
      boolean isSecure,
      CharSequence authority,
      CharSequence path,
      @Nullable CharSequence protocol,
      Fields fields) {
    super(0, fields);
    this.method = method;
    this.scheme = isSecure ? HTTPS : HTTP;
    this.authority = authority;
    this.path = path;
    this.protocol = protocol;
  }

  @Override
  protected int pseudoHeaders() {
    return protocol == null ? 4 : 5;
  }

  @Override
  protected CharSequence pseudoName(int index) {
    return switch (index) {
      case 0 -> PseudoHeaderName.METHOD.value();
      case 1 -> PseudoHeaderName.SCHEME.value();
      case 2 -> PseudoHeaderName.AUTHORITY.value();
      case 3 -> PseudoHeaderName.PATH.value();
      default -> PseudoHeaderName.PROTOCOL.value();
    };
  }

  @Override
  @SuppressWarnings("NullAway") // Only a request with a protocol has a fifth pseudo-header.
  protected CharSequence pseudoValue(int index) {
    return switch (index) {
      case 0 -> method;
      case 1 -> scheme;
      case 2 -> authority;
      case 3 -> path;
      default -> protocol;
    };
  }

  @Override
  public CharSequence method() {
    return method;
  }

  @Override
  public CharSequence scheme() {
    return scheme;
  }

  @Override
  public CharSequence authority() {
    return authority;
  }

  @Override
  public CharSequence path() {
    return path;
  }
}
