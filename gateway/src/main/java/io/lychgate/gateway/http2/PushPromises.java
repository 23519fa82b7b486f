package io.lychgate.gateway.http2;

import io.lychgate.casper.PathWindow;
import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** The promises of the gateway on one connection (RFC 9113 section 8.4), and the pushes that it may promise later. Event loop only. */
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

  /** Returns the exchange of a request that may be promised on this stream later. The exchange has not begun. */
  Exchange defer(Http2ClientStream document, Http2Stream parent, RequestHead request) {
    return new Deferred(document, parent, request).exchange();
  }

  /** Promises a request on this stream. Returns null if the client accepts no more promises. */
  @Nullable
  Http2ClientStream promise(Http2ClientStream document, Http2Stream parent, RequestHead promised) {
    if (allowed() == 0) {
      return null;
    }
    ChannelHandlerContext ctx = edge.context();
    Http2Connection connection = edge.connection();
    int promisedId = connection.local().incrementAndGetNextStreamId();
    if (promisedId < 0) {
      return null;
    }
    var unused = edge.encoder()
        .writePushPromise(
            ctx, parent.id(), promisedId, PromisedHeaders.of(promised), 0, ctx.newPromise());
    Http2Stream stream = connection.stream(promisedId);
    if (stream == null) {
      return null;
    }
    // Netty records this on the parent, and would then not send a reset that precedes HEADERS.
    stream.pushPromiseSent();
    Http2ClientStream opened = edge.openPromised(stream, document);
    open++;
    StreamNotes.opened(edge.client(), edge.distributor(), promisedId, parent.id(), promised);
    return opened;
  }

  /** Handles the client's reset of a promised stream, which the gateway may have ended long before. */
  void reset(int streamId) {
    Http2ClientStream promised = edge.clientStream(streamId);
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

  private static RequestHead copyOf(RequestHead request) {
    return new RequestHead(
        request.method(),
        request.isSecure(),
        request.authority(),
        request.path(),
        request.fields().copy(),
        0);
  }

  /**
   * The stream of a push that is not promised yet. {@link #promise} opens the real stream and gives it a number. Until then, all
   * writes are dropped. Event loop only.
   *
   * <p>No number is reserved in advance: a promise with a lower number than an earlier one is a connection error (RFC 9113 5.1.1).
   */
  private final class Deferred implements ClientStream {
    private final Http2ClientStream document;
    private final Http2Stream parent;
    /** The request as promised. The exchange's own request changes on its way to an upstream. */
    private final RequestHead promised;

    private final Exchange exchange;
    private @Nullable Http2ClientStream stream;

    Deferred(Http2ClientStream document, Http2Stream parent, RequestHead request) {
      this.document = document;
      this.parent = parent;
      this.promised = copyOf(request);
      this.exchange = new Exchange(edge.client(), this, request, true);
    }

    Exchange exchange() {
      return exchange;
    }

    @Override
    public boolean promise() {
      if (stream == null && !document.isClosed()) {
        stream = PushPromises.this.promise(document, parent, promised);
        if (stream != null) {
          stream.exchange(exchange);
        }
      }
      return stream != null;
    }

    @Override
    public void writeInformational(ResponseHead head) {
      if (stream != null) {
        stream.writeInformational(head);
      }
    }

    @Override
    public void writeHead(ResponseHead head, boolean end) {
      if (stream != null) {
        stream.writeHead(head, end);
      }
    }

    @Override
    public void writeData(ByteBuf data, boolean end) {
      if (stream != null) {
        stream.writeData(data, end);
      } else {
        data.release();
      }
    }

    @Override
    public void writeTrailers(Fields trailers) {
      if (stream != null) {
        stream.writeTrailers(trailers);
      }
    }

    @Override
    public void reset(ExchangeFailure.Kind why) {
      if (stream != null) {
        stream.reset(why);
      }
    }

    @Override
    public boolean isWritable() {
      return stream == null || stream.isWritable();
    }

    @Override
    public long unsentBytes() {
      return stream == null ? 0 : stream.unsentBytes();
    }

    @Override
    public void flush() {
      if (stream != null) {
        stream.flush();
      }
    }

    @Override
    public void requestConsumed(int bytes) {
      // A promised request has no body.
    }

    @Override
    public void prioritize(StreamPriority priority) {
      if (stream != null) {
        stream.prioritize(priority);
      }
    }

    @Override
    public void afterDocument(Runnable step) {
      if (stream != null) {
        stream.afterDocument(step);
      }
    }

    @Override
    public int push(RequestHead promised) {
      // RFC 9113 8.4: only streams that the client opened carry promises.
      return NOT_PROMISED;
    }

    @Override
    public long id() {
      return stream == null ? NOT_PROMISED : stream.id();
    }

    @Override
    public @Nullable PriorityFacts priorityFacts(
        boolean clientStated,
        @Nullable CharSequence contentType,
        @Nullable CharSequence upstreamPriority) {
      return stream == null
          ? null
          : stream.priorityFacts(clientStated, contentType, upstreamPriority);
    }

    @Override
    public int pushesAllowed() {
      return 0;
    }

    @Override
    public int streamsInProgress() {
      return edge.streamsInProgress();
    }

    @Override
    public PathWindow path() {
      return document.path();
    }
  }
}
