package io.lychgate.gateway.http3;

import io.lychgate.gateway.http.OutboundHeaders;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http3.Http3Headers;

/** {@link Fields} in the form that Netty's QPACK encoder expects. */
final class Http3OutboundHeaders extends OutboundHeaders<Http3Headers> implements Http3Headers {
  private Http3OutboundHeaders(int status, Fields fields) {
    super(status, fields);
  }

  static Http3OutboundHeaders response(int status, Fields fields) {
    return new Http3OutboundHeaders(status, fields);
  }

  static Http3OutboundHeaders trailers(Fields fields) {
    return new Http3OutboundHeaders(0, fields);
  }
}
