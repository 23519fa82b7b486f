package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A WebSocket as a stream of HTTP/2 (RFC 8441 section 5): bytes in both directions, each with its own END_STREAM. Event loop only.
 */
final class Http2Tunnel implements Responder {
  private final Http2ServerStream stream;
  private final ResponseSink sink;
  private boolean inputEnded;
  private boolean outputEnded;

  /** The exchange has got its end, or has ended the tunnel itself. */
  private boolean done;

  Http2Tunnel(Http2ServerStream stream, ResponseSink sink) {
    this.stream = stream;
    this.sink = sink;
  }

  // From the server.

  /** Takes ownership of the data. */
  void data(ByteBuf data, boolean end) {
    if (done || inputEnded) {
      data.release();
      return;
    }
    inputEnded = end;
    sink.data(data, end);
    if (!done && !sink.isWritable()) {
      stream.pause();
    }
  }

  void flush() {
    if (!done) {
      sink.flush();
    }
  }

  /** The stream is closed on the wire. The failure is the reason if the server did not end its direction. */
  void closed(ExchangeFailure failure) {
    if (done) {
      return;
    }
    done = true;
    if (!inputEnded) {
      sink.fail(failure);
      sink.flush();
    }
  }

  // From the client.

  @Override
  public void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    if (done || outputEnded || (bytes == 0 && !end)) {
      sink.dropRequestData(data);
      return;
    }
    outputEnded = end;
    stream.writeTunnel(data, end, written -> consumed(bytes));
  }

  private void consumed(int bytes) {
    if (!done) {
      sink.requestConsumed(bytes);
    }
  }

  @Override
  public void requestTrailers(Fields trailers) {
    // A tunnel has no trailers.
    requestData(Unpooled.EMPTY_BUFFER, true);
  }

  @Override
  public void sinkWritable() {
    stream.resume();
  }

  /** Ends the tunnel after its client. Its last bytes, such as a Close frame, are sent if the server takes them in time. */
  @Override
  public void cancel() {
    if (!done) {
      done = true;
      stream.cancelTunnel(outputEnded);
    }
  }
}
