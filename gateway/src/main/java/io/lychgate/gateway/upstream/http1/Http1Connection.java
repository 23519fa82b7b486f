package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Http1Wire;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.upstream.StreamLease;
import io.lychgate.gateway.upstream.StreamRequest;
import io.lychgate.gateway.upstream.TlsFailure;
import io.lychgate.gateway.upstream.UnreadInput;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamStream;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection to a server, and the {@link UpstreamStream} of the request that it serves. It serves one exchange at a time: a response belongs to the exchange that holds the
 * connection, and so do interim responses. Bytes that arrive while no response is expected close the connection (RFC 9112 section
 * 9.2): what follows them cannot be attributed to a request.
 *
 * <pre>
 *   POOLED --take--> TAKEN --head written--> EXCHANGING --response complete--> SETTLING --end of the read--> POOLED
 * </pre>
 */
final class Http1Connection extends ChannelInboundHandlerAdapter
    implements UpstreamStream, Http1ResponseDecoder.Expectation {
  private static final ByteBuf CRLF = Unpooled.unreleasableBuffer(Unpooled.directBuffer(2)
      .writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII))
      .asReadOnly());

  private final Home home;
  private final UpstreamSite site;
  private final StreamLease lease = new StreamLease();
  private final TurnBudget budget;
  private final ClientReads reads;
  private final Http1ResponseDecoder decoder;
  private final Waiting deadline = new Waiting();
  private final FlushQueue.Flushable flushable = new FlushQueue.Flushable() {
    @Override
    protected void flushNow() {
      beginDeferred();
      context().flush();
    }
  };

  /**
   * The most interim responses to one request. RFC 9110 15.2 names no bound, but a server that never sends a final response is
   * broken.
   */
  private static final int MAX_INTERIM_RESPONSES = 32;

  /** Time in which a response can have crossed its request: a round trip to a distant server. Timeouts for requests are longer. */
  private static final long CROSSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private @Nullable ChannelHandlerContext context;
  private @Nullable Receiver exchange;

  /** Number of exchanges that this connection served before the current one. */
  private int served = -1;

  /** The end of the time in which the connection takes requests. */
  private final long endNanos;

  private boolean counted;
  private boolean pooled;
  private boolean closing;

  /** The request begins with the next flush, so that its head and the first part of its body leave together. */
  private boolean deferred;

  /** The request head was written. Only from then on can bytes be its response. */
  private boolean begun;

  private long begunNanos;

  /** The last response is complete, but the read with its end is not: more bytes may follow in it. */
  private boolean settling;

  /** The server accepts no more of the request. Its earlier output can still be read. */
  private boolean outputEnded;

  /** The connection was reset or a write failed, so its end is not the end of a response. */
  private boolean broken;

  /** The reason why TLS has ended the connection. */
  private @Nullable ExchangeFailure tlsFailure;

  private boolean headRequest;
  private boolean chunkedRequest;
  private boolean requestSent;

  /** Bytes of the body that the socket has not taken. */
  private int unwritten;

  /** Bytes of a response to the current request have come. */
  private boolean responseSeen;

  private boolean finalHeadSeen;
  private boolean informationalOpen;
  private int interimResponses;
  private boolean keepAlive;

  /** The response ends with the connection (RFC 9112 section 6.3, rule 8). */
  private boolean endsWithConnection;

  /** The response has an error status. The status alone reports the failure, so a truncated body after it does no harm. */
  private boolean isError;

  private boolean readPaused;

  Http1Connection(Home home) {
    this.home = home;
    this.site = home.site();
    this.endNanos = site.clock().nanoTime() + lifetimeNanos(site);
    this.budget = new Decoding();
    this.reads = new ClientReads(site.turns().of(0), this::applyReading);
    this.decoder = new Http1ResponseDecoder(site.config().maxResponseHeaderBytes(), this, budget);
  }

  /** A fifth more or less than configured, so that connections of the same moment do not end in the same moment. */
  private static long lifetimeNanos(UpstreamSite site) {
    double jitter = 0.8 + 0.4 * ThreadLocalRandom.current().nextDouble();
    return (long) (site.config().connections().maxAge().toNanos() * jitter);
  }

  private boolean isTooOld() {
    return site.clock().nanoTime() - endNanos >= 0;
  }

  private boolean hasServedEnough() {
    int most = site.config().connections().maxRequests();
    return most > 0 && served + 1 >= most;
  }

  /** The pool of the connection. */
  interface Home {
    UpstreamSite site();

    /** Returns the server as it is written in the configuration. */
    String server();

    /** The connection was opened and is usable. */
    void usable();

    /** The connection has completed an exchange and may serve another. */
    void released(Http1Connection connection);

    void tunnelBegan(Http1Connection connection);

    /** The request on the connection was cancelled. It is to be closed, in this turn of the loop or a later one. */
    void abandoned(Http1Connection connection);

    /** The connection has closed after it was usable. */
    void closed(Http1Connection connection);

    /** Bytes came that belong to no response. */
    void surplus(UpstreamSurplus when);
  }

  /** Returns the decoder, which precedes this handler in the pipeline. */
  Http1ResponseDecoder decoder() {
    return decoder;
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the connection is in a pipeline)");
    }
    return context;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  ClientReads reads() {
    return reads;
  }

  StreamLease lease() {
    return lease;
  }

  /** Reports that the connection is usable. From now on its close is reported to the pool. */
  void opened() {
    counted = true;
    home.usable();
  }

  /** Assigns the connection to this exchange until it ends. */
  void take(StreamRequest taker) {
    exchange = taker;
    reads.readFor(site.turns().of(taker.client()));
    served++;
    requestSent = false;
    unwritten = 0;
    responseSeen = false;
    finalHeadSeen = false;
    informationalOpen = false;
    interimResponses = 0;
    keepAlive = false;
    endsWithConnection = false;
    isError = false;
    deferred = false;
    begun = false;
    site.deadlines().pause(deadline);
  }

  /** Returns true if a request may be sent: the server has not closed the connection and has sent nothing. Costs a system call. */
  boolean isUsable() {
    if (exchange == null && served >= 0 && isTooOld()) {
      close();
      return false;
    }
    if (closing || outputEnded || !context().channel().isActive()) {
      return false;
    }
    UnreadInput.read(context().channel());
    return !closing && context().channel().isActive();
  }

  @Override
  public boolean isAwaitingBytes() {
    return exchange != null && begun;
  }

  @Override
  public void received(int bytes) {
    responseSeen = true;
    reads.received(bytes);
  }

  @Override
  public void surplus() {
    if (closing) {
      return;
    }
    Receiver current = exchange;
    home.surplus(
        current == null ? UpstreamSurplus.BETWEEN_REQUESTS : UpstreamSurplus.BEFORE_REQUEST);
    close();
    if (current != null) {
      current.lost(this, closedBeforeRequest());
    }
  }

  @Override
  public void beginWithTurn() {
    deferred = true;
    site.flushes().add(flushable);
  }

  private void beginDeferred() {
    Receiver current = exchange;
    if (!deferred || current == null) {
      return;
    }
    deferred = false;
    if (isUsable()) {
      current.begin();
    } else if (exchange == current) {
      // The server has closed it.
      close();
      current.lost(this, closedBeforeRequest());
    }
  }

  /** Starts the idle timeout of a connection in the pool. */
  void idle() {
    pooled = true;
    arm(site.config().keepAliveIdle());
  }

  @Override
  public Retry mayRetry() {
    if (begun) {
      return isReused() && !responseSeen ? Retry.STALE : Retry.NONE;
    }
    return isReused() ? Retry.EACH : Retry.ON_ANOTHER_SERVER;
  }

  /** Returns true if the connection was opened for an earlier exchange, so that the server may have closed it since. */
  private boolean isReused() {
    return pooled || served > 0;
  }

  @Override
  public boolean hasCrossed(ResponseHead head) {
    return head.status() == HttpResponseStatus.REQUEST_TIMEOUT.code()
        && isReused()
        && !keepAlive
        && interimResponses == 0
        && site.clock().nanoTime() - begunNanos < CROSSING_NANOS;
  }

  @Override
  public boolean isResponseToHead() {
    return headRequest;
  }

  @Override
  public void writeHead(RequestHead asked, CharSequence host, boolean end) {
    begun = true;
    begunNanos = site.clock().nanoTime();
    WebSocketHandshake handshake = exchange == null ? null : exchange.handshake();
    RequestHead request = handshake == null ? asked : handshake.request(asked);
    if (end && request.contentLength() == RequestHead.UNKNOWN_LENGTH) {
      // A body in chunks that never ends would take the next request of this connection (RFC 9112
      // section 7.1).
      request = request.withoutBody();
    }
    request.fields().remove(HttpHeaderNames.TE);
    headRequest = request.isMethod(HttpMethod.HEAD.asciiName());
    chunkedRequest = request.contentLength() == RequestHead.UNKNOWN_LENGTH;
    ByteBuf out = context()
        .alloc()
        .ioBuffer(Http1Wire.estimate(request.fields()) + request.path().length());
    Http1Wire.writeRequestHead(out, request, host);
    if (end) {
      // No body follows, so the head is flushed at once.
      var unused = context().writeAndFlush(out, context().voidPromise());
      requestSent();
    } else {
      var unused = context().write(out, context().voidPromise());
      site.flushes().add(flushable);
    }
  }

  @Override
  public void writeBody(ByteBuf data, boolean end) {
    ChannelHandlerContext ctx = context();
    int bytes = data.readableBytes();
    Receiver from = exchange;
    if (from == null) {
      data.release();
      return;
    }
    if (outputEnded) {
      // The rest of the request is read and dropped, because the response may still arrive.
      data.release();
      from.bodyWritten(bytes);
      return;
    }
    ChannelPromise written = ctx.newPromise();
    unwritten += bytes;
    written.addListener(done -> {
      bodyTaken(from, bytes);
      from.bodyWritten(bytes);
    });
    if (!end && !finalHeadSeen && !deadline.isArmed()) {
      arm(site.config().responseHeadTimeout());
    }
    if (chunkedRequest && bytes > 0) {
      ByteBuf size = ctx.alloc().ioBuffer(10);
      Http1Wire.writeChunkSize(size, bytes);
      var unused = ctx.write(size, ctx.voidPromise());
      var unused2 = ctx.write(data, written);
      var unused3 = ctx.write(CRLF.duplicate(), ctx.voidPromise());
    } else {
      var unused = ctx.write(data, written);
    }
    if (end) {
      writeEnd(new Fields());
    } else {
      site.flushes().add(flushable);
    }
  }

  /** Limits the time for which a server may take nothing of a body that is not complete. */
  private void bodyTaken(Receiver from, int bytes) {
    if (exchange != from) {
      return;
    }
    unwritten -= bytes;
    if (requestSent || finalHeadSeen) {
      return;
    }
    if (unwritten > 0) {
      arm(site.config().responseHeadTimeout());
    } else {
      site.deadlines().pause(deadline);
    }
  }

  @Override
  public void writeEnd(Fields trailers) {
    if (outputEnded) {
      return;
    }
    if (chunkedRequest) {
      ByteBuf last = context().alloc().ioBuffer(Http1Wire.estimate(trailers));
      Http1Wire.writeLastChunk(last, trailers);
      var unused = context().write(last, context().voidPromise());
    }
    requestSent();
    site.flushes().add(flushable);
  }

  private void requestSent() {
    requestSent = true;
    if (!finalHeadSeen) {
      arm(site.config().responseHeadTimeout());
    }
  }

  /** Stops reading. TCP flow control then holds the server back. */
  @Override
  public void pause() {
    if (!readPaused) {
      readPaused = true;
      applyReading();
      site.deadlines().pause(deadline);
    }
  }

  @Override
  public void resume() {
    if (readPaused) {
      readPaused = false;
      if (exchange != null && finalHeadSeen) {
        arm(site.config().responseBodyIdleTimeout());
      }
      applyReading();
    }
  }

  private void applyReading() {
    context()
        .channel()
        .config()
        .setAutoRead(!readPaused && !budget.isSuspended() && !reads.isSuspended());
  }

  /**
   * Takes nothing more from the server, and closes in this turn of the loop or a later one. To keep the connection, the rest of the
   * response would have to be read. A new connection is cheaper than an unknown length.
   */
  @Override
  public void cancel() {
    exchange = null;
    closing = true;
    settling = false;
    context().channel().config().setAutoRead(false);
    home.abandoned(this);
  }

  void close() {
    exchange = null;
    closing = true;
    settling = false;
    var unused = context().close();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpResponse) {
      site.clock().invalidate();
    }
    Receiver current = exchange;
    if (current == null) {
      // The decoder emits its remaining messages while the connection closes.
      ReferenceCountUtil.release(message);
      return;
    }
    DecoderResult result = ((HttpObject) message).decoderResult();
    if (result.isFailure()) {
      ReferenceCountUtil.release(message);
      close();
      // On a reused connection it may be the rest of an earlier response.
      current.lost(this, malformed(result.cause()));
    } else if (message instanceof HttpResponse response) {
      readHead(current, response);
    } else if (message instanceof HttpContent content) {
      readContent(current, content);
    }
  }

  private void readHead(Receiver current, HttpResponse response) {
    int status = response.status().code();
    if (status == 101 && switchProtocols(current, response)) {
      return;
    }
    if (status == 101 || status < 100) {
      fail(
          current,
          new ExchangeFailure(
              Kind.RESPONSE_MALFORMED,
              home.server() + ": status " + status + " was not requested"));
      return;
    }
    ResponseHead head = new ResponseHead(status, FieldHeaders.of(response.headers()));
    if (head.isInformational()) {
      if (++interimResponses > MAX_INTERIM_RESPONSES) {
        fail(
            current,
            new ExchangeFailure(
                Kind.RESPONSE_MALFORMED,
                home.server() + ": more than " + MAX_INTERIM_RESPONSES + " interim responses"));
        return;
      }
      informationalOpen = true;
      current.informational(head);
      return;
    }
    CharSequence coding = head.fields().get(HttpHeaderNames.TRANSFER_ENCODING);
    if (coding != null && !"chunked".equalsIgnoreCase(coding.toString())) {
      fail(
          current,
          new ExchangeFailure(
              Kind.RESPONSE_MALFORMED, home.server() + ": transfer-encoding " + coding));
      return;
    }
    finalHeadSeen = true;
    // A response without either length ends with the connection (RFC 9112 6.3), which is then not
    // reusable.
    boolean framed =
        coding != null || head.isBodiless() || headRequest || HttpUtil.isContentLengthSet(response);
    endsWithConnection = !framed;
    isError = status >= 400;
    keepAlive = framed
        && HttpUtil.isKeepAlive(response)
        && response.protocolVersion().equals(HttpVersion.HTTP_1_1);
    arm(site.config().responseBodyIdleTimeout());
    // RFC 9110 9.3.2: a HEAD response never has content; its length is that of the GET response.
    boolean end = headRequest || head.isBodiless() || head.contentLength() == 0;
    current.head(head, end);
  }

  /**
   * Makes the connection a tunnel if the server has switched to the requested protocol. The pool still counts it. Returns false if
   * the response is not valid.
   */
  private boolean switchProtocols(Receiver current, HttpResponse response) {
    ResponseHead head = new ResponseHead(101, FieldHeaders.of(response.headers()));
    WebSocketHandshake handshake = current.handshake();
    if (handshake == null || !handshake.isAcceptedBy(head)) {
      return false;
    }
    exchange = null;
    site.deadlines().disarm(deadline);
    home.tunnelBegan(this);
    ChannelPipeline pipeline = context().pipeline();
    Http1Tunnel tunnel = new Http1Tunnel(current.sink(), home.server(), site.flushes());
    pipeline.addBefore(context().name(), null, tunnel);
    current.switched(head, tunnel);
    // The decoder passes its remaining input on when it is removed.
    pipeline.remove(decoder);
    return true;
  }

  private void readContent(Receiver current, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (informationalOpen) {
      // The decoder ends every head with a LastHttpContent, even interim ones.
      informationalOpen = !last;
      content.release();
      return;
    }
    if (!last) {
      arm(site.config().responseBodyIdleTimeout());
      current.data(content.content());
      return;
    }
    if (endsWithConnection && broken && (requestSent || !isError)) {
      content.release();
      fail(
          current,
          new ExchangeFailure(
              Kind.RESPONSE_INCOMPLETE, home.server() + ": connection reset within the response"));
      return;
    }
    Fields trailers = FieldHeaders.of(((LastHttpContent) content).trailingHeaders());
    ByteBuf data = content.content();
    finish();
    current.end(data, trailers);
  }

  /**
   * Handles the end of the response. The connection returns to the pool after this read if both messages are complete and no
   * surplus follows.
   */
  private void finish() {
    boolean hasSurplus = decoder.hasUndecoded();
    if (hasSurplus) {
      home.surplus(UpstreamSurplus.AFTER_RESPONSE);
    }
    if (hasSurplus
        || !keepAlive
        || !requestSent
        || outputEnded
        || hasServedEnough()
        || isTooOld()
        || !context().channel().isActive()) {
      close();
      return;
    }
    exchange = null;
    settling = true;
    site.deadlines().pause(deadline);
    if (readPaused) {
      readPaused = false;
      applyReading();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    Receiver current = exchange;
    if (current != null) {
      current.sink().flush();
    }
    if (settling) {
      settling = false;
      home.released(this);
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    site.deadlines().disarm(deadline);
    closing = true;
    settling = false;
    Receiver current = exchange;
    exchange = null;
    if (counted) {
      counted = false;
      home.closed(this);
    }
    if (current != null && !begun) {
      current.lost(this, closedBeforeRequest());
    } else if (current != null) {
      current.lost(this, closedWithin());
    }
  }

  private ExchangeFailure closedWithin() {
    ExchangeFailure tls = tlsFailure;
    Kind kind = finalHeadSeen ? Kind.RESPONSE_INCOMPLETE : Kind.CONNECTION_TERMINATED;
    return tls == null
        ? new ExchangeFailure(kind, home.server() + ": connection closed by the server")
        : new ExchangeFailure(finalHeadSeen ? kind : tls.kind(), tls.detail());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelOutputShutdownEvent) {
      outputEnded = true;
      broken = true;
      if (exchange == null) {
        close();
      } else if (!finalHeadSeen) {
        arm(site.config().responseHeadTimeout());
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    broken = true;
    if (cause instanceof ChannelOutputShutdownException
        || cause instanceof ClosedChannelException) {
      // A write has failed. The input is read to its end, which closes the channel.
      return;
    }
    if (tlsFailure == null) {
      tlsFailure = TlsFailure.ofConnection(home.server(), cause);
    }
    // The end of the channel fails the exchange.
    var unused = ctx.close();
  }

  private void fail(Receiver current, ExchangeFailure failure) {
    close();
    current.failed(failure);
  }

  private ExchangeFailure closedBeforeRequest() {
    return new ExchangeFailure(
        Kind.CONNECTION_TERMINATED, home.server() + ": closed before the request", true);
  }

  private ExchangeFailure malformed(Throwable cause) {
    Kind kind = cause instanceof TooLongHttpHeaderException
        ? Kind.RESPONSE_HEAD_TOO_LARGE
        : Kind.RESPONSE_MALFORMED;
    return new ExchangeFailure(kind, home.server() + ": " + cause.getMessage());
  }

  private void arm(Duration time) {
    site.deadlines().arm(deadline, time.toNanos());
  }

  /** The decoder's share of a turn of the loop. */
  private final class Decoding extends TurnBudget {
    Decoding() {
      super(new TurnShare(site.loop(), site.clock()));
    }

    @Override
    protected void suspended() {
      applyReading();
    }

    @Override
    protected void decodeOn() {
      ChannelHandlerContext decoding = context().pipeline().context(decoder);
      if (decoding != null && decoding.channel().isActive()) {
        decoder.decodeOn(decoding);
      }
    }

    @Override
    protected void resumed() {
      ChannelPipeline pipeline = context().pipeline();
      if (pipeline.context(decoder) != null) {
        applyReading();
      }
    }

    @Override
    protected void failed() {
      var unused = context().close();
    }
  }

  /** The deadline of the connection: its next use while pooled, the head or more of the body in an exchange. */
  private final class Waiting extends Deadline {
    @Override
    protected void expired() {
      Receiver current = exchange;
      close();
      if (current != null) {
        Kind kind = finalHeadSeen ? Kind.RESPONSE_BODY_TIMEOUT : Kind.RESPONSE_HEAD_TIMEOUT;
        String why =
            unwritten > 0 && !finalHeadSeen ? "took no more of the request" : "response timeout";
        current.failed(new ExchangeFailure(kind, home.server() + ": " + why));
      }
    }
  }
}
