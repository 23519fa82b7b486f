package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.http.PlainSize;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.PriorityLines;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3HeadersValidationException;
import io.netty.handler.codec.http3.Http3UnknownFrame;
import io.netty.handler.codec.quic.Cancellation;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.handler.codec.quic.UnreportedEnd;
import io.netty.util.ReferenceCountUtil;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes the frames of one request stream to its exchange. The gateway's only handler behind Netty's codec.
 *
 * <pre>
 * HEADERS --> (held for the rest of the read: is there a body?) --> DATA* --> trailers? --> FIN
 * </pre>
 *
 * <p>Reads only on demand: once for the head, then while few enough bytes of the body wait to be passed on. Unread bytes fill the
 * stream's window at quiche and so hold the client back.
 */
final class RequestStream extends ChannelInboundHandlerAdapter {
  /** Bytes of a request's body, not yet consumed by its responder, at which reading stops. */
  private static final int HIGH_WATER_BYTES = 64 * 1024;

  /** Bytes at which reading resumes. */
  private static final int LOW_WATER_BYTES = 32 * 1024;

  /** Cost of a frame in the turn's budget. */
  private static final int COST = 1;

  /** Cost of a HEADERS frame, which can begin a request. */
  private static final int COST_OF_REQUEST = 8;

  /** Cost of a stream. It is a channel with a pipeline, even if it is reset before it carries a request. */
  private static final int COST_OF_STREAM = 8;

  /** RFC 9114 section 4.2.2: bytes that each field line counts in addition to its own. */
  private static final int FIELD_OVERHEAD = 32;

  private final Http3Edge edge;
  private final QuicStreamChannel channel;
  private final Http3ClientStream client;
  private final HeadWait headWait = new HeadWait();
  private @Nullable ChannelHandlerContext context;
  private @Nullable Http3Headers held;
  private @Nullable Exchange exchange;
  private Urgency priority = Urgency.DEFAULT;

  /** Urgency of the last PRIORITY_UPDATE that came while the stream was open. */
  private @Nullable Urgency updated;

  private boolean overridden;
  private boolean headSeen;
  private boolean trailersSeen;
  private boolean inputEnded;

  /** True if the request has ended unnoticed by Netty, which then does not close the stream by itself. */
  private boolean endedUnreported;

  private boolean done;
  private boolean paused;

  /** True if the next read is postponed to the loop's next turn. */
  private boolean awaitsTurn;

  private int bodyUnderWay;

  RequestStream(Http3Edge edge, QuicStreamChannel channel, FinalFrame finalFrame) {
    this.edge = edge;
    this.channel = channel;
    this.client = new Http3ClientStream(this, channel, finalFrame);
  }

  long id() {
    return channel.streamId();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    channel.config().setAutoRead(false).setRecvByteBufAllocator(ReadBudget.ONE_READ_OF_STREAM);
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    edge.turns().spend(COST_OF_STREAM);
    if (!edge.opened(this)) {
      // RFC 9114 4.1.1: refused without processing, so the client may send it again elsewhere.
      abort(Http3ErrorCode.H3_REQUEST_REJECTED);
      return;
    }
    long patience = edge.client().listener().timeouts().requestHead().toNanos();
    edge.deadlines().arm(headWait, patience);
    ctx.fireChannelActive();
    readOn();
  }

  // Input from the client.

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (done) {
        return;
      }
      edge.turns().spend(message instanceof Http3HeadersFrame ? COST_OF_REQUEST : COST);
      if (message instanceof Http3HeadersFrame frame) {
        headers(frame.headers());
      } else if (message instanceof Http3DataFrame frame) {
        data(frame);
      } else if (message instanceof Http3UnknownFrame frame) {
        unknown(frame);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void headers(Http3Headers headers) {
    if (!headSeen) {
      headSeen = true;
      held = headers;
      sample(headers);
      edge.deadlines().disarm(headWait);
      return;
    }
    beginIfHeld(false);
    Fields trailers = Http3RequestHead.trailers(headers);
    if (trailers == null) {
      abort(Http3ErrorCode.H3_MESSAGE_ERROR);
    } else if (exchange != null) {
      trailersSeen = true;
      exchange.clientTrailers(trailers);
    }
  }

  /** Reports the size of the request's field section, if it is sampled. */
  private void sample(Http3Headers headers) {
    if (edge.samplesReceived().wantsNext()) {
      RequestFrames frames = channel.pipeline().get(RequestFrames.class);
      long coded = frames == null ? -1 : frames.sectionBytes();
      if (coded >= 0) {
        edge.samplesReceived()
            .take(
                PlainSize.ofRequestLine(headers.method(), headers.path(), headers.authority())
                    + PlainSize.ofFields(headers),
                (int) coded);
      }
    }
  }

  private void data(Http3DataFrame frame) {
    beginIfHeld(false);
    Exchange to = exchange;
    if (to != null && !done) {
      bodyUnderWay += frame.content().readableBytes();
      to.clientData(frame.content().retain(), false);
    }
  }

  private void unknown(Http3UnknownFrame frame) {
    if (ControlStream.isPriorityUpdate(frame)) {
      edge.fail(Http3ErrorCode.H3_FRAME_UNEXPECTED, "PRIORITY_UPDATE on a request stream");
    } else {
      edge.unknownSeen();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!channel.isInputShutdown()) {
      beginIfHeld(false);
    }
    // Otherwise the FIN came with the head, and its event follows.
    ctx.fireChannelReadComplete();
    readOn();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE && !inputEnded) {
      inputEnded = true;
      inputEnded();
    }
    ctx.fireUserEventTriggered(event);
  }

  private void inputEnded() {
    if (done) {
      return;
    }
    if (!headSeen) {
      // RFC 9114 4.1: the stream ends without a complete request.
      abort(Http3ErrorCode.H3_REQUEST_INCOMPLETE);
    } else if (held != null) {
      beginIfHeld(true);
    } else if (exchange != null && !trailersSeen) {
      exchange.clientData(Unpooled.EMPTY_BUFFER, true);
      client.inputEnded();
    }
  }

  PlainSize.Samples samplesSent() {
    return edge.samplesSent();
  }

  boolean isInputEnded() {
    return inputEnded;
  }

  private void beginIfHeld(boolean end) {
    Http3Headers headers = held;
    if (headers == null || done) {
      return;
    }
    held = null;
    RequestHead head = Http3RequestHead.of(headers, end, edge.takesTunnels());
    if (head == null) {
      abort(Http3ErrorCode.H3_MESSAGE_ERROR);
      return;
    }
    prioritize(head);
    noteOpened(head);
    Exchange begun = new Exchange(edge.client(), client, head, false);
    exchange = begun;
    client.exchange(begun, edge.isEarly());
    ExchangeFailure tooLarge = tooLarge(headers, edge.client().listener().limits());
    if (tooLarge != null) {
      begun.refuse(tooLarge, end);
    } else {
      begun.begin(end);
    }
    if (!done) {
      edge.lookAgain();
    }
  }

  /** Sets the priority of the request. An update that came before the request overrides its field (RFC 9218 section 7). */
  private void prioritize(RequestHead head) {
    Urgency early = updated == null ? edge.takeEarlyPriority(id()) : updated;
    CharSequence field = PriorityLines.valueOf(head.fields());
    // RFC 8941 section 4.2: a value that is not a Dictionary counts as absent.
    Urgency stated = field == null ? null : PriorityField.parse(field);
    if (stated != null) {
      edge.urgencyStated();
    }
    if (early != null) {
      priority = early;
    } else if (stated != null) {
      priority = stated;
    }
    StreamPriorities.apply(channel, priority);
  }

  private void noteOpened(RequestHead head) {
    ConnectionTimeline timeline = edge.client().timelineFor(head.authority());
    if (timeline != null) {
      timeline.streamOpened(System.nanoTime(), id(), 0, head, priority);
    }
  }

  private static @Nullable ExchangeFailure tooLarge(Http3Headers headers, LimitConfig limits) {
    if (headers.size() > limits.maxHeaderCount()) {
      return new ExchangeFailure(
          Kind.FIELDS_TOO_LARGE,
          "fields: " + headers.size() + " (expected: at most " + limits.maxHeaderCount() + ")");
    }
    long size = 0;
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      size += field.getKey().length() + field.getValue().length() + FIELD_OVERHEAD;
    }
    return size <= limits.maxHeaderBytes()
        ? null
        : new ExchangeFailure(
            Kind.FIELDS_TOO_LARGE,
            "fields: " + size + " bytes (expected: at most " + limits.maxHeaderBytes() + ")");
  }

  // Back-pressure.

  private void readOn() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || done || inputEnded || awaitsTurn || isConnectionClosed()) {
      return;
    }
    paused = bodyUnderWay >= HIGH_WATER_BYTES;
    if (paused) {
      return;
    }
    if (edge.turns().allowsMore()) {
      ctx.read();
    } else {
      awaitsTurn = true;
      edge.awaitTurn(this);
    }
  }

  /** Resumes reading in the turn to which the next read was postponed. */
  void turnCame() {
    awaitsTurn = false;
    readOn();
  }

  /** Counts bytes of the body that the responder has consumed. */
  void consumed(int bytes) {
    bodyUnderWay -= bytes;
    if (paused && bodyUnderWay <= LOW_WATER_BYTES) {
      readOn();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    client.writabilityChanged();
    ctx.fireChannelWritabilityChanged();
  }

  /** Applies a PRIORITY_UPDATE of the client. */
  void update(Urgency wanted) {
    updated = wanted;
    if (!overridden) {
      reprioritize(wanted);
    }
    ConnectionTimeline timeline = edge.client().timeline();
    if (timeline != null) {
      timeline.priorityDecided(
          System.nanoTime(), id(), PriorityReason.CLIENT_ASKED, null, priority);
    }
  }

  /** Applies the gateway's own decision. From now on, the client's updates do not change the priority of this stream. */
  void override(Urgency wanted) {
    overridden = true;
    reprioritize(wanted);
  }

  void reprioritize(Urgency wanted) {
    priority = wanted;
    if (!done) {
      StreamPriorities.apply(channel, wanted);
    }
  }

  Urgency priority() {
    return priority;
  }

  /** Returns true if the client has stated an urgency of this or another stream. A missing urgency then means u=3. */
  boolean isOfClientWithUrgencies() {
    return edge.isUrgencyStated();
  }

  /** Reports body bytes that quiche has taken to the timeline of the connection. Nearly every connection has none. */
  void noteSent(int bytes) {
    ConnectionTimeline timeline = edge.client().timeline();
    if (timeline != null) {
      timeline.frameSent(System.nanoTime(), id(), bytes, ScheduleReason.HANDED_TO_QUIC);
    }
  }

  /** Flushes at once. quiche already has all data; packets leave at the end of the turn. */
  void flush() {
    ClientConnection connection = edge.client();
    long started = connection.flushStarted();
    channel.flush();
    connection.flushEnded(started);
  }

  // The end.

  /** Ends the stream after a complete response. The rest of the request is of no use. */
  void responseEnded() {
    done = true;
    if (!inputEnded) {
      // RFC 9114 4.1: asks the client to stop sending. The gateway does not wait for its reply.
      channel.shutdownInput(Http3ErrorCode.H3_NO_ERROR.code());
      edge.wasReset(id(), false);
      channel.close();
    } else if (endedUnreported) {
      edge.streamKept();
      channel.close();
    }
  }

  /** Returns the reaction to an event that Netty does not report; null if there was none. The edge calls it from time to time. */
  @Nullable
  Runnable unreported() {
    if (isCancelled()) {
      return this::cancelled;
    }
    if (!isEndUnreported()) {
      return null;
    }
    // A reset sets the final size, too. The request is then incomplete.
    return Cancellation.isReset(channel) ? this::cancelled : this::endUnreported;
  }

  /** Returns true if quiche has the final size of the request, and Netty has read all of it without its end. */
  private boolean isEndUnreported() {
    boolean isOpen = exchange != null && !done && !inputEnded && !endedUnreported;
    boolean isReading = !paused && !awaitsTurn && !channel.isInputShutdown();
    return isOpen && isReading && UnreportedEnd.hasCome(channel);
  }

  /** Ends the request like Netty: handlers of the pipeline may still hold a part of it. */
  private void endUnreported() {
    endedUnreported = true;
    channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
  }

  /**
   * Returns true if the client has cancelled the request in a way that Netty does not report: by STOP_SENDING while no write was
   * pending, or by RESET_STREAM while nothing was read.
   */
  boolean isCancelled() {
    return !done
        && exchange != null
        && (Cancellation.isStopped(channel) || (paused && Cancellation.isReset(channel)));
  }

  /** Ends a request that the client has cancelled: it wants no response, or sends no more (RFC 9114 section 4.1.1). */
  void cancelled() {
    abort(Http3ErrorCode.H3_REQUEST_CANCELLED, true);
  }

  /** Ends both directions with a code that gives the client the reason. */
  void abort(Http3ErrorCode code) {
    abort(code, false);
  }

  private void abort(Http3ErrorCode code, boolean byClient) {
    if (!done) {
      done = true;
      edge.deadlines().disarm(headWait);
      if (!isConnectionClosed()) {
        channel.shutdown(code.code());
        edge.wasReset(id(), byClient);
        channel.close();
      }
      if (exchange != null) {
        exchange.clientAborted();
      }
    }
  }

  /**
   * Returns true if the connection has ended, which ends the stream, too. Each use of the stream would only cost an exception, and
   * one client can leave with thousands of streams.
   */
  private boolean isConnectionClosed() {
    return !channel.parent().isOpen();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    edge.deadlines().disarm(headWait);
    edge.closed(this);
    held = null;
    if (exchange != null) {
      if (done) {
        exchange.clientClosed();
      } else {
        exchange.clientAborted();
      }
    }
    done = true;
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof QuicStreamResetException) {
      cancelled();
    } else if (cause instanceof Http3Exception broken) {
      abort(broken.errorCode());
    } else if (cause instanceof DecoderException) {
      // RFC 9204 6: of Netty's decoders on this stream, only QPACK's lets unexpected exceptions
      // through, for example for a field section that ends too early.
      edge.fail(Http3ErrorCode.QPACK_DECOMPRESSION_FAILED, "");
    } else {
      boolean isMalformed = !headSeen || cause instanceof Http3HeadersValidationException;
      abort(isMalformed ? Http3ErrorCode.H3_MESSAGE_ERROR : Http3ErrorCode.H3_INTERNAL_ERROR);
    }
  }

  /** Timeout of the head: a client that sends it byte by byte would hold a stream for nothing. */
  private final class HeadWait extends Deadline {
    @Override
    protected void expired() {
      abort(Http3ErrorCode.H3_REQUEST_REJECTED);
    }
  }
}
