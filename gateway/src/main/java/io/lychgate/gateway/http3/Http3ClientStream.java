package io.lychgate.gateway.http3;

import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.http.PlainSize;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3RequestStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;
import org.jspecify.annotations.Nullable;

/** One request stream as its exchange sees it: converts responses to frames. Event loop only. */
final class Http3ClientStream implements ClientStream, ChannelFutureListener {
  /** Maximum body bytes of one DATA frame. */
  private static final int PIECE_BYTES = 16 * 1024;

  private final RequestStream stream;
  private final QuicStreamChannel channel;
  private final FinalFrame finalFrame;
  private @Nullable Exchange exchange;
  private long unsentBytes;
  private boolean early;
  private boolean ended;
  private boolean notifyingWritable;

  /** Set while the tunnel's server has ended but its client has not. */
  private boolean halfClosed;

  Http3ClientStream(RequestStream stream, QuicStreamChannel channel, FinalFrame finalFrame) {
    this.stream = stream;
    this.channel = channel;
    this.finalFrame = finalFrame;
  }

  /** @param isEarly true if the connection's handshake is not complete */
  void exchange(Exchange of, boolean isEarly) {
    exchange = of;
    early = isEarly;
  }

  /** Returns true, because one datagram may contain frames of many streams. */
  @Override
  public boolean hasMoreInput() {
    return true;
  }

  /** Checks for STOP_SENDING, which Netty reports only with the next write. */
  @Override
  public boolean isWanted() {
    if (stream.isCancelled()) {
      stream.cancelled();
      return false;
    }
    return true;
  }

  @Override
  public boolean isEarly() {
    return early;
  }

  @Override
  public long id() {
    return channel.streamId();
  }

  @Override
  public PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return PriorityFacts.of(
        stream.priority(),
        clientStated || stream.isOfClientWithUrgencies(),
        contentType,
        upstreamPriority);
  }

  @Override
  public void writeInformational(ResponseHead head) {
    if (!ended) {
      writeHeaders(Http3OutboundHeaders.response(head.status(), head.fields()), false);
    }
  }

  @Override
  public void writeHead(ResponseHead head, boolean end) {
    if (!ended) {
      writeHeaders(Http3OutboundHeaders.response(head.status(), head.fields()), end);
    }
  }

  @Override
  public void writeData(ByteBuf data, boolean end) {
    if (ended) {
      data.release();
      return;
    }
    // Always a slice: Netty's codec puts the frame header before the buffer's first byte, not
    // before its reader index.
    while (data.readableBytes() > PIECE_BYTES) {
      writePiece(data.readRetainedSlice(PIECE_BYTES), false);
    }
    if (data.isReadable() || end) {
      // An end without data is an empty DATA frame, whose two bytes carry the FIN.
      writePiece(data.readRetainedSlice(data.readableBytes()), end);
    }
    data.release();
  }

  /** Writes one piece. Pieces make {@link #unsentBytes} fall step by step while a slow client reads. */
  private void writePiece(ByteBuf piece, boolean end) {
    int bytes = piece.readableBytes();
    unsentBytes += bytes;
    ChannelFuture sent = write(new DefaultHttp3DataFrame(piece), end);
    sent.addListener(written -> written(bytes, written.isSuccess()));
    endAfter(sent, end);
  }

  private void written(int bytes, boolean isTaken) {
    unsentBytes -= bytes;
    if (!isTaken) {
      // STOP_SENDING came while this write waited.
      stream.cancelled();
    }
    if (isTaken && bytes > 0) {
      stream.noteSent(bytes);
    }
  }

  @Override
  public void writeTrailers(Fields trailers) {
    if (!ended) {
      writeHeaders(Http3OutboundHeaders.trailers(trailers), true);
    }
  }

  private void writeHeaders(Http3OutboundHeaders headers, boolean end) {
    PlainSize.Samples samples = stream.samplesSent();
    if (!samples.wantsNext()) {
      writeUnmeasured(headers, end);
      return;
    }
    int plain = PlainSize.ofResponse(headers);
    finalFrame.measureNext();
    writeUnmeasured(headers, end);
    int coded = finalFrame.measured();
    if (coded >= 0) {
      samples.take(plain, coded);
    }
  }

  private void writeUnmeasured(Http3OutboundHeaders headers, boolean end) {
    endAfter(write(new DefaultHttp3HeadersFrame(headers), end), end);
  }

  private ChannelFuture write(Http3RequestStreamFrame frame, boolean end) {
    if (!end) {
      return channel.write(frame);
    }
    ended = true;
    ChannelPromise last = channel.newPromise();
    finalFrame.goesWith(last);
    return channel.write(frame, last);
  }

  private void endAfter(ChannelFuture sent, boolean end) {
    if (end) {
      sent.addListener(this);
    }
  }

  /** Call when quiche has taken the last byte of the response and its end, or will never take them. */
  @Override
  public void operationComplete(ChannelFuture written) {
    Exchange of = exchange;
    if (of == null) {
      return;
    }
    if (!written.isSuccess()) {
      stream.cancelled();
      return;
    }
    if (of.isTunnel() && !stream.isInputEnded()) {
      halfClosed = true;
    } else {
      bothEnded(of);
    }
  }

  /** Call when the client has ended its side. The gateway's side may have ended before, in a tunnel only. */
  void inputEnded() {
    if (halfClosed && exchange != null) {
      bothEnded(exchange);
    }
  }

  private void bothEnded(Exchange of) {
    stream.responseEnded();
    of.clientClosed();
  }

  @Override
  public void reset(ExchangeFailure.Kind why) {
    ended = true;
    stream.abort(codeOf(why));
  }

  private static Http3ErrorCode codeOf(ExchangeFailure.Kind why) {
    return switch (why) {
      case DRAINING -> Http3ErrorCode.H3_REQUEST_REJECTED;
      // RFC 9220 3: a broken TCP connection of a tunnel is H3_REQUEST_CANCELLED, too.
      case CLIENT_STALLED, CLIENT_ABORTED, CONNECTION_TERMINATED, TUNNEL_IDLE ->
        Http3ErrorCode.H3_REQUEST_CANCELLED;
      case BAD_REQUEST -> Http3ErrorCode.H3_MESSAGE_ERROR;
      default -> Http3ErrorCode.H3_INTERNAL_ERROR;
    };
  }

  @Override
  public boolean isWritable() {
    return channel.isWritable();
  }

  /** Queues the notification, because this call comes from within a write. */
  void writabilityChanged() {
    if (channel.isWritable() && !notifyingWritable) {
      notifyingWritable = true;
      channel.eventLoop().execute(this::notifyWritable);
    }
  }

  private void notifyWritable() {
    notifyingWritable = false;
    if (exchange != null && channel.isWritable()) {
      exchange.clientWritable();
    }
  }

  /** Bytes that quiche has not taken yet. Netty's own count is always zero on QUIC streams. */
  @Override
  public long unsentBytes() {
    return unsentBytes;
  }

  @Override
  public void flush() {
    stream.flush();
  }

  @Override
  public void requestConsumed(int bytes) {
    stream.consumed(bytes);
  }

  @Override
  public void prioritize(StreamPriority priority) {
    if (priority instanceof Urgency urgency) {
      stream.override(urgency);
    } else if (priority instanceof TreeDependency place
        && place.weight() == TreeDependency.RAISED_WEIGHT) {
      stream.override(Urgency.RAISED);
    }
  }

  /** Refuses the promise: browsers never supported HTTP/3 push, and HTTP/3 clients send no MAX_PUSH_ID. */
  @Override
  public int push(RequestHead promised) {
    return NOT_PROMISED;
  }

  @Override
  public int pushesAllowed() {
    return 0;
  }
}
