package io.lychgate.gateway.http1;

import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.ClientFlush;
import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.exchange.LingeringClose;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.census.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection. Turns decoded messages into exchanges, one after the other. Event loop only. */
public final class Http1Edge extends ChannelInboundHandlerAdapter implements Drainable {
  /** Bytes of a request's body, not yet consumed by its responder, at which reading from the client stops. */
  private static final int HIGH_WATER_BYTES = 128 * 1024;

  private static final int LOW_WATER_BYTES = 64 * 1024;

  /** Time for the client to finish its request after a response that ends the connection, so that it reads the response. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  /** Time for the last request of an idle connection that is drained because another process serves now. */
  private static final long LAST_REQUEST_MILLIS = 2000;

  /**
   * Maximum bytes of a request that are read and dropped after its response, so that the connection can serve the next request.
   * Beyond this, a new connection is cheaper.
   */
  private static final int MAX_DROPPED_BYTES = 256 * 1024;

  /** Interval of the checks for a close by the client while nothing is read. */
  private static final Duration CLOSE_LOOK = Duration.ofMillis(200);

  /** The state of a socket whose peer has sent its FIN (include/net/tcp_states.h of Linux). */
  private static final int TCP_CLOSE_WAIT = 8;

  private static final AsciiString BAD_METHOD = AsciiString.cached("GET");

  private final ClientConnection client;
  private final LoopContext loop;
  private final TurnBudget budget;
  private final StrictRequestDecoder decoder;
  private final Waiting deadline = new Waiting();

  /**
   * The next decoded request, behind the exchange in progress (RFC 9112 section 9.3.2). While there is one, nothing is read, and
   * bytes that were read stay undecoded: a decoded head takes some thirty times its bytes.
   */
  private final ArrayDeque<Object> pipelined = new ArrayDeque<>(4);

  private final ClientFlush flushable;

  private @Nullable ChannelHandlerContext context;
  private @Nullable Http1ClientStream current;
  private long ordinal;
  private int bodyUnderWay;
  private int dropped;
  private boolean requestEnded = true;
  private boolean reading = true;
  private boolean closing;

  /** True if the connection is drained, and its next request is still served. */
  private boolean drainsSoon;

  private boolean headBegun;

  /** True after a head that cannot be read. Its request may go on, and more requests may follow. */
  private boolean isUnreadable;

  private Http1Edge(ClientConnection client) {
    this.client = client;
    this.loop = client.loop();
    this.budget = new Decoding();
    this.decoder = new StrictRequestDecoder(client.listener().limits(), new Reading(), budget);
    this.flushable = new ClientFlush(client) {
      @Override
      protected void flush() {
        Http1Edge.this.flushNow();
      }
    };
  }

  /** Adds the decoder and the edge to the end of a pipeline. */
  public static Http1Edge addTo(ChannelPipeline pipeline, ClientConnection client) {
    Http1Edge edge = new Http1Edge(client);
    pipeline.addLast(edge.decoder, edge);
    return edge;
  }

  ClientConnection client() {
    return client;
  }

  ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the handler is in a pipeline)");
    }
    return context;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    arm(timeouts().requestHead());
  }

  private TimeoutConfig timeouts() {
    return client.listener().timeouts();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (closing) {
      ReferenceCountUtil.release(message);
    } else if (!pipelined.isEmpty() || (message instanceof HttpRequest && current != null)) {
      pipelined.add(message);
      updateReading();
    } else {
      take(message);
    }
  }

  private void take(Object message) {
    if (message instanceof HttpRequest request) {
      begin(request);
    } else if (message instanceof HttpContent content) {
      body(content);
    } else if (message instanceof ByteBuf bytes && current != null && current.exchange() != null) {
      tunnelData(current.exchange(), bytes);
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    loop.deadlines().pause(deadline);
    headBegun = false;
    Http1RequestHead read = Http1RequestHead.of(
        request, client.isSecure(), client.listener().limits().maxHeaderCount());
    RequestHead head = read.head();
    ExchangeFailure failure = read.failure();
    if (head == null || failure != null) {
      refuse(failure, CloseReason.ERROR);
      return;
    }
    boolean http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    boolean headRequest = head.isMethod(HttpMethod.HEAD.asciiName());
    Http1ClientStream stream =
        new Http1ClientStream(this, ++ordinal, headRequest, http10, HttpUtil.isKeepAlive(request));
    boolean end = head.contentLength() == 0;
    requestEnded = false;
    bodyUnderWay = 0;
    dropped = 0;
    start(stream, head).begin(end);
  }

  private Exchange start(Http1ClientStream stream, RequestHead head) {
    current = stream;
    Exchange exchange = new Exchange(client, stream, head, false);
    stream.exchange(exchange);
    return exchange;
  }

  /** Responds to a request that cannot be read. The connection then ends, because its next request cannot be found. */
  private void refuse(@Nullable ExchangeFailure failure, CloseReason reason) {
    client.closing(reason);
    Http1ClientStream stream = new Http1ClientStream(this, ++ordinal, false, false, false);
    RequestHead unreadable =
        new RequestHead(BAD_METHOD, client.isSecure(), "", "", new Fields(), 0);
    requestEnded = true;
    isUnreadable = true;
    Exchange exchange = start(stream, unreadable);
    exchange.refuse(
        failure == null ? new ExchangeFailure(ExchangeFailure.Kind.BAD_REQUEST, "") : failure,
        true);
  }

  private void body(HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (content.decoderResult().isFailure()) {
      content.release();
      brokenBody(content.decoderResult().cause());
      return;
    }
    requestEnded = last;
    Http1ClientStream stream = current;
    Exchange exchange = stream == null ? null : stream.exchange();
    if (exchange == null) {
      drop(content);
    } else if (exchange.isRequestEnded()) {
      // The end of a request without a body. The exchange has already received it.
      content.release();
    } else {
      bodyUnderWay += content.content().readableBytes();
      Fields trailers =
          last ? FieldHeaders.of(((LastHttpContent) content).trailingHeaders()) : null;
      if (trailers != null && trailers.size() > 0) {
        exchange.clientData(content.content(), false);
        exchange.clientTrailers(trailers);
      } else {
        exchange.clientData(content.content(), last);
      }
      updateReading();
    }
    if (last && stream == null && !closing) {
      proceed();
    }
  }

  /** Drops a part of a request whose response is complete. */
  private void drop(HttpContent content) {
    dropped += content.content().readableBytes();
    content.release();
    if (dropped > MAX_DROPPED_BYTES) {
      client.closing(CloseReason.LIMIT);
      linger();
    }
  }

  /**
   * Makes the connection a tunnel: plain bytes follow the request in progress.
   *
   * @return false if the client has already sent bytes, which could be another request
   */
  boolean switchProtocols() {
    if (!pipelined.isEmpty() || decoder.isBehindRequest()) {
      return false;
    }
    requestEnded = false;
    bodyUnderWay = 0;
    ChannelHandlerContext ctx = context();
    ctx.pipeline().remove(decoder);
    return true;
  }

  private void tunnelData(Exchange exchange, ByteBuf bytes) {
    bodyUnderWay += bytes.readableBytes();
    exchange.clientData(bytes, false);
    updateReading();
  }

  private void brokenBody(Throwable cause) {
    client.closing(CloseReason.ERROR);
    Http1ClientStream stream = current;
    Exchange exchange = stream == null ? null : stream.exchange();
    if (stream != null && exchange != null) {
      // The start of the next request is unknown (RFC 9112 section 6.3).
      stream.endConnection();
      exchange.brokenRequest(
          new ExchangeFailure(ExchangeFailure.Kind.BAD_REQUEST, "body: " + cause.getMessage()));
    } else {
      // The response is complete. A reset could prevent the client from reading it.
      linger();
    }
  }

  void requestConsumed(int bytes) {
    bodyUnderWay -= bytes;
    updateReading();
  }

  private void updateReading() {
    boolean wanted = pipelined.isEmpty()
        && (reading ? bodyUnderWay < HIGH_WATER_BYTES : bodyUnderWay <= LOW_WATER_BYTES);
    if (wanted != reading) {
      reading = wanted;
      applyReading();
      if (!wanted && current != null) {
        arm(CLOSE_LOOK);
      }
    }
  }

  private void applyReading() {
    if (!closing) {
      context().channel().config().setAutoRead(reading && !budget.isSuspended());
    }
  }

  /**
   * Ends the exchange in progress if its client has closed the connection. No read reports this while reading is paused. A FIN
   * before the response means that the client no longer wants it, as when a read finds the FIN. Tunnels are exempt: bytes that the
   * client sent before the FIN must still be delivered.
   */
  private void lookForClose() {
    Exchange exchange = current == null ? null : current.exchange();
    if (reading || exchange == null || exchange.isTunnel()) {
      return;
    }
    if (isClosedByClient()) {
      client.closing(CloseReason.CLIENT);
      abort();
    } else {
      arm(CLOSE_LOOK);
    }
  }

  private boolean isClosedByClient() {
    try {
      return context().channel() instanceof EpollSocketChannel socket
          && socket.tcpInfo().state() == TCP_CLOSE_WAIT;
    } catch (ChannelException closed) {
      return true;
    }
  }

  void flushLater() {
    loop.flushes().add(flushable);
  }

  private void flushNow() {
    if (current != null) {
      current.send();
    }
    context().flush();
  }

  /** Called when the last byte of a response was written. Continues with the next request, or ends the connection. */
  void responseWritten(Http1ClientStream stream) {
    if (current != stream) {
      return;
    }
    current = null;
    if (!stream.keepsAlive() || (client.isDraining() && !drainsSoon)) {
      client.closing(CloseReason.RESPONSE);
      end(stream.isLastOfClient());
    } else {
      if (drainsSoon) {
        // The head left before the drain, without "Connection: close".
        endSoon();
      }
      proceed();
    }
  }

  private void proceed() {
    if (!requestEnded) {
      // The response came early: the rest of the body is read and dropped first.
      arm(timeouts().requestBodyIdle());
      return;
    }
    while (current == null && !pipelined.isEmpty() && !closing) {
      take(pipelined.remove());
    }
    while (current != null
        && !requestEnded
        && !pipelined.isEmpty()
        && pipelined.peek() instanceof HttpContent) {
      take(pipelined.remove());
    }
    decodeOn();
    if (!closing) {
      updateReading();
      if (current == null && !headBegun) {
        arm(timeouts().idleConnection());
      }
    }
  }

  private void decodeOn() {
    ChannelHandlerContext decoding = context().pipeline().context(decoder);
    if (decoding != null && decoding.channel().isActive()) {
      decoder.decodeOn(decoding);
    }
  }

  /** Ends the connection so that the client can read the response although it is still sending (RFC 9112 section 9.6). */
  private void linger() {
    end(false);
  }

  /** @param isLastRequest true if the client announced that it sends nothing after this request */
  private void end(boolean isLastRequest) {
    boolean isSilent = isLastRequest
        && requestEnded
        && !isUnreadable
        && pipelined.isEmpty()
        && !decoder.isBehindRequest();
    closing = true;
    releasePipelined();
    ChannelHandlerContext ctx = context();
    if (!isSilent) {
      ctx.pipeline().addFirst(new LingeringClose(LINGER));
    }
    ctx.close();
  }

  /** Resets the connection, so that the client does not accept a partial response as complete. */
  void abort() {
    closing = true;
    releasePipelined();
    context().channel().config().setOption(ChannelOption.SO_LINGER, 0);
    context().close();
  }

  /** Ends the connection after the exchange in progress; immediately if there is none. */
  @Override
  public void drain() {
    client.drain();
    if (current == null) {
      context().close();
    }
  }

  /** Serves the next request, too, if its first bytes come soon. HTTP/1.1 cannot announce the end of an idle connection. */
  @Override
  public void drainSoon() {
    client.drain();
    drainsSoon = true;
    if (current == null) {
      endSoon();
    }
  }

  private void endSoon() {
    var unused =
        context().executor().schedule(this::endIdle, LAST_REQUEST_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void endIdle() {
    if (current == null && !headBegun && !closing && context().channel().isActive()) {
      closing = true;
      context().pipeline().addFirst(new LingeringClose(LINGER));
      context().close();
    }
  }

  /** Returns true if no request is in flight and none has begun. */
  private boolean isIdle() {
    return current == null
        && requestEnded
        && !headBegun
        && !closing
        && pipelined.isEmpty()
        && deadline.isArmed();
  }

  @Override
  public long idleSince() {
    if (!isIdle()) {
      return BUSY;
    }
    Duration armed = ordinal == 0 ? timeouts().requestHead() : timeouts().idleConnection();
    DeadlineWheel deadlines = loop.deadlines();
    return loop.clock().nanoTime() + deadlines.remainingNanos(deadline) - armed.toNanos();
  }

  /** Closes the connection, like its idle timeout. */
  @Override
  public void closeIdle() {
    client.closing(CloseReason.LIMIT);
    context().close();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Http1ClientStream stream = current;
    Exchange exchange = stream == null ? null : stream.exchange();
    if (exchange != null && ctx.channel().isWritable()) {
      exchange.clientWritable();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closing = true;
    loop.deadlines().disarm(deadline);
    releasePipelined();
    Http1ClientStream stream = current;
    current = null;
    if (stream != null) {
      stream.aborted();
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }

  private void releasePipelined() {
    pipelined.forEach(ReferenceCountUtil::release);
    pipelined.clear();
  }

  private void arm(Duration time) {
    loop.deadlines().arm(deadline, time.toNanos());
  }

  /** Connects the decoder to this connection. */
  private final class Reading implements StrictRequestDecoder.Reader {
    /** Starts the timeout of the head: a client that sends it byte by byte would hold a connection for nothing. */
    @Override
    public void headBegun() {
      if (!headBegun && current == null) {
        headBegun = true;
        arm(timeouts().requestHead());
      }
    }

    @Override
    public boolean isHoldingRequest() {
      return !pipelined.isEmpty();
    }
  }

  /** The decoder's share of a turn of the loop. */
  private final class Decoding extends TurnBudget {
    Decoding() {
      super(client.turnShare());
    }

    @Override
    protected void suspended() {
      loop.observer().turnSpent(client.record().protocol());
      applyReading();
    }

    @Override
    protected void decodeOn() {
      Http1Edge.this.decodeOn();
    }

    @Override
    protected void resumed() {
      applyReading();
    }

    @Override
    protected void failed() {
      abort();
    }
  }

  /**
   * Timeout of the wait for the client: for a head, the next request, the end of a request with an early response, or its close.
   */
  private final class Waiting extends Deadline {
    @Override
    protected void expired() {
      if (current != null) {
        lookForClose();
        return;
      }
      if (headBegun && !closing) {
        refuse(
            new ExchangeFailure(ExchangeFailure.Kind.REQUEST_TIMEOUT, "head: not complete in time"),
            CloseReason.LIMIT);
      } else {
        client.closing(requestEnded ? CloseReason.IDLE : CloseReason.LIMIT);
        context().close();
      }
    }
  }
}
