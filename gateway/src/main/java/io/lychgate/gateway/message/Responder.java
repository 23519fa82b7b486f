package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/**
 * The source of one response: an upstream exchange, a file, or a fixed response. It receives the request's body and sends the
 * response to the {@link ResponseSink} of its creation. Event loop only. Every method may be called after the end of the response
 * and then does nothing.
 */
public interface Responder {
  /**
   * Receives the next piece of the request's body and takes ownership of the buffer. Reports to {@link
   * ResponseSink#requestConsumed(int)} once the bytes were written or dropped, so that flow control follows the slower side.
   */
  void requestData(ByteBuf data, boolean end);

  /** Receives the trailers that end the request. */
  void requestTrailers(Fields trailers);

  /** Reports that the sink accepts bytes again after {@link ResponseSink#isWritable()} returned false. */
  void sinkWritable();

  /** Stops, releases everything and sends no more, because the client has disconnected or cancelled the request. */
  void cancel();
}
