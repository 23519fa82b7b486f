package io.lychgate.gateway.upstream;

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
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection to a server. It serves one exchange at a time: a response belongs to the exchange that holds the
 * connection, and so do interim responses. Bytes that arrive while no response is expected close the connection (RFC 9112 section
 * 9.2): what follows them cannot be attributed to a request.
 *
 * <pre>
 *   POOLED --take--> TAKEN --head written--> EXCHANGING --response complete--> SETTLING --end of the read--> POOLED
 * </pre>
 */
final class UpstreamConnection extends ChannelInboundHandlerAdapter
    implements UpstreamResponseDecoder.Expectation {
  private static final ByteBuf CRLF = Unpooled.unreleasableBuffer(Unpooled.directBuffer(2)
      .writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII))
      .asReadOnly());

  private final ServerPool pool;
  private final TurnBudget budget;
  private final UpstreamResponseDecoder decoder;
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

  private @Nullable ChannelHandlerContext context;
  private @Nullable UpstreamExchange exchange;

  /** Number of exchanges that this connection served before the current one. */
  private int served = -1;

  private boolean counted;
  private boolean pooled;
  private boolean isLent;
  private boolean isTimed;
  private long client;
  private long lentNanos;
  private boolean closing;

  /** The request is written with the next flush, so that its head and the first part of its body leave together. */
  private boolean deferred;

  /** The request head was written. Only from then on can bytes be its response. */
  private boolean begun;

  /** The last response is complete, but the read with its end is not: more bytes may follow in it. */
  private boolean settling;

  /** The server accepts no more of the request. Its earlier output can still be read. */
  private boolean outputEnded;

  /** The connection was reset or a write failed, so its end is not the end of a response. */
  private boolean broken;

  private boolean headRequest;
  private boolean chunkedRequest;
  private boolean requestSent;
  private boolean finalHeadSeen;
  private boolean informationalOpen;
  private int interimResponses;
  private boolean keepAlive;

  /** The response ends with the connection (RFC 9112 section 6.3, rule 8). */
  private boolean endsWithConnection;

  /** The response has an error status. The status alone reports the failure, so a truncated body after it does no harm. */
  private boolean isError;

  private boolean readPaused;

  UpstreamConnection(ServerPool pool) {
    this.pool = pool;
    this.budget = new Decoding();
    this.decoder =
        new UpstreamResponseDecoder(pool.upstream().maxResponseHeaderBytes(), this, budget);
  }

  /** Returns the decoder, which precedes this handler in the pipeline. */
  UpstreamResponseDecoder decoder() {
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

  /** Reports that the connection is usable. From now on its close is reported to the pool. */
  void opened() {
    counted = true;
    pool.opened();
  }

  /** Assigns the connection to a client. It counts for the client's share. */
  void lent(long to, long nowNanos) {
    isLent = true;
    isTimed = true;
    client = to;
    lentNanos = nowNanos;
  }

  void takenBack() {
    isLent = false;
    isTimed = false;
  }

  /** Excludes the connection from the service times, because it has become a tunnel. */
  void untimed() {
    isTimed = false;
  }

  boolean isLent() {
    return isLent;
  }

  boolean isTimed() {
    return isTimed;
  }

  long client() {
    return client;
  }

  long lentNanos() {
    return lentNanos;
  }

  /** Assigns the connection to this exchange until it ends. */
  void take(UpstreamExchange taker) {
    exchange = taker;
    served++;
    requestSent = false;
    finalHeadSeen = false;
    informationalOpen = false;
    interimResponses = 0;
    keepAlive = false;
    endsWithConnection = false;
    isError = false;
    deferred = false;
    begun = false;
    pool.deadlines().pause(deadline);
  }

  /** Returns true if a request may be sent: the server has not closed the connection and has sent nothing. Costs a system call. */
  boolean isUsable() {
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
  public void surplus() {
    if (closing) {
      return;
    }
    UpstreamExchange current = exchange;
    pool.surplus(
        current == null ? UpstreamSurplus.BETWEEN_REQUESTS : UpstreamSurplus.BEFORE_REQUEST);
    close();
    if (current != null) {
      current.notBegun(this);
    }
  }

  /** Schedules the exchange's request for the next flush. */
  void beginLater() {
    deferred = true;
    pool.flushes().add(flushable);
  }

  boolean isDeferred() {
    return deferred;
  }

  private void beginDeferred() {
    UpstreamExchange current = exchange;
    if (!deferred || current == null) {
      return;
    }
    deferred = false;
    if (isUsable()) {
      current.begin(this);
    } else if (exchange == current) {
      // The server has closed it.
      close();
      current.notBegun(this);
    }
  }

  /** Starts the idle timeout of a connection in the pool. */
  void idle() {
    pooled = true;
    arm(pool.upstream().keepAliveIdle());
  }

  /** Returns true if the connection was opened for an earlier exchange, so that the server may have closed it since. */
  boolean isReused() {
    return pooled || served > 0;
  }

  @Override
  public boolean isResponseToHead() {
    return headRequest;
  }

  void writeHead(RequestHead request, CharSequence host, boolean end) {
    begun = true;
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
      pool.flushes().add(flushable);
    }
  }

  /** Writes a part of the body. Calls {@link UpstreamExchange#bodyWritten} once the bytes have been written or dropped. */
  void writeBody(ByteBuf data, boolean end, UpstreamExchange from) {
    ChannelHandlerContext ctx = context();
    int bytes = data.readableBytes();
    if (outputEnded) {
      // The rest of the request is read and dropped, because the response may still arrive.
      data.release();
      from.bodyWritten(bytes);
      return;
    }
    ChannelPromise written = ctx.newPromise();
    written.addListener(done -> from.bodyWritten(bytes));
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
      writeBodyEnd(new Fields());
    } else {
      pool.flushes().add(flushable);
    }
  }

  void writeBodyEnd(Fields trailers) {
    if (outputEnded) {
      return;
    }
    if (chunkedRequest) {
      ByteBuf last = context().alloc().ioBuffer(Http1Wire.estimate(trailers));
      Http1Wire.writeLastChunk(last, trailers);
      var unused = context().write(last, context().voidPromise());
    }
    requestSent();
    pool.flushes().add(flushable);
  }

  private void requestSent() {
    requestSent = true;
    if (!finalHeadSeen) {
      arm(pool.upstream().responseHeadTimeout());
    }
  }

  /** Stops reading because the sink is full. TCP flow control then holds the server back. */
  void pauseReading() {
    if (!readPaused) {
      readPaused = true;
      applyReading();
      pool.deadlines().pause(deadline);
    }
  }

  void resumeReading() {
    if (readPaused) {
      readPaused = false;
      if (exchange != null && finalHeadSeen) {
        arm(pool.upstream().responseBodyIdleTimeout());
      }
      applyReading();
    }
  }

  private void applyReading() {
    context().channel().config().setAutoRead(!readPaused && !budget.isSuspended());
  }

  /** The request was cancelled: takes nothing more from the server, and closes in this turn of the loop or a later one. */
  void abandon() {
    exchange = null;
    closing = true;
    settling = false;
    context().channel().config().setAutoRead(false);
    pool.group().abandoned(this);
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
      pool.clock().invalidate();
    }
    UpstreamExchange current = exchange;
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
      current.connectionLost(this, malformed(result.cause()));
    } else if (message instanceof HttpResponse response) {
      readHead(current, response);
    } else if (message instanceof HttpContent content) {
      readContent(current, content);
    }
  }

  private void readHead(UpstreamExchange current, HttpResponse response) {
    int status = response.status().code();
    if (status == 101 && switchProtocols(current, response)) {
      return;
    }
    if (status == 101 || status < 100) {
      fail(
          current,
          new ExchangeFailure(
              Kind.RESPONSE_MALFORMED,
              pool.server() + ": status " + status + " was not requested"));
      return;
    }
    ResponseHead head = new ResponseHead(status, FieldHeaders.of(response.headers()));
    if (head.isInformational()) {
      if (++interimResponses > MAX_INTERIM_RESPONSES) {
        fail(
            current,
            new ExchangeFailure(
                Kind.RESPONSE_MALFORMED,
                pool.server() + ": more than " + MAX_INTERIM_RESPONSES + " interim responses"));
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
              Kind.RESPONSE_MALFORMED, pool.server() + ": transfer-encoding " + coding));
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
    arm(pool.upstream().responseBodyIdleTimeout());
    // RFC 9110 9.3.2: a HEAD response never has content; its length is that of the GET response.
    boolean end = headRequest || head.isBodiless() || head.contentLength() == 0;
    current.head(head, end);
  }

  /**
   * Makes the connection a tunnel if the server has switched to the requested protocol. The pool still counts it. Returns false if
   * the response is not valid.
   */
  private boolean switchProtocols(UpstreamExchange current, HttpResponse response) {
    ResponseHead head = new ResponseHead(101, FieldHeaders.of(response.headers()));
    if (!current.acceptsSwitch(head)) {
      return false;
    }
    exchange = null;
    pool.deadlines().disarm(deadline);
    pool.group().tunnelBegan(this);
    ChannelPipeline pipeline = context().pipeline();
    UpstreamTunnel tunnel =
        new UpstreamTunnel(current.sink(), pool.server().toString(), pool.flushes());
    pipeline.addBefore(context().name(), null, tunnel);
    current.switched(head, tunnel);
    // The decoder passes its remaining input on when it is removed.
    pipeline.remove(decoder);
    return true;
  }

  private void readContent(UpstreamExchange current, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (informationalOpen) {
      // The decoder ends every head with a LastHttpContent, even interim ones.
      informationalOpen = !last;
      content.release();
      return;
    }
    if (!last) {
      arm(pool.upstream().responseBodyIdleTimeout());
      current.data(content.content(), false);
      if (exchange == current && !current.isSinkWritable()) {
        pauseReading();
      }
      return;
    }
    if (endsWithConnection && broken && (requestSent || !isError)) {
      content.release();
      fail(
          current,
          new ExchangeFailure(
              Kind.RESPONSE_INCOMPLETE, pool.server() + ": connection reset within the response"));
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
      pool.surplus(UpstreamSurplus.AFTER_RESPONSE);
    }
    if (hasSurplus
        || !keepAlive
        || !requestSent
        || outputEnded
        || !context().channel().isActive()) {
      close();
      return;
    }
    exchange = null;
    settling = true;
    pool.deadlines().pause(deadline);
    if (readPaused) {
      readPaused = false;
      applyReading();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    UpstreamExchange current = exchange;
    if (current != null) {
      current.flushSink();
    }
    if (settling) {
      settling = false;
      pool.release(this);
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    pool.deadlines().disarm(deadline);
    closing = true;
    settling = false;
    UpstreamExchange current = exchange;
    exchange = null;
    if (counted) {
      counted = false;
      pool.closed(this);
    }
    if (current != null && deferred) {
      current.notBegun(this);
    } else if (current != null) {
      Kind kind = finalHeadSeen ? Kind.RESPONSE_INCOMPLETE : Kind.CONNECTION_TERMINATED;
      current.connectionLost(
          this, new ExchangeFailure(kind, pool.server() + ": connection closed by the server"));
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelOutputShutdownEvent) {
      outputEnded = true;
      broken = true;
      if (exchange == null) {
        close();
      } else if (!finalHeadSeen) {
        arm(pool.upstream().responseHeadTimeout());
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
    // The end of the channel fails the exchange.
    var unused = ctx.close();
  }

  private void fail(UpstreamExchange current, ExchangeFailure failure) {
    close();
    current.failed(failure);
  }

  private ExchangeFailure malformed(Throwable cause) {
    Kind kind = cause instanceof TooLongHttpHeaderException
        ? Kind.RESPONSE_HEAD_TOO_LARGE
        : Kind.RESPONSE_MALFORMED;
    return new ExchangeFailure(kind, pool.server() + ": " + cause.getMessage());
  }

  private void arm(Duration time) {
    pool.deadlines().arm(deadline, time.toNanos());
  }

  /** The decoder's share of a turn of the loop. */
  private final class Decoding extends TurnBudget {
    Decoding() {
      super(new TurnShare(pool.loop(), pool.clock()));
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
      UpstreamExchange current = exchange;
      close();
      if (current != null) {
        Kind kind = finalHeadSeen ? Kind.RESPONSE_BODY_TIMEOUT : Kind.RESPONSE_HEAD_TIMEOUT;
        current.failed(new ExchangeFailure(kind, pool.server() + ": response timeout"));
      }
    }
  }
}
