package io.lychgate.gateway.cache;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One client at the cache. It waits for a {@link Fill}, reads from it at its own pace, or reads a stored response. Its deadline bounds
 * the wait for the fill of another client. Event loop only.
 */
final class Visit extends Deadline implements Responder {
  /** Longer than nearly all responses take to begin. After it, the client gets a fill of its own. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Bytes of one piece of a body, after which the client may stop the flow. */
  private static final int PIECE = 64 * 1024;

  private final ResponseCache cache;
  private final LoopCache loop;
  private final RequestContext context;
  private final RequestHead request;
  private final ResponseSink sink;
  private final LoopCache.Key key;
  private @Nullable Fill fill;
  private @Nullable ByteBuf stored;
  private long position;
  private int end;
  private boolean hasBegun;
  private boolean isDone;

  Visit(
      ResponseCache cache,
      LoopCache loop,
      RequestContext context,
      ResponseSink sink,
      String url,
      String space) {
    this.cache = cache;
    this.loop = loop;
    this.context = context;
    this.request = context.request();
    this.sink = sink;
    this.key = new LoopCache.Key(url, space);
  }

  LoopCache loop() {
    return loop;
  }

  RequestContext context() {
    return context;
  }

  /** The request as the client sent it. */
  RequestHead request() {
    return request;
  }

  LoopCache.Key key() {
    return key;
  }

  ResponseSink sink() {
    return sink;
  }

  long position() {
    return position;
  }

  boolean hasBegun() {
    return hasBegun;
  }

  boolean isDone() {
    return isDone;
  }

  // A stored response.

  /**
   * Sends a response from a stored one.
   *
   * @param body this object takes ownership
   * @param atOnce bytes that are sent even if the client cannot take them now
   */
  Responder send(StoredReply reply, ByteBuf body, int atOnce) {
    leaveFill();
    hasBegun = true;
    boolean isEmpty = reply.from() == reply.to();
    sink.head(reply.head(), isEmpty);
    if (isEmpty) {
      isDone = true;
      body.release();
      sink.flush();
      return NoResponder.INSTANCE;
    }
    if (reply.to() - reply.from() <= atOnce) {
      isDone = true;
      sink.data(body.slice(reply.from(), reply.to() - reply.from()), true);
      sink.flush();
      return NoResponder.INSTANCE;
    }
    stored = body;
    position = reply.from();
    end = reply.to();
    sendStored(body);
    sink.flush();
    return this;
  }

  private void sendStored(ByteBuf body) {
    while (!isDone && sink.isWritable()) {
      int part = (int) Math.min(PIECE, end - position);
      ByteBuf piece = body.retainedSlice((int) position, part);
      position += part;
      boolean isLast = position == end;
      if (isLast) {
        isDone = true;
        releaseStored();
      }
      sink.data(piece, isLast);
    }
  }

  private void releaseStored() {
    if (stored != null) {
      stored.release();
      stored = null;
    }
  }

  // A fill.

  /** Waits for the head of this fill. */
  void await(Fill joined, boolean isBounded) {
    fill = joined;
    if (isBounded) {
      loop.deadlines().arm(this, PATIENCE.toNanos());
    }
  }

  @Override
  protected void expired() {
    if (!hasBegun && !isDone) {
      leaveFill();
      cache.retry(this, false);
    }
  }

  /** Sends the head of the response that the fill receives. Its body follows by {@link #pump}. */
  void begin(ResponseHead head, boolean isWhole) {
    loop.deadlines().disarm(this);
    hasBegun = true;
    if (isWhole) {
      isDone = true;
    }
    sink.head(head, isWhole);
  }

  /** Sends what the fill has received and this client can take. */
  void pump(FillBody body, boolean isComplete, @Nullable Fields trailers) {
    while (!isDone && hasBegun && sink.isWritable()) {
      ByteBuf piece = body.read(position, PIECE);
      boolean isLast = isComplete && position + length(piece) == body.length();
      if (piece == null && !isLast) {
        return;
      }
      position += length(piece);
      if (isLast) {
        finish(piece, trailers);
      } else if (piece != null) {
        sink.data(piece, false);
      }
    }
  }

  private static int length(@Nullable ByteBuf piece) {
    return piece == null ? 0 : piece.readableBytes();
  }

  private void finish(@Nullable ByteBuf piece, @Nullable Fields trailers) {
    isDone = true;
    ByteBuf last = piece == null ? Unpooled.EMPTY_BUFFER : piece;
    if (trailers == null) {
      sink.data(last, true);
    } else {
      sink.data(last, false);
      sink.trailers(trailers);
    }
  }

  /** Ends the visit, because another object sends the rest. */
  void handedOver() {
    loop.deadlines().disarm(this);
    hasBegun = true;
  }

  void ended() {
    isDone = true;
    fill = null;
    loop.deadlines().disarm(this);
  }

  void fail(ExchangeFailure failure) {
    if (!isDone) {
      ended();
      sink.fail(failure);
      sink.flush();
    }
  }

  /** Forgets the fill, which has removed this visit. */
  void released() {
    fill = null;
    loop.deadlines().disarm(this);
  }

  private void leaveFill() {
    Fill left = fill;
    released();
    if (left != null) {
      left.leave(this);
    }
  }

  // For the exchange.

  @Override
  public void requestData(ByteBuf data, boolean isEnd) {
    sink.dropRequestData(data);
  }

  @Override
  public void requestTrailers(Fields trailers) {}

  @Override
  public void sinkWritable() {
    if (stored != null) {
      sendStored(stored);
      sink.flush();
    } else if (fill != null) {
      fill.writable(this);
    }
  }

  @Override
  public void cancel() {
    isDone = true;
    releaseStored();
    leaveFill();
  }
}
