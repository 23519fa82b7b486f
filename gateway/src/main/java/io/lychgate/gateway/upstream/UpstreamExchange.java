package io.lychgate.gateway.upstream;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.RetryRule.Next;
import io.lychgate.gateway.upstream.balance.ServerFailure;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of one request and its response with a server. It waits for a stream, forwards the request as it arrives, and
 * passes the response to the sink. It retries where that is certain to be harmless ({@link RetryRule}). It knows no protocol: the
 * {@link UpstreamStream} does. Event loop only.
 *
 * <pre>
 *   WAITING --connected--> EXCHANGING --response complete / failed / cancelled--> DONE
 *      ^                       |
 *      +--- retry, at most once for a dead reused connection, once for each server that refuses ---+
 * </pre>
 */
public final class UpstreamExchange implements Forwarded, StreamRequest {
  /** The name of the server in the log of a request for which there was none. */
  private static final String NO_SERVER = "-";

  private final UpstreamGroup group;
  private final RequestHead request;
  private final @Nullable CharSequence host;
  private final ResponseSink sink;
  private final @Nullable WebSocketHandshake handshake;

  private final long client;
  private final @Nullable ProxiedClient proxiedClient;

  /** The preferred server, or the server that serves the exchange; null if there was none. */
  private @Nullable LoopServer server;

  /** The server on which the last attempt failed. */
  private @Nullable ServerState avoided;

  private @Nullable UpstreamStream stream;
  private @Nullable WaitLimit waitLimit;
  private final ForwardPolicy policy;

  /** The timeout of all attempts together; null if the policy has none. */
  private @Nullable TotalLimit totalLimit;

  /**
   * Body bytes that arrived before the head was written. The client's flow control window bounds them, because none are
   * consumed yet.
   */
  private @Nullable ArrayDeque<ByteBuf> early;

  private @Nullable Fields earlyTrailers;
  private boolean requestEnded;

  /** The head was written, or is being written, to the stream. The body follows it. */
  private boolean headWritten;

  private boolean bodySent;
  private boolean responseBegun;
  private boolean done;
  private boolean retried;
  private int refusals;
  private long startNanos;
  private long connectedNanos;
  private long headNanos;

  UpstreamExchange(
      UpstreamGroup group,
      RequestHead request,
      @Nullable CharSequence host,
      boolean end,
      ResponseSink sink,
      @Nullable WebSocketHandshake handshake,
      long client,
      @Nullable ProxiedClient proxiedClient,
      ForwardPolicy policy) {
    this.group = group;
    this.policy = policy;
    this.client = client;
    this.proxiedClient = proxiedClient;
    this.request = request;
    this.host = host;
    this.requestEnded = end;
    this.sink = sink;
    this.handshake = handshake;
  }

  void start() {
    startNanos = group.clock().nanoTime();
    if (policy.timeoutNanos() > 0) {
      totalLimit = new TotalLimit();
      group.deadlines().arm(totalLimit, policy.timeoutNanos());
    }
    chooseServer();
  }

  private void chooseServer() {
    server = group.choose(this);
    if (server == null) {
      failed(group.noServer());
    } else {
      acquire(false);
    }
  }

  /** Starts at the end of the loop's turn, unless it is cancelled before. */
  void startWithTurn(FlushQueue turnEnds) {
    turnEnds.add(new FlushQueue.Flushable() {
      @Override
      protected void flushNow() {
        if (!done && sink.isWanted()) {
          start();
        }
      }
    });
  }

  private void acquire(boolean fresh) {
    group.acquire(this, fresh);
    if (stream == null && !done) {
      if (waitLimit == null) {
        waitLimit = new WaitLimit();
      }
      group.deadlines().arm(waitLimit, group.config().connectTimeout().toNanos());
    }
  }

  @Override
  public long client() {
    return client;
  }

  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return proxiedClient;
  }

  /** Returns the value of the Host field: that of the server itself if the route has none. */
  private CharSequence host() {
    LoopServer serving = server;
    if (host != null || serving == null) {
      return host == null ? "" : host;
    }
    return serving.endpoint().server().authority();
  }

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public @Nullable ServerState avoided() {
    return avoided;
  }

  @Override
  public @Nullable LoopServer server() {
    return server;
  }

  @Override
  public void server(@Nullable LoopServer chosen) {
    server = chosen;
  }

  @Override
  public String serverName() {
    LoopServer last = server;
    return last == null ? NO_SERVER : last.endpoint().id();
  }

  @Override
  public long headNanos() {
    return headNanos == 0 ? 0 : headNanos - startNanos;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void connected(UpstreamStream got) {
    stream = got;
    connectedNanos = group.clock().nanoTime();
    group.counts().request();
    if (waitLimit != null) {
      group.deadlines().disarm(waitLimit);
    }
    // The bytes of a tunnel's client are for the tunnel, so none are sent before it exists.
    if (handshake != null || (requestEnded && early == null && earlyTrailers == null)) {
      headWritten = true;
      got.writeHead(request, host(), true);
    } else {
      got.beginWithTurn();
    }
  }

  /** Writes the head of a request with a body, and the received part of the body. */
  @Override
  public void begin() {
    UpstreamStream got = stream;
    if (got == null) {
      return;
    }
    headWritten = true;
    got.writeHead(request, host(), requestEnded && early == null && earlyTrailers == null);
    ArrayDeque<ByteBuf> pieces = early;
    early = null;
    while (pieces != null && !pieces.isEmpty()) {
      ByteBuf piece = pieces.remove();
      sendBody(got, piece, requestEnded && pieces.isEmpty() && earlyTrailers == null);
    }
    if (earlyTrailers != null) {
      requestTrailers(earlyTrailers);
    }
  }

  @Override
  public void connectFailed(ExchangeFailure failure) {
    if (done) {
      return;
    }
    refusals++;
    avoided = server == null ? null : server.state();
    if (RetryRule.afterRefusal(failure, refusals, group.servers()) == Next.SERVER) {
      chooseServer();
    } else {
      failed(failure);
    }
  }

  @Override
  public void lost(UpstreamStream lost, ExchangeFailure failure) {
    reportLoss(lost.mayRetry(), failure);
    noStream();
    if (done) {
      return;
    }
    Next next = RetryRule.afterLoss(
        lost.mayRetry(),
        !responseBegun && !bodySent,
        retried,
        handshake != null || RetryRule.isIdempotent(request));
    switch (next) {
      case STREAM -> {
        group.counts().retry();
        acquire(false);
      }
      case NEW_CONNECTION -> {
        retried = true;
        group.counts().retry();
        acquire(true);
      }
      case SERVER -> connectFailed(failure);
      case NONE -> failed(failure);
    }
  }

  /** Reports to the health of the server. An idle connection may close, and a stream may be refused, without any fault. */
  private void reportLoss(UpstreamStream.Retry permitted, ExchangeFailure failure) {
    if (permitted == UpstreamStream.Retry.NONE
        || permitted == UpstreamStream.Retry.ON_ANOTHER_SERVER) {
      reportFailure(failure);
    }
  }

  private void reportFailure(ExchangeFailure failure) {
    LoopServer serving = server;
    if (stream != null && serving != null) {
      serving
          .state()
          .failed(
              ServerFailure.ofExchange(failure), failure.detail(), group.clock().nanoTime());
    }
  }

  private void reportHead(ResponseHead head) {
    LoopServer serving = server;
    if (serving != null) {
      // The time of a request with a body is that of its client too.
      serving
          .state()
          .responded(head.status(), bodySent ? 0 : headNanos - connectedNanos, headNanos);
    }
  }

  private void noStream() {
    stream = null;
    headWritten = false;
  }

  @Override
  public void informational(ResponseHead head) {
    responseBegun = true;
    sink.informational(head);
  }

  @Override
  public ResponseSink sink() {
    return sink;
  }

  @Override
  public @Nullable WebSocketHandshake handshake() {
    return handshake;
  }

  /** Ends the exchange after a switch of protocols; the tunnel continues. */
  @Override
  public void switched(ResponseHead head, Responder tunnel) {
    headNanos = group.clock().nanoTime();
    reportHead(head);
    ArrayDeque<ByteBuf> pieces = early;
    early = null;
    stop();
    sink.upgraded(head, tunnel);
    while (pieces != null && !pieces.isEmpty()) {
      tunnel.requestData(pieces.remove(), false);
    }
    if (requestEnded) {
      tunnel.requestData(Unpooled.EMPTY_BUFFER, true);
    }
    sink.flush();
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    responseBegun = true;
    if (handshake != null && handshake.isMistakenFor(head.status())) {
      cancel();
      sink.fail(new ExchangeFailure(
          Kind.RESPONSE_MALFORMED,
          serverName() + ": status " + head.status() + " (expected: 101, for a WebSocket)"));
      return;
    }
    headNanos = group.clock().nanoTime();
    reportHead(head);
    if (end) {
      disarm();
    }
    // If end is true, the decoder's empty last piece follows and must find the exchange done.
    done = end;
    sink.head(head, end);
    if (end) {
      sink.flush();
    }
  }

  @Override
  public void data(ByteBuf data) {
    if (done) {
      data.release();
      return;
    }
    sink.data(data, false);
    UpstreamStream current = stream;
    if (current != null && !sink.isWritable()) {
      current.pause();
    }
  }

  @Override
  public void end(ByteBuf data, Fields trailers) {
    noStream();
    if (done) {
      data.release();
      return;
    }
    done = true;
    disarm();
    if (trailers.size() == 0) {
      sink.data(data, true);
    } else {
      sink.data(data, false);
      sink.trailers(trailers);
    }
    sink.flush();
  }

  @Override
  public void failed(ExchangeFailure failure) {
    if (!done) {
      reportFailure(failure);
    }
    noStream();
    if (!done) {
      stop();
      sink.fail(failure);
      sink.flush();
    }
  }

  @Override
  public void bodyWritten(int bytes) {
    if (!done) {
      sink.requestConsumed(bytes);
    }
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    requestEnded |= end;
    UpstreamStream current = stream;
    if (done) {
      data.release();
    } else if (current != null && headWritten && handshake == null) {
      sendBody(current, data, end);
    } else {
      if (early == null) {
        early = new ArrayDeque<>(4);
      }
      early.add(data);
    }
  }

  private void sendBody(UpstreamStream to, ByteBuf data, boolean end) {
    bodySent = true;
    to.writeBody(data, end);
  }

  @Override
  public void requestTrailers(Fields trailers) {
    requestEnded = true;
    UpstreamStream current = stream;
    if (done) {
      return;
    }
    if (current != null && headWritten && handshake == null) {
      bodySent = true;
      current.writeEnd(trailers);
    } else {
      earlyTrailers = trailers;
    }
  }

  @Override
  public void sinkWritable() {
    if (stream != null) {
      stream.resume();
    }
  }

  @Override
  public void cancel() {
    if (!done) {
      UpstreamStream current = stream;
      stop();
      if (current != null) {
        current.cancel();
      }
    }
  }

  private void stop() {
    done = true;
    noStream();
    disarm();
    group.remove(this);
    if (early != null) {
      early.forEach(ByteBuf::release);
      early = null;
    }
  }

  /** Disarms all timeouts, because the exchange has ended. */
  private void disarm() {
    if (waitLimit != null) {
      group.deadlines().disarm(waitLimit);
    }
    if (totalLimit != null) {
      group.deadlines().disarm(totalLimit);
    }
  }

  /** The timeout of the whole exchange. */
  private final class TotalLimit extends Deadline {
    @Override
    protected void expired() {
      if (!done) {
        cancel();
        sink.fail(new ExchangeFailure(
            Kind.DEADLINE_EXCEEDED, serverName() + ": no complete response within the timeout"));
        sink.flush();
      }
    }
  }

  /** The timeout of the wait for a connection. */
  private final class WaitLimit extends Deadline {
    @Override
    protected void expired() {
      failed(group.timedOut(UpstreamExchange.this));
    }
  }
}
