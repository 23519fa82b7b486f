package io.lychgate.gateway.http3;

import io.netty.handler.codec.http3.Http3ErrorCode;

/** Closes a connection whose client has violated the protocol. Event loop only. */
interface ConnectionErrors {
  /** Closes the connection with this error code and reason. Only the first call counts. */
  void fail(Http3ErrorCode code, String why);
}
