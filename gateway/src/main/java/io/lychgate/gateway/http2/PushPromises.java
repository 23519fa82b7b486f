package io.lychgate.gateway.http2;

import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.message.RequestHead;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** The promises of the gateway on one connection (RFC 9113 section 8.4). Event loop only. */
final class PushPromises {
  private final Http2Edge edge;

  /** Number of promised streams that have not ended. */
  private int open;

  PushPromises(Http2Edge edge) {
    this.edge = edge;
  }

  int open() {
    return open;
  }

  /**
   * Returns the number of streams that may be promised now. For a client that disabled push, a PUSH_PROMISE would be a connection
   * error.
   */
  int allowed() {
    Http2Connection connection = edge.connection();
    boolean allowed = connection.remote().allowPushTo() && !connection.goAwayReceived();
    // Netty counts a promised stream from its HEADERS on, which is too late for a refusal.
    return allowed ? Math.max(0, connection.local().maxActiveStreams() - open) : 0;
  }

  /**
   * Promises a request on this stream and responds to it on a new stream.
   *
   * @return the stream id of the promise, or {@link ClientStream#NOT_PROMISED}
   */
  int push(Http2ClientStream document, Http2Stream parent, RequestHead promised) {
    Http2ClientStream stream = promise(document, parent, promised);
    if (stream == null) {
      return ClientStream.NOT_PROMISED;
    }
    Exchange exchange = new Exchange(edge.client(), stream, promised, true);
    stream.exchange(exchange);
    exchange.begin(true);
    return (int) stream.id();
  }

  /** Promises a request on this stream. Returns null if the client accepts no more promises. */
  @Nullable
  Http2ClientStream promise(Http2ClientStream document, Http2Stream parent, RequestHead promised) {
    if (allowed() == 0) {
      return null;
    }
    ChannelHandlerContext ctx = edge.context();
    int promisedId = edge.connection().local().incrementAndGetNextStreamId();
    if (promisedId < 0) {
      return null;
    }
    var unused = edge.encoder()
        .writePushPromise(
            ctx, parent.id(), promisedId, PromisedHeaders.of(promised), 0, ctx.newPromise());
    Http2Stream stream = edge.connection().stream(promisedId);
    if (stream == null) {
      return null;
    }
    // Netty records this on the parent, and would then not send a reset that precedes HEADERS.
    stream.pushPromiseSent();
    Http2ClientStream opened = edge.openPromised(stream, document);
    open++;
    StreamNotes.opened(edge, promisedId, parent.id(), promised);
    return opened;
  }

  /** Handles the client's reset of a promised stream, which the gateway may have ended long before. */
  void reset(int streamId) {
    Http2ClientStream promised = edge.clientStream(edge.connection().stream(streamId));
    Exchange exchange = promised == null ? null : promised.exchange();
    if (exchange != null) {
      exchange.promiseReset();
    } else {
      edge.client().promiseReset(streamId);
    }
  }

  /** Call for every stream that ends. */
  void ended(Http2ClientStream stream) {
    open -= stream.isPromised() ? 1 : 0;
  }
}
