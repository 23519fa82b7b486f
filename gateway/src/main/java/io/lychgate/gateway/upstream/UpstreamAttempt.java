package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.RequestTrace.ClientSpan;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.lychgate.gateway.upstream.balance.Affinity;
import io.lychgate.gateway.upstream.balance.ServerFailure;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an exchange on one server. It waits for a stream, writes the request, and hands the response to its {@link
 * UpstreamExchange}. It reports its failure once, and the exchange decides what follows. The object is also the deadline of the wait
 * and of the attempt. Event loop only.
 *
 * <pre>
 *   WAITING --connected--> SENDING --response complete--> DONE
 *      |                      +--not wanted--> DROPPING: the rest of a short response is read, so that its connection stays usable
 *      +--refused / lost / failed / cancelled--> DONE
 * </pre>
 */
final class UpstreamAttempt extends Deadline implements StreamRequest {
  /** Time for the rest of a response that is dropped. */
  private static final long DROP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int OK = 200;

  /** The error of an attempt that the gateway ended, because its client has left or another attempt was faster. */
  private static final String CANCELLED = "cancelled";

  private static final String GRPC_STATUS = GrpcStatus.FIELD.toString();

  private final UpstreamExchange exchange;
  private final UpstreamGroup group;
  private final @Nullable ServerState avoided;

  /** The preferred server, or the server that serves the attempt; null if there was none. */
  private @Nullable LoopServer server;

  private @Nullable UpstreamStream stream;

  /** The head was written, or is being written, to the stream. The body follows it. */
  private boolean headWritten;

  private boolean bodySent;
  private boolean headSeen;

  /** A call of gRPC whose status comes in the trailers. */
  private boolean isCall;

  private boolean done;
  private boolean dropping;
  private int dropped;

  /** Bytes of the body that were sent for the first time and whose receipt is not reported yet. */
  private int owed;

  /** Bytes of the body that an earlier attempt has sent, and that are not reported. */
  private int repeated;

  /** The span of this attempt; null if none is recorded. */
  private @Nullable ClientSpan span;

  private long connectedNanos;
  private long sentNanos;

  /** @param avoided the server on which the last attempt failed */
  UpstreamAttempt(UpstreamExchange exchange, UpstreamGroup group, @Nullable ServerState avoided) {
    this.exchange = exchange;
    this.group = group;
    this.avoided = avoided;
  }

  /**
   * Starts on the server that the policy chooses.
   *
   * @param isSuspect true if a reused connection has just failed under the exchange: other open ones may be as dead
   */
  void start(boolean isSuspect) {
    beginSpan();
    server = group.choose(this);
    if (server == null) {
      done = true;
      endSpan(ExchangeFailure.Kind.DESTINATION_UNAVAILABLE.token());
      exchange.unavailable(this, group.noServer());
    } else {
      acquire(isSuspect);
    }
  }

  /** Starts on this server, unless it has left meanwhile. */
  void startOn(LoopServer preferred) {
    beginSpan();
    server = preferred;
    acquire(false);
  }

  private void beginSpan() {
    RequestTrace trace = exchange.trace();
    if (trace != null) {
      span = trace.beginTry(exchange.request(), group.config().name(), exchange.attempts());
    }
  }

  private void endSpan(@Nullable String error) {
    if (span != null) {
      span.end(error);
      span = null;
    }
  }

  private void acquire(boolean isSuspect) {
    group.acquire(this, isSuspect);
    if (stream == null && !done) {
      group.deadlines().arm(this, group.config().connectTimeout().toNanos());
    }
  }

  // For the connections.

  @Override
  public long client() {
    return exchange.client();
  }

  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return exchange.proxiedClient();
  }

  @Override
  public RequestHead request() {
    return exchange.request();
  }

  @Override
  public @Nullable Affinity affinity() {
    return exchange.affinity();
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
  public ResponseSink sink() {
    return exchange.sink();
  }

  @Override
  public @Nullable WebSocketHandshake handshake() {
    return exchange.handshake();
  }

  @Override
  public boolean isDone() {
    return done;
  }

  // The request.

  @Override
  public void connected(UpstreamStream got) {
    stream = got;
    connectedNanos = group.clock().nanoTime();
    group.deadlines().disarm(this);
    group.counts().request();
    if (span != null && server != null) {
      ServerConfig at = server.endpoint().server();
      boolean isSocket = at.scheme().isUnixSocket();
      span.connected(
          at.host(),
          isSocket ? 0 : at.port(),
          (at.scheme().isSecure() ? "https://" : "http://") + at.authority());
    }
    exchange.connected(this);
    // The bytes of a tunnel's client are for the tunnel, so none are sent before it exists.
    if (exchange.handshake() != null || exchange.body().isAbsent()) {
      writeHead(got, true);
    } else {
      got.beginWithTurn();
    }
  }

  /** Writes the head of a request with a body, and the received part of the body. */
  @Override
  public void begin() {
    UpstreamStream got = stream;
    if (got != null) {
      writeHead(got, false);
      exchange.body().sendTo(this);
    }
  }

  private void writeHead(UpstreamStream to, boolean end) {
    headWritten = true;
    exchange.sent(this);
    if (span != null) {
      span.sent(exchange.request().fields());
    }
    to.writeHead(exchange.request(), exchange.host(server), end);
    if (end) {
      requestSent();
    }
  }

  /** Returns true if the body goes to the stream as it arrives. */
  boolean takesBody() {
    return stream != null && headWritten && exchange.handshake() == null;
  }

  /** Sends a piece of the body for the first time. */
  void send(ByteBuf piece, boolean end) {
    owed += piece.readableBytes();
    write(piece, end);
  }

  /** Sends a piece of the body that an earlier attempt has sent. */
  void sendAgain(ByteBuf piece, boolean end) {
    repeated += piece.readableBytes();
    write(piece, end);
  }

  private void write(ByteBuf piece, boolean end) {
    UpstreamStream to = stream;
    if (to == null) {
      piece.release();
      return;
    }
    bodySent = true;
    to.writeBody(piece, end);
    if (end) {
      requestSent();
    }
  }

  void send(Fields trailers) {
    UpstreamStream to = stream;
    if (to != null) {
      bodySent = true;
      to.writeEnd(trailers);
      requestSent();
    }
  }

  private void requestSent() {
    sentNanos = group.clock().nanoTime();
    Duration perTry = group.config().retry().perTryTimeout();
    if (perTry != null && stream != null && !headSeen) {
      group.deadlines().arm(this, perTry.toNanos());
    }
  }

  @Override
  public void bodyWritten(int bytes) {
    int again = Math.min(bytes, repeated);
    repeated -= again;
    int first = Math.min(bytes - again, owed);
    owed -= first;
    if (first > 0) {
      exchange.consumed(first);
    }
  }

  // The response.

  @Override
  public void informational(ResponseHead head) {
    if (!done && !dropping) {
      exchange.informational(this, head);
    }
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (done || dropping) {
      return;
    }
    UpstreamStream from = stream;
    if (from != null && from.hasCrossed(head) && exchange.mayFollowCrossing(this)) {
      from.cancel();
      String why = serverName() + ": status " + head.status() + " for an idle connection";
      ended(Retry.STALE, new ExchangeFailure(Kind.CONNECTION_TERMINATED, why));
      return;
    }
    headSeen = true;
    group.deadlines().disarm(this);
    long now = group.clock().nanoTime();
    if (span != null) {
      span.responded(head.status());
    }
    reportHead(head, end, now);
    if (sentNanos != 0) {
      group.headArrived(head.status(), now - sentNanos, now);
    }
    exchange.head(this, head, end);
  }

  @Override
  public void data(ByteBuf data) {
    if (done) {
      data.release();
    } else if (dropping) {
      dropped += data.readableBytes();
      data.release();
      if (dropped > Limits.MAX_DROPPED_RESPONSE) {
        cancel();
      }
    } else {
      exchange.data(this, data);
    }
  }

  @Override
  public void end(ByteBuf data, Fields trailers) {
    boolean isWanted = !done && !dropping;
    LoopServer serving = server;
    if (isCall && isWanted && serving != null) {
      int code = GrpcStatus.in(trailers);
      serving
          .state()
          .completed(GRPC_STATUS, code, GrpcStatus.healthOf(code), group.clock().nanoTime());
    }
    if (isWanted && serving != null) {
      serving.state().whole();
    }
    finished();
    if (isWanted) {
      exchange.end(data, trailers);
    } else {
      data.release();
    }
  }

  /** Ends the exchange after a switch of protocols; the tunnel continues. */
  @Override
  public void switched(ResponseHead head, Responder tunnel) {
    reportHead(head, false, group.clock().nanoTime());
    if (span != null) {
      span.responded(head.status());
    }
    finished();
    exchange.switched(head, tunnel);
  }

  void pause() {
    if (stream != null) {
      stream.pause();
    }
  }

  void resume() {
    if (stream != null) {
      stream.resume();
    }
  }

  // The end.

  @Override
  public void connectFailed(ExchangeFailure failure) {
    if (!done) {
      endSpan(failure.kind().token());
      finished();
      exchange.refused(this, failure);
    }
  }

  @Override
  public void lost(UpstreamStream lost, ExchangeFailure failure) {
    Retry permitted = lost.mayRetry();
    // An idle connection may close, and a stream may be refused, without any fault of the server.
    if (permitted == Retry.NONE || permitted == Retry.ON_ANOTHER_SERVER) {
      reportFailure(failure);
    }
    ended(permitted, failure);
  }

  @Override
  public void failed(ExchangeFailure failure) {
    if (!done) {
      reportFailure(failure);
    }
    ended(Retry.NONE, failure);
  }

  private void ended(Retry permitted, ExchangeFailure failure) {
    boolean isWanted = !done && !dropping;
    boolean wasSent = headWritten;
    endSpan(failure.kind().token());
    finished();
    if (isWanted) {
      // The connection may have dropped pieces without a report.
      exchange.consumed(owed);
      owed = 0;
      exchange.lost(this, permitted, wasSent, failure);
    }
  }

  private void finished() {
    done = true;
    endSpan(null);
    stream = null;
    group.deadlines().disarm(this);
  }

  /** Drops the response, whose head has arrived. */
  void drop(ResponseHead head, boolean end) {
    exchange.consumed(owed);
    owed = 0;
    dropping = true;
    long length = head.contentLength();
    if (!end && (length < 0 || length > Limits.MAX_DROPPED_RESPONSE)) {
      cancel();
    } else {
      group.deadlines().arm(this, DROP_NANOS);
    }
  }

  void cancel() {
    if (!done) {
      UpstreamStream current = stream;
      endSpan(CANCELLED);
      finished();
      group.remove(this);
      if (current != null) {
        current.cancel();
      }
    }
  }

  /** The wait for a stream, the attempt or the rest of a dropped response has taken too long. */
  @Override
  protected void expired() {
    if (done) {
      return;
    }
    if (stream == null) {
      ExchangeFailure failure = group.timedOut(this);
      endSpan(failure.kind().token());
      finished();
      exchange.refused(this, failure);
    } else if (dropping) {
      cancel();
    } else {
      ExchangeFailure failure = new ExchangeFailure(
          Kind.RESPONSE_HEAD_TIMEOUT, serverName() + ": no response head within perTryTimeout");
      reportFailure(failure);
      group.headArrived(0, group.clock().nanoTime() - sentNanos, group.clock().nanoTime());
      UpstreamStream current = stream;
      stream = null;
      if (current != null) {
        current.cancel();
      }
      ended(Retry.NONE, failure);
    }
  }

  /** Returns the server as it is written in the configuration. */
  String serverName() {
    LoopServer last = server;
    return last == null ? UpstreamExchange.NO_SERVER : last.endpoint().id();
  }

  /** Returns the server to avoid in the next attempt. */
  @Nullable
  ServerState failedServer() {
    LoopServer last = server;
    return last == null ? avoided : last.state();
  }

  private void reportFailure(ExchangeFailure failure) {
    LoopServer serving = server;
    // A server of gRPC ends a call at the client's deadline, which is no fault of its own.
    if (stream != null && serving != null && !exchange.isOverdue()) {
      ServerFailure kind = ServerFailure.ofExchange(failure);
      long nowNanos = group.clock().nanoTime();
      if (headSeen && !isCall) {
        serving.state().cut(kind, failure.detail(), nowNanos);
      } else {
        serving.state().failed(kind, failure.detail(), nowNanos);
      }
    }
  }

  private void reportHead(ResponseHead head, boolean end, long nowNanos) {
    LoopServer serving = server;
    if (serving == null) {
      return;
    }
    // The time of a request with a body is that of its client too.
    long nanos = bodySent ? 0 : nowNanos - connectedNanos;
    boolean mayBeCall = head.status() == OK && !exchange.body().isAbsent();
    if (!mayBeCall || GrpcForm.of(exchange.request().fields()) == GrpcForm.NONE) {
      serving.state().responded(head.status(), nanos, nowNanos);
      if (end) {
        serving.state().whole();
      }
      return;
    }
    int code = GrpcStatus.in(head.fields());
    isCall = !end && code < 0;
    if (isCall) {
      serving.state().respondedInPart(head.status(), nanos, nowNanos);
    } else {
      serving.state().responded(GRPC_STATUS, code, GrpcStatus.healthOf(code), nanos, nowNanos);
    }
  }
}
