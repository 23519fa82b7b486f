package io.lychgate.gateway.http3;

import io.lychgate.gateway.exchange.OutboundHeaders;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http3.Http3Headers;

/** Our fields as Netty's QPACK encoder wants them. */
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
