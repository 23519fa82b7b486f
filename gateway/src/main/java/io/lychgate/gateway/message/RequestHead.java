package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The head of one request over HTTP/1.1, HTTP/2 or HTTP/3: the control data (RFC 9110) and the header fields.
 *
 * <p>{@code host} is not among the fields: its value is the authority (RFC 9113 section 8.3.1), so that there is only one host.
 */
public final class RequestHead {
  /** The content length of a body whose length is unknown before its end (chunked, or DATA frames without content-length). */
  public static final long UNKNOWN_LENGTH = -1;

  private final AsciiString method;
  private final boolean secure;
  private final CharSequence authority;
  private final CharSequence target;
  private final CharSequence path;
  private final Fields fields;
  private final long contentLength;
  private final @Nullable CharSequence protocol;

  /**
   * @param path path and query as the client sent them
   * @param contentLength bytes, {@link #UNKNOWN_LENGTH}, or 0 for a request without body
   */
  public RequestHead(
      AsciiString method,
      boolean secure,
      CharSequence authority,
      CharSequence path,
      Fields fields,
      long contentLength) {
    this(method, secure, authority, path, fields, contentLength, null);
  }

  /** @param protocol protocol of an extended CONNECT (RFC 8441 section 4); null for every other request */
  public RequestHead(
      AsciiString method,
      boolean secure,
      CharSequence authority,
      CharSequence path,
      Fields fields,
      long contentLength,
      @Nullable CharSequence protocol) {
    this(method, secure, authority, path, path, fields, contentLength, protocol);
  }

  private RequestHead(
      AsciiString method,
      boolean secure,
      CharSequence authority,
      CharSequence target,
      CharSequence path,
      Fields fields,
      long contentLength,
      @Nullable CharSequence protocol) {
    this.method = Objects.requireNonNull(method, "method");
    this.secure = secure;
    this.authority = Objects.requireNonNull(authority, "authority");
    this.target = Objects.requireNonNull(target, "target");
    this.path = Objects.requireNonNull(path, "path");
    this.fields = Objects.requireNonNull(fields, "fields");
    this.contentLength = contentLength;
    this.protocol = protocol;
  }

  public AsciiString method() {
    return method;
  }

  /** Returns true if its scheme is https: it arrived over TLS or QUIC, at the gateway or at a trusted proxy before it. */
  public boolean isSecure() {
    return secure;
  }

  public CharSequence authority() {
    return authority;
  }

  /** Returns path and query. In an exchange the path is in normal form. */
  public CharSequence path() {
    return path;
  }

  /** Returns path and query as the client sent them: the key of a resource in the client's cache and in logs. */
  public CharSequence target() {
    return target;
  }

  /** Returns the same request with another path; the {@link #target} stays. */
  public RequestHead withPath(CharSequence other) {
    return new RequestHead(
        method, secure, authority, target, other, fields, contentLength, protocol);
  }

  /** Returns the same request with another {@link #target} and {@link #path}. */
  public RequestHead withTarget(CharSequence otherTarget, CharSequence otherPath) {
    return new RequestHead(
        method, secure, authority, otherTarget, otherPath, fields, contentLength, protocol);
  }

  /** Returns the same request with another scheme: https if true, else http. */
  public RequestHead withScheme(boolean isHttps) {
    return new RequestHead(
        method, isHttps, authority, target, path, fields, contentLength, protocol);
  }

  /** Returns the same request with other header fields. */
  public RequestHead withFields(Fields others) {
    return new RequestHead(
        method, secure, authority, target, path, others, contentLength, protocol);
  }

  /** Returns the same request with a body whose length is unknown before its end. */
  public RequestHead withUnknownLength() {
    return new RequestHead(
        method, secure, authority, target, path, fields, UNKNOWN_LENGTH, protocol);
  }

  /** Returns the same request without a body, and without the fields that announce one. */
  public RequestHead withoutBody() {
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.remove(HttpHeaderNames.TRANSFER_ENCODING);
    fields.remove(HttpHeaderNames.TRAILER);
    return new RequestHead(method, secure, authority, target, path, fields, 0, protocol);
  }

  public Fields fields() {
    return fields;
  }

  public long contentLength() {
    return contentLength;
  }

  /** Returns the protocol of an extended CONNECT; null for every other request. */
  public @Nullable CharSequence protocol() {
    return protocol;
  }

  public boolean isMethod(AsciiString other) {
    return Fields.same(method, other);
  }

  @Override
  public String toString() {
    return method + " " + path + " (" + authority + ")";
  }
}
