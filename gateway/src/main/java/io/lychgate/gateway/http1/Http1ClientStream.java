package io.lychgate.gateway.http1;

import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Http1Wire;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The response of one exchange on an HTTP/1.1 connection. Event loop only. */
final class Http1ClientStream implements ClientStream, ChannelFutureListener {
  private static final AsciiString CHUNKED = AsciiString.cached("chunked");
  private static final AsciiString CLOSE = AsciiString.cached("close");
  private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
  private static final AsciiString ZERO = AsciiString.cached("0");
  private static final ByteBuf CRLF = Unpooled.unreleasableBuffer(Unpooled.directBuffer(2)
      .writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII))
      .asReadOnly());

  /** Maximum size in bytes of a body that is copied behind its head: one buffer to encrypt and write instead of two. */
  private static final int COPY_BYTES = 2048;

  private final Http1Edge edge;
  private final long ordinal;
  private final boolean headRequest;
  private final boolean http10;

  /** True if the request ends the connection: its client sends no other one (RFC 9112 section 9.6). */
  private final boolean isLastOfClient;

  private boolean keepAlive;
  private boolean chunked;
  private boolean ended;
  private @Nullable Exchange exchange;

  /** The head, held briefly so that a small body can join it. */
  private @Nullable ByteBuf unsent;

  Http1ClientStream(
      Http1Edge edge, long ordinal, boolean headRequest, boolean http10, boolean keepAlive) {
    this.edge = edge;
    this.ordinal = ordinal;
    this.headRequest = headRequest;
    this.http10 = http10;
    this.isLastOfClient = !keepAlive;
    this.keepAlive = keepAlive;
  }

  void exchange(Exchange of) {
    exchange = of;
  }

  @Nullable
  Exchange exchange() {
    return exchange;
  }

  boolean isEnded() {
    return ended;
  }

  boolean keepsAlive() {
    return keepAlive;
  }

  boolean isLastOfClient() {
    return isLastOfClient;
  }

  /** Closes the connection after this response. Called when nothing can be read after its request. */
  void endConnection() {
    keepAlive = false;
  }

  @Override
  public long id() {
    return ordinal;
  }

  @Override
  public void writeInformational(ResponseHead head) {
    // RFC 9110 15.2: a 1.0 client does not know interim responses.
    if (!ended && !http10) {
      ByteBuf out = edge.context().alloc().ioBuffer(Http1Wire.estimate(head.fields()));
      Http1Wire.writeResponseHead(out, head);
      Http1Wire.writeHeadEnd(out);
      var unused = edge.context().writeAndFlush(out, edge.context().voidPromise());
    }
  }

  @Override
  public void writeHead(ResponseHead head, boolean end) {
    if (ended) {
      return;
    }
    boolean requestPending = exchange != null && !exchange.isRequestEnded();
    if (edge.client().isDraining() || (requestPending && head.status() >= 400)) {
      keepAlive = false;
    }
    ByteBuf out = edge.context().alloc().ioBuffer(Http1Wire.estimate(head.fields()) + COPY_BYTES);
    Http1Wire.writeResponseHead(out, head);
    frame(out, head, end);
    if (!keepAlive) {
      Http1Wire.writeField(out, HttpHeaderNames.CONNECTION, CLOSE);
    } else if (http10) {
      Http1Wire.writeField(out, HttpHeaderNames.CONNECTION, KEEP_ALIVE);
    }
    Http1Wire.writeHeadEnd(out);
    unsent = out;
    if (end) {
      end();
    } else {
      edge.flushLater();
    }
  }

  /** Adds the framing by which the client finds the end of the body (RFC 9112 section 6.3). */
  private void frame(ByteBuf out, ResponseHead head, boolean end) {
    if (headRequest
        || head.isBodiless()
        || head.fields().contains(HttpHeaderNames.CONTENT_LENGTH)) {
      return;
    }
    if (end) {
      Http1Wire.writeField(out, HttpHeaderNames.CONTENT_LENGTH, ZERO);
    } else if (http10) {
      keepAlive = false;
    } else {
      chunked = true;
      Http1Wire.writeField(out, HttpHeaderNames.TRANSFER_ENCODING, CHUNKED);
    }
  }

  @Override
  public int switchProtocols(Fields fields) {
    if (ended || !edge.switchProtocols()) {
      return 0;
    }
    keepAlive = false;
    fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
    fields.set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
    ByteBuf out = openBuffer();
    Http1Wire.writeResponseHead(out, new ResponseHead(101, fields));
    Http1Wire.writeHeadEnd(out);
    edge.flushLater();
    return 101;
  }

  @Override
  public void writeData(ByteBuf data, boolean end) {
    if (ended) {
      data.release();
      return;
    }
    int bytes = data.readableBytes();
    if (bytes == 0) {
      data.release();
    } else {
      if (chunked) {
        Http1Wire.writeChunkSize(openBuffer(), bytes);
      }
      append(data);
      if (chunked) {
        append(CRLF.duplicate());
      }
    }
    if (end) {
      if (chunked) {
        Http1Wire.writeLastChunk(openBuffer(), new Fields(0));
      }
      end();
    } else {
      edge.flushLater();
    }
  }

  @Override
  public void writeTrailers(Fields trailers) {
    if (!ended) {
      if (chunked) {
        // RFC 9112 7.1.2. Without chunks there is no place for trailers, and they are dropped (RFC
        // 9110 6.5.1).
        Http1Wire.writeLastChunk(openBuffer(), trailers);
      }
      end();
    }
  }

  private ByteBuf openBuffer() {
    if (unsent == null) {
      unsent = edge.context().alloc().ioBuffer(256);
    }
    return unsent;
  }

  private void append(ByteBuf data) {
    ByteBuf open = unsent;
    if (open != null && data.readableBytes() <= Math.min(COPY_BYTES, open.maxWritableBytes())) {
      open.writeBytes(data);
      data.release();
      return;
    }
    send();
    var unused = edge.context().write(data, edge.context().voidPromise());
  }

  /** Writes the held bytes to the channel. */
  void send() {
    ByteBuf open = unsent;
    unsent = null;
    if (open != null) {
      var unused = edge.context().write(open, edge.context().voidPromise());
    }
  }

  private void end() {
    ended = true;
    ByteBuf last = unsent == null ? Unpooled.EMPTY_BUFFER : unsent;
    unsent = null;
    ChannelHandlerContext ctx = edge.context();
    ctx.write(last, ctx.newPromise().addListener(this));
    edge.flushLater();
  }

  /** Called when the last byte was written or the write failed. */
  @Override
  public void operationComplete(ChannelFuture written) {
    Exchange of = exchange;
    if (of != null) {
      if (written.isSuccess()) {
        of.clientClosed();
      } else {
        of.clientAborted();
      }
    }
    edge.responseWritten(this);
  }

  @Override
  public void reset(ExchangeFailure.Kind why) {
    ended = true;
    release();
    edge.client().closing(reasonOf(why));
    edge.abort();
  }

  private static CloseReason reasonOf(ExchangeFailure.Kind why) {
    return switch (why) {
      case CLIENT_STALLED, TUNNEL_IDLE -> CloseReason.LIMIT;
      case CLIENT_ABORTED -> CloseReason.CLIENT;
      case DRAINING -> CloseReason.DRAIN;
      default -> CloseReason.ERROR;
    };
  }

  /** Aborts the exchange, because the connection is closed. */
  void aborted() {
    ended = true;
    release();
    if (exchange != null) {
      exchange.clientAborted();
    }
  }

  private void release() {
    if (unsent != null) {
      unsent.release();
      unsent = null;
    }
  }

  @Override
  public boolean isWritable() {
    return edge.context().channel().isWritable();
  }

  @Override
  public long unsentBytes() {
    ChannelOutboundBuffer queued = edge.context().channel().unsafe().outboundBuffer();
    return queued == null ? 0 : queued.totalPendingWriteBytes();
  }

  @Override
  public void flush() {
    edge.flushLater();
  }

  @Override
  public void requestConsumed(int bytes) {
    edge.requestConsumed(bytes);
  }

  @Override
  public void prioritize(StreamPriority priority) {
    // One response at a time: there is no order to change.
  }

  @Override
  public int push(RequestHead promised) {
    return NOT_PROMISED;
  }

  @Override
  public @Nullable PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return null;
  }

  @Override
  public int pushesAllowed() {
    return 0;
  }
}
