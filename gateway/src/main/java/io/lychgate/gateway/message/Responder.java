package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/**
 * Whatever answers one request: an upstream exchange, a file, a fixed response. It is handed the request's body and answers
 * into the {@link ResponseSink} that it was made with. Event loop only; every method may be called after the answer has ended
 * and then does nothing.
 */
public interface Responder {
  /**
   * The next piece of the request's body. Takes ownership of the buffer; reports through {@link
   * ResponseSink#requestConsumed(int)} when the bytes have left for good, so that flow control follows the slower side.
   */
  void requestData(ByteBuf data, boolean end);

  /** The request ended with these trailers. */
  void requestTrailers(Fields trailers);

  /** The sink can take bytes again after {@link ResponseSink#isWritable()} said no. */
  void sinkWritable();

  /** The client is gone or has lost interest: stop, release everything, answer nothing more. */
  void cancel();
}
