package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http2.Http2Headers;

/** {@link Fields} in the form that Netty's HPACK encoder expects. */
public final class Http2OutboundHeaders extends OutboundHeaders<Http2Headers>
    implements Http2Headers {
  private Http2OutboundHeaders(int status, Fields fields) {
    super(status, fields);
  }

  public static Http2OutboundHeaders response(int status, Fields fields) {
    return new Http2OutboundHeaders(status, fields);
  }

  public static Http2OutboundHeaders trailers(Fields fields) {
    return new Http2OutboundHeaders(0, fields);
  }
}
