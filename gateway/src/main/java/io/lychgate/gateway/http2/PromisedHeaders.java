package io.lychgate.gateway.http2;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;

/** Builds the field section of a PUSH_PROMISE. Pseudo-headers are in the order of H2O, which old clients know. */
final class PromisedHeaders {
  private static final AsciiString HTTPS = AsciiString.cached("https");
  private static final AsciiString HTTP = AsciiString.cached("http");

  private PromisedHeaders() {}

  static Http2Headers of(RequestHead promised) {
    Fields fields = promised.fields();
    Http2Headers headers = new DefaultHttp2Headers(false, 4 + fields.size());
    headers.method(promised.method());
    headers.scheme(promised.isSecure() ? HTTPS : HTTP);
    headers.authority(promised.authority());
    headers.path(promised.path());
    for (int i = 0; i < fields.size(); i++) {
      headers.add(fields.name(i), fields.value(i));
    }
    return headers;
  }
}
