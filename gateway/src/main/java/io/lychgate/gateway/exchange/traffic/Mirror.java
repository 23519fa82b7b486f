package io.lychgate.gateway.exchange.traffic;

import io.lychgate.gateway.config.site.MirrorConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Requester;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.SideCount;
import io.lychgate.gateway.upstream.ForwardPolicy;
import io.lychgate.gateway.upstream.LoopUpstreams;
import io.lychgate.gateway.upstream.OutgoingRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends copies of a route's requests to another upstream and drops its responses. One object serves all exchanges of a snapshot on all
 * loops.
 *
 * <p>A copy leaves when its request is complete, so its body is in memory until then. Its size and the number of copies are bounded; a
 * request above a bound is not copied, and counted. Nothing of a copy returns to the request: it has its own connection, its own
 * deadline, and no effect on flow control.
 */
public final class Mirror {
  /** Marks a copy for the mirror, so that it does not charge a card twice. */
  static final AsciiString FIELD = AsciiString.cached("x-mirrored");

  private static final AsciiString ONE = AsciiString.cached("1");

  /** Time between two pieces of a request's body, and from its end to the end of the copy's response. Then the place is free again. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Bytes of a response that are read and dropped, so that its connection can serve again. */
  private static final long DROPPED_BYTES = 1024 * 1024;

  /** Pieces of a body. Each costs an object, and a client chooses their sizes. */
  private static final int MAX_PIECES = 256;

  /**
   * A piece is retained in place of a copy if it fills at least this part of its buffer. Otherwise a few bytes could hold a whole read
   * buffer.
   */
  private static final int RETAINED_PART = 4;

  private static final ForwardPolicy ONCE = new ForwardPolicy(0, false);

  private final MirrorConfig config;
  private final UpstreamConfig upstream;
  private final int number;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** @param number counter number */
  public Mirror(MirrorConfig config, UpstreamConfig upstream, int number) {
    this.config = config;
    this.upstream = upstream;
    this.number = number;
  }

  public UpstreamConfig upstream() {
    return upstream;
  }

  /** The parts of an event loop that copies use. */
  public record Loop(LoopUpstreams upstreams, DeadlineWheel deadlines, LoopObserver observer) {}

  /**
   * Prepares the copy of a request before it is forwarded. Returns null if it is not copied.
   *
   * @param request with the fields for the next server
   * @param host value of the copy's Host field; null for that of the server
   * @param client keyed hash of the client
   */
  public @Nullable Copy prepare(
      RequestHead request, @Nullable CharSequence host, long client, Loop loop) {
    if (config.percent() < 100 && ThreadLocalRandom.current().nextDouble(100) >= config.percent()) {
      return null;
    }
    if (request.contentLength() > config.maxBody()) {
      loop.observer().side(number, SideCount.MIRROR_BODY);
      return null;
    }
    if (inFlight.incrementAndGet() > config.maxInFlight()) {
      inFlight.decrementAndGet();
      loop.observer().side(number, SideCount.MIRROR_BUSY);
      return null;
    }
    Fields fields = request.fields().copy();
    fields.set(FIELD, ONE);
    return new Copy(request.withFields(fields), host, client, loop);
  }

  /** One copy: it collects the body of its request, then sends it, then drops the response. */
  public final class Copy extends Deadline implements ResponseSink, Requester {
    private final RequestHead request;
    private final @Nullable CharSequence host;
    private final long client;
    private final Loop loop;
    private final ArrayDeque<ByteBuf> pieces = new ArrayDeque<>(4);
    private @Nullable Responder exchange;
    private int bytes;
    private long dropped;
    private boolean isComplete;
    private boolean isDone;

    private Copy(RequestHead request, @Nullable CharSequence host, long client, Loop loop) {
      this.request = request;
      this.host = host;
      this.client = client;
      this.loop = loop;
    }

    /**
     * Sends the copy of a request that is whole. Returns the responder, or one in front of it that collects the body of the request for
     * the copy.
     */
    public Responder beside(Responder responder, boolean isWhole) {
      if (isWhole) {
        send(null, true);
        return responder;
      }
      loop.deadlines().arm(this, LIMIT.toNanos());
      return new Body(responder);
    }

    /** Returns the sink for the response to the original request. If it ends before the request, there is no copy. */
    public ResponseSink watching(ResponseSink sink) {
      return new Watch(sink);
    }

    private void responseEnded() {
      if (!isComplete) {
        end(SideCount.MIRROR_ABORTED);
      }
    }

    /** Keeps a piece of the body for the copy. The caller keeps its ownership. */
    private void add(ByteBuf data) {
      int length = data.readableBytes();
      if (isDone || length == 0) {
        return;
      }
      loop.deadlines().arm(this, LIMIT.toNanos());
      bytes += length;
      if (bytes > config.maxBody() || pieces.size() == MAX_PIECES) {
        end(SideCount.MIRROR_BODY);
        return;
      }
      ByteBuf whole = data;
      for (ByteBuf outer = whole.unwrap(); outer != null; outer = whole.unwrap()) {
        whole = outer;
      }
      pieces.add(
          length >= whole.capacity() / RETAINED_PART
              ? data.retainedSlice()
              : ByteBufAllocator.DEFAULT
                  .buffer(length)
                  .writeBytes(data, data.readerIndex(), length));
    }

    private void send(@Nullable Fields trailers, boolean isWhole) {
      if (isDone) {
        return;
      }
      loop.deadlines().arm(this, LIMIT.toNanos());
      Responder sent = loop.upstreams()
          .forward(upstream, OutgoingRequest.plain(request, host, isWhole), this, ONCE, this);
      exchange = sent;
      while (!pieces.isEmpty()) {
        ByteBuf piece = pieces.remove();
        sent.requestData(piece, trailers == null && pieces.isEmpty());
      }
      if (trailers != null) {
        sent.requestTrailers(trailers);
      } else if (!isWhole && bytes == 0) {
        sent.requestData(Unpooled.EMPTY_BUFFER, true);
      }
    }

    @Override
    public long clientHash() {
      return client;
    }

    private void end(SideCount outcome) {
      if (isDone) {
        return;
      }
      isDone = true;
      inFlight.decrementAndGet();
      loop.deadlines().disarm(this);
      pieces.forEach(ByteBuf::release);
      pieces.clear();
      loop.observer().side(number, outcome);
    }

    @Override
    protected void expired() {
      if (exchange == null) {
        // The client has stopped in the middle of the body.
        end(SideCount.MIRROR_ABORTED);
        return;
      }
      end(dropped > DROPPED_BYTES ? SideCount.MIRROR_COMPLETE : SideCount.MIRROR_FAILED);
      exchange.cancel();
    }

    @Override
    public void informational(ResponseHead head) {}

    @Override
    public void head(ResponseHead head, boolean end) {
      if (end) {
        end(SideCount.MIRROR_COMPLETE);
      }
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      dropped += data.readableBytes();
      data.release();
      if (end) {
        end(SideCount.MIRROR_COMPLETE);
      } else if (dropped > DROPPED_BYTES) {
        // The wheel cancels it, as its connection is still reading.
        loop.deadlines().arm(this, 0);
      }
    }

    @Override
    public void trailers(Fields trailers) {
      end(SideCount.MIRROR_COMPLETE);
    }

    @Override
    public void fail(ExchangeFailure failure) {
      end(SideCount.MIRROR_FAILED);
    }

    @Override
    public boolean isWritable() {
      return dropped <= DROPPED_BYTES;
    }

    @Override
    public boolean isWanted() {
      return !isDone;
    }

    @Override
    public void requestConsumed(int taken) {}

    @Override
    public void flush() {}

    /** Stands between the client and the responder of the original request. */
    private final class Body implements Responder {
      private final Responder responder;

      Body(Responder responder) {
        this.responder = responder;
      }

      @Override
      public void requestData(ByteBuf data, boolean end) {
        add(data);
        isComplete |= end;
        responder.requestData(data, end);
        if (end) {
          send(null, false);
        }
      }

      @Override
      public void requestTrailers(Fields trailers) {
        // The responder may keep or change its own.
        Fields copied = trailers.copy();
        isComplete = true;
        responder.requestTrailers(trailers);
        send(copied, false);
      }

      @Override
      public void sinkWritable() {
        responder.sinkWritable();
      }

      @Override
      public void cancel() {
        // A request that never became complete has no copy. One that has been sent goes its own
        // way.
        responseEnded();
        responder.cancel();
      }
    }

    /** Observes the end of the response to the original request. */
    private final class Watch extends ForwardingSink {
      Watch(ResponseSink next) {
        super(next);
      }

      @Override
      public void head(ResponseHead head, boolean end) {
        next().head(head, end);
        if (end) {
          responseEnded();
        }
      }

      @Override
      public void data(ByteBuf data, boolean end) {
        next().data(data, end);
        if (end) {
          responseEnded();
        }
      }

      @Override
      public void trailers(Fields trailers) {
        next().trailers(trailers);
        responseEnded();
      }

      @Override
      public void fail(ExchangeFailure failure) {
        next().fail(failure);
        responseEnded();
      }
    }
  }
}
