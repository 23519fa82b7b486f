package io.lychgate.gateway.http2;

import io.lychgate.casper.PathWindow;
import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.http.Http2OutboundHeaders;
import io.lychgate.gateway.http.WindowGrowth;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One stream of an HTTP/2 connection as its exchange sees it: converts responses to frames. Event loop only. */
final class Http2ClientStream implements ClientStream {
  /** Queued bytes of a stream at which its responder is held back: one frame to send and the next frames ready. */
  private static final long HIGH_WATER_BYTES = 64 * 1024;

  /** Queued bytes at which a held responder may write again. */
  private static final long LOW_WATER_BYTES = 32 * 1024;

  /**
   * Time that a client has to end a request whose response is complete. Within it, a request that ends is not reset, and a
   * malformed rest is still reported as such. HTTP/1.1 has the same timeout.
   */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Bytes of such a request's body above which the stream is reset at once: it is an upload that continues. */
  private static final int REST_BYTES = 64 * 1024;

  /** A smaller window for the stream serves no client that reads, but makes responses wait. */
  private static final int LEAST_WINDOW_BYTES = 1024;

  private final Http2Edge edge;
  private final Http2Stream stream;

  /** The page that this stream was promised on; null for a stream that the client opened. */
  private final @Nullable Http2ClientStream promisedOn;

  /** For a page: the streams ahead of its first bytes. Null for nearly every stream, and once the first bytes have left. */
  private @Nullable EarlyStreams early;

  /** The group of early streams that this stream belongs to. Null for nearly every stream, and once the page has first bytes. */
  private @Nullable EarlyStreams among;

  /** For a page with promises: its urgency, kept for the time after the page has ended. */
  private Urgency standing = Urgency.DEFAULT;

  /** The step to run when the first bytes of this stream's page have left. */
  private @Nullable Runnable afterDocument;

  /** Null before the exchange begins, and while only the rest of its request is awaited. */
  private @Nullable Exchange exchange;

  private @Nullable WindowGrowth receiveWindow;

  /** Armed while the response is complete and the request is not. Null for nearly every stream. */
  private @Nullable RestWait restWait;

  /** Bytes of the request body in memory. */
  private int heldBytes;

  private boolean dataWritten;
  private boolean heldBack;
  private boolean endWritten;
  private boolean closed;

  Http2ClientStream(Http2Edge edge, Http2Stream stream, @Nullable Http2ClientStream promisedOn) {
    this.edge = edge;
    this.stream = stream;
    this.promisedOn = promisedOn;
    among = promisedOn == null ? edge.early() : promisedOn.early(0);
    if (among != null) {
      among.add(this);
    }
  }

  /** Returns the streams ahead of this page; null once it has first bytes. */
  private @Nullable EarlyStreams early(long thinkNanos) {
    if (early == null && !isHeadSent()) {
      early = new EarlyStreams(edge.context(), edge::flushLater, thinkNanos);
      edge.early(early);
      standing = edge.distributor().standing(stream.id());
    }
    return early;
  }

  /** Returns true if the first bytes of the response have left, or there are none. */
  private boolean isHeadSent() {
    return dataWritten || closed;
  }

  boolean isPromised() {
    return promisedOn != null;
  }

  boolean isClosed() {
    return closed;
  }

  void exchange(Exchange of) {
    exchange = of;
  }

  @Nullable
  Exchange exchange() {
    return exchange;
  }

  @Override
  public long id() {
    return stream.id();
  }

  @Override
  public boolean hasMoreInput() {
    return promisedOn == null && edge.hasMoreInput();
  }

  @Override
  public void writeInformational(ResponseHead head) {
    if (!closed) {
      writeHeaders(head, false);
      edge.flushNow();
    }
  }

  @Override
  public void writeHead(ResponseHead head, boolean end) {
    if (!closed) {
      writeHeaders(head, end);
      edge.flushLater();
    }
  }

  private void writeHeaders(ResponseHead head, boolean end) {
    ChannelHandlerContext ctx = edge.context();
    var unused = edge.encoder()
        .writeHeaders(
            ctx,
            stream.id(),
            Http2OutboundHeaders.response(head.status(), head.fields()),
            0,
            end,
            ctx.newPromise());
  }

  @Override
  public void writeData(ByteBuf data, boolean end) {
    if (closed) {
      data.release();
      return;
    }
    ChannelHandlerContext ctx = edge.context();
    edge.budgets().sent(data.readableBytes());
    var unused = edge.encoder().writeData(ctx, stream.id(), data, 0, end, ctx.newPromise());
    edge.flushLater();
  }

  @Override
  public void writeTrailers(Fields trailers) {
    if (!closed) {
      ChannelHandlerContext ctx = edge.context();
      var unused = edge.encoder()
          .writeHeaders(
              ctx, stream.id(), Http2OutboundHeaders.trailers(trailers), 0, true, ctx.newPromise());
      edge.flushLater();
    }
  }

  @Override
  public void reset(ExchangeFailure.Kind why) {
    if (!closed) {
      edge.reset(stream.id(), codeOf(why));
    }
  }

  private static Http2Error codeOf(ExchangeFailure.Kind why) {
    return switch (why) {
      // RFC 8441 5: a broken TCP connection of a tunnel is CANCEL.
      case CLIENT_STALLED, CONNECTION_TERMINATED, TUNNEL_IDLE -> Http2Error.CANCEL;
      default -> Http2Error.INTERNAL_ERROR;
    };
  }

  @Override
  public boolean isWritable() {
    if (!closed && edge.distributor().pendingBytes(stream) >= HIGH_WATER_BYTES) {
      heldBack = true;
    }
    return !heldBack;
  }

  @Override
  public boolean hasWindow() {
    // A promised stream has no window before its head is written.
    return isPromised()
        || (!closed && edge.encoder().flowController().windowSize(stream) >= LEAST_WINDOW_BYTES);
  }

  @Override
  public long unsentBytes() {
    return closed ? 0 : edge.distributor().pendingBytes(stream);
  }

  /**
   * Records bytes of this stream that were written.
   *
   * @param pendingBytes bytes that still wait
   * @return true if the responder was held back and may now write again
   */
  boolean drained(int bytes, long pendingBytes) {
    dataWritten = true;
    releaseEarly();
    if (among != null) {
      among.sent(bytes);
    }
    if (heldBack && pendingBytes <= LOW_WATER_BYTES) {
      heldBack = false;
      edge.becameWritable(this);
      return true;
    }
    return false;
  }

  /** Flushes after this time at the latest. The requested data should be there by then; otherwise other streams take their turn. */
  void awaitData(long nanos) {
    edge.flushWithin(nanos);
  }

  private void releaseEarly() {
    EarlyStreams ahead = early;
    if (ahead != null) {
      early = null;
      ahead.pageSent();
    }
  }

  /**
   * Returns the bytes that may be sent now without taking the room of the page that this stream is ahead of. With 0, the stream is
   * held.
   */
  int roomAhead() {
    return among == null ? Integer.MAX_VALUE : among.room();
  }

  /** Returns true if the stream is ahead of a page that has no first bytes yet. */
  boolean isAhead() {
    return among != null;
  }

  /** @return true if the stream was held and may send now */
  boolean release() {
    return !closed && edge.distributor().release(stream);
  }

  void documentHeadSent() {
    among = null;
    Runnable step = afterDocument;
    if (step != null && !closed) {
      step.run();
    }
  }

  @Override
  public void flush() {
    edge.flushLater();
  }

  @Override
  public void requestConsumed(int bytes) {
    if (bytes == 0 || closed) {
      return;
    }
    heldBytes -= bytes;
    edge.windows().released(bytes);
    try {
      if (edge.decoder().flowController().consumeBytes(stream, bytes)) {
        edge.flushLater();
      }
      edge.windows().consumed(stream, receiveWindow(), bytes);
    } catch (Http2Exception e) {
      edge.fail(e);
    }
  }

  /**
   * Accounts for received body bytes.
   *
   * @return false if there is no room for them
   */
  boolean received(int bytes) throws Http2Exception {
    heldBytes += bytes;
    return edge.windows().received(bytes);
  }

  /** Returns the growth of the receive window. Created for the first body bytes: most requests have none. */
  private WindowGrowth receiveWindow() {
    if (receiveWindow == null) {
      receiveWindow = edge.windows().ofStream();
    }
    return receiveWindow;
  }

  @Override
  public void prioritize(StreamPriority priority) {
    if (closed) {
      return;
    }
    edge.distributor().override(stream.id(), priority);
    StreamPriority below = early == null ? null : edge.distributor().belowDocument(stream.id());
    if (early != null && below instanceof Urgency) {
      // The promised streams were below the place that this stream has just left.
      early.movePromised(push -> push.prioritize(below));
    }
  }

  @Override
  public void afterDocument(Runnable step) {
    afterDocument = step;
  }

  /** Returns true if the stream must not go before the first bytes of its page, regardless of the client's priority. */
  boolean waitsForDocument() {
    return promisedOn != null && !promisedOn.isHeadSent();
  }

  /** Keeps the promised streams below this stream after the client has moved it. */
  void movedByClient() {
    if (early != null) {
      early.movePromised(push -> edge.distributor().putBelow((int) push.id(), stream.id()));
    }
  }

  @Override
  public void expect(long thinkNanos) {
    var unused = early(thinkNanos);
  }

  @Override
  public int push(RequestHead promised) {
    return closed ? NOT_PROMISED : edge.promises().push(this, stream, promised);
  }

  @Override
  public @Nullable Exchange defer(RequestHead request) {
    return closed ? null : edge.promises().defer(this, stream, request);
  }

  @Override
  public int streamsInProgress() {
    return edge.streamsInProgress();
  }

  @Override
  public int pushesAllowed() {
    return edge.promises().allowed();
  }

  @Override
  public long leastRoundTripNanos() {
    return TcpState.of(edge.context().channel()).nearness();
  }

  @Override
  public void whenRead(Runnable step) {
    edge.readProbe().whenRead(step);
  }

  @Override
  public void forgetRead(Runnable step) {
    edge.readProbe().forget(step);
  }

  @Override
  public PathWindow path() {
    return TcpState.windowOf(edge.context().channel());
  }

  @Override
  public @Nullable PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    PriorityFacts facts =
        edge.distributor().facts(stream.id(), clientStated, contentType, upstreamPriority);
    Http2ClientStream document = promisedOn;
    return facts == null || document == null ? facts : facts.withPromise(document.asPage());
  }

  private PriorityFacts.Promise asPage() {
    if (!closed) {
      standing = edge.distributor().standing(stream.id());
    }
    return new PriorityFacts.Promise(isHeadSent(), standing);
  }

  /** Waits for the end of the request: the response is complete, the request is not (RFC 9113 section 8.1). */
  void awaitRest() {
    RestWait wait = new RestWait();
    restWait = wait;
    edge.deadlines().arm(wait, edge.client().isDraining() ? 0 : REST_NANOS);
    edge.awaitsRest(this);
    // The rest needs no exchange, and a client can leave thousands of requests open.
    Exchange complete = exchange;
    exchange = null;
    if (complete != null) {
      complete.clientClosed();
    }
  }

  /** Handles a part of the request body that is not the last one. */
  void bodyCame(int bytes) {
    RestWait wait = restWait;
    if (wait != null && wait.came(bytes) > REST_BYTES && !closed) {
      stopUpload();
    }
  }

  /**
   * Asks the client to stop an upload whose response is complete (RFC 9113 section 8.1).
   *
   * <p>The HTTP client of Java 17 ignores a reset after the end of a response. It waits for room to send the rest, without a
   * timeout, and shows the response to its caller only then. So the window is opened before the reset: such a client sends the
   * rest, which is dropped, and other clients stop at the reset.
   */
  void stopUpload() {
    edge.windows().openWide(stream, edge.encoder().frameWriter(), edge.context());
    edge.reset(stream.id(), Http2Error.NO_ERROR);
  }

  /** Call when the frame that ends the response was written. */
  void endWritten() {
    endWritten = true;
  }

  /** Cancels the exchange of a connection that ends with an error, unless its response is complete. */
  void abandon() {
    Exchange of = exchange;
    if (of != null && !endWritten) {
      of.clientAborted();
    }
  }

  /** Call when the stream is closed on the wire, by its end or by a reset of either side. */
  void closed() {
    closed = true;
    if (restWait != null) {
      edge.deadlines().disarm(restWait);
      edge.awaitsNoRest(this);
    }
    edge.windows().released(heldBytes);
    heldBytes = 0;
    if (receiveWindow != null) {
      edge.windows().ended(receiveWindow);
    }
    releaseEarly();
    if (among != null) {
      among.remove(this);
    }
    Exchange of = exchange;
    if (of != null) {
      if (endWritten) {
        of.clientClosed();
      } else {
        of.clientAborted();
      }
    }
  }

  /** Timeout for a client that has not ended its request. */
  private final class RestWait extends Deadline {
    private int bytes;

    /** @return the bytes received since the response was complete */
    int came(int more) {
      bytes += more;
      return bytes;
    }

    @Override
    protected void expired() {
      stopUpload();
    }
  }
}
