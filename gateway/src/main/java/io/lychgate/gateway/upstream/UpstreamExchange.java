package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.RetryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.http.RetryAfter;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcTimeout;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.Requester;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.upstream.RetryRule.Next;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.lychgate.gateway.upstream.balance.Affinity;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of one request and its response with an upstream: one {@link UpstreamAttempt} after another, until one has a response
 * for the client, or none may follow ({@link RetryRule}). Two attempts run at once only if the route's upstream hedges. A response is
 * passed on from its head; nothing is retried afterwards. It knows no protocol: the {@link UpstreamStream} does. Event loop only.
 *
 * <pre>
 *   ATTEMPTING --response head--> RESPONDING --complete / failed / cancelled--> DONE
 *      |   ^
 *      |   +--back-off over-- WAITING
 *      +--failed, may follow----^      +--failed, none may follow--> DONE
 * </pre>
 */
final class UpstreamExchange implements Forwarded {
  /** The name of the server in the log of a request for which there was none. */
  static final String NO_SERVER = "-";

  /** Nanoseconds by which a server may end a call before the gateway: its timeout was rounded down to milliseconds at most. */
  private static final long SHARED_DEADLINE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final UpstreamGroup group;
  private final OutgoingRequest outgoing;
  private final ResponseSink sink;
  private final long client;
  private final @Nullable ProxiedClient proxiedClient;
  private final ForwardPolicy policy;
  private final @Nullable Affinity affinity;
  private final @Nullable RequestTrace trace;
  private final RequestBody body;
  private final boolean isRepeatable;

  /** The attempt, or the last one; null before the first. */
  private @Nullable UpstreamAttempt attempt;

  /** A second attempt at the same time; null without one. */
  private @Nullable UpstreamAttempt hedge;

  /** The server on which the last attempt failed. */
  private @Nullable ServerState avoided;

  /** The timeout of all attempts together; null if the policy has none. */
  private @Nullable TotalLimit totalLimit;

  /** The end of the back-off, or the moment of the hedge; null if none is awaited. */
  private @Nullable Future<?> timer;

  /** The reason of the last retry, whose result is not counted yet; null if there is none. */
  private @Nullable RetryReason retried;

  private boolean isAdmitted;

  /** It counts in the adaptive limit. */
  private boolean isLimited;

  /** The last failure was the loss of a reused connection, so that other open ones may be dead too. */
  private boolean isSuspect;

  /** The hedge counts in the limits of requests. */
  private boolean isHedgeAdmitted;

  private boolean responseBegun;
  private boolean done;

  /** Attempts whose head was written. */
  private int sent;

  /** Attempts that a server may have processed. */
  private int processed;

  /** Failures before anything was processed. */
  private int moves;

  /** Losses of reused connections on which no byte of a response has come. */
  private int stale;

  private long startNanos;
  private long headNanos;

  UpstreamExchange(
      UpstreamGroup group,
      OutgoingRequest request,
      Requester client,
      ForwardPolicy policy,
      @Nullable Affinity affinity,
      ResponseSink sink) {
    this.group = group;
    this.outgoing = request;
    this.client = client.clientHash();
    this.proxiedClient =
        group.config().connections().proxyHeader() == null ? null : client.proxiedClient();
    this.trace = client.trace();
    this.policy = policy;
    this.affinity = affinity;
    this.sink = sink;
    this.body = new RequestBody(group.replayMemory(), request.isWhole());
    this.isRepeatable =
        request.handshake() == null && RetryRule.isRepeatable(request.head(), retry());
  }

  void start() {
    startNanos = group.clock().nanoTime();
    UpstreamRefusal refusal = group.admit(startNanos);
    if (refusal != null) {
      fail(group.refusal(refusal));
      return;
    }
    isAdmitted = true;
    isLimited = true;
    if (policy.timeoutNanos() > 0) {
      totalLimit = new TotalLimit();
      group.deadlines().arm(totalLimit, policy.timeoutNanos());
    }
    next().start(isSuspect);
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

  private UpstreamAttempt next() {
    UpstreamAttempt next = new UpstreamAttempt(this, group, avoided);
    attempt = next;
    return next;
  }

  private RetryConfig retry() {
    return group.config().retry();
  }

  // For the attempts.

  long client() {
    return client;
  }

  /** Returns the client for a header of the PROXY protocol; null if there is none or the upstream gets no header. */
  @Nullable
  ProxiedClient proxiedClient() {
    return proxiedClient;
  }

  /** Returns what ties the request to a server; null if nothing does. */
  @Nullable
  Affinity affinity() {
    return affinity;
  }

  /** Returns the server of the last attempt, or of the one whose response goes to the client; null if there was none. */
  @Nullable
  LoopServer server() {
    return attempt == null ? null : attempt.server();
  }

  RequestHead request() {
    return outgoing.head();
  }

  /** Returns the value of the Host field: that of the server itself if the route has none. */
  CharSequence host(@Nullable LoopServer server) {
    CharSequence host = outgoing.host();
    if (host != null || server == null) {
      return host == null ? "" : host;
    }
    return server.endpoint().server().authority();
  }

  /** Returns the trace in which the request takes part; null for none. */
  @Nullable
  RequestTrace trace() {
    return trace;
  }

  RequestBody body() {
    return body;
  }

  ResponseSink sink() {
    return sink;
  }

  @Nullable
  WebSocketHandshake handshake() {
    return outgoing.handshake();
  }

  /** The attempt has a stream. */
  void connected(UpstreamAttempt by) {
    if (!body.isAbsent()
        && mayReplay(by)
        && request().contentLength() <= retry().bodyBuffer()) {
      body.keep(retry().bodyBuffer());
    }
  }

  /** A copy of the body costs time and memory, so none is made where no failure of this request could be followed by another attempt. */
  private boolean mayReplay(UpstreamAttempt by) {
    if (!policy.mayRetry() || handshake() != null) {
      return false;
    }
    LoopServer on = by.server();
    if (isRepeatable && retry().attempts() > 1) {
      return true;
    }
    // A server of HTTP/1.1 cannot refuse a request that was sent to it.
    ServerConfig.Scheme scheme = on == null ? null : on.endpoint().server().scheme();
    return scheme != null && (scheme.isSecure() || scheme.beginsWithHttp2());
  }

  /** The attempt writes the head of the request. */
  void sent(UpstreamAttempt by) {
    shortenTimeout();
    sent++;
    processed++;
    if (hedge == null && by == attempt && sent == 1) {
      planHedge();
    }
  }

  /** A call of gRPC states the time that is left of it: it has waited for a connection, or has been sent before. */
  private void shortenTimeout() {
    TotalLimit limit = totalLimit;
    if (limit == null || group.clock().nanoTime() - startNanos < SHARED_DEADLINE_NANOS) {
      return;
    }
    Fields fields = request().fields();
    if (fields.contains(GrpcTimeout.FIELD) && GrpcForm.of(fields) != GrpcForm.NONE) {
      long left = Math.max(1, group.deadlines().remainingNanos(limit));
      fields.set(GrpcTimeout.FIELD, GrpcTimeout.text(left));
    }
  }

  void consumed(int bytes) {
    if (!done && bytes > 0) {
      sink.requestConsumed(bytes);
    }
  }

  /** The attempt has found no server, and no other attempt would. */
  void unavailable(UpstreamAttempt by, ExchangeFailure failure) {
    if (!leave(by)) {
      fail(failure);
    }
  }

  /** The attempt has got no stream. */
  void refused(UpstreamAttempt by, ExchangeFailure failure) {
    if (done || leave(by)) {
      return;
    }
    moves++;
    avoided = by.failedServer();
    follow(RetryRule.afterRefusal(failure, situation()), by, RetryReason.CONNECT, failure);
  }

  /** The attempt has lost its stream, or failed on it. */
  void lost(UpstreamAttempt by, Retry permitted, boolean wasSent, ExchangeFailure failure) {
    boolean isUnprocessed = permitted == Retry.EACH || permitted == Retry.ON_ANOTHER_SERVER;
    if (wasSent && isUnprocessed) {
      processed--;
    }
    if (done || leave(by)) {
      return;
    }
    if (isUnprocessed) {
      moves++;
    }
    avoided = by.failedServer();
    if (permitted == Retry.STALE) {
      stale++;
    }
    isSuspect = permitted == Retry.IDEMPOTENT || permitted == Retry.STALE;
    RetryReason reason = isUnprocessed ? RetryReason.UNPROCESSED : RetryRule.reasonOf(failure);
    follow(RetryRule.afterLoss(permitted, wasSent, reason, situation()), by, reason, failure);
  }

  /** Returns true if another attempt may take the place of a response that has crossed the request. The client gets it otherwise. */
  boolean mayFollowCrossing(UpstreamAttempt by) {
    boolean isSole = hedge == null && by == attempt;
    return isSole
        && RetryRule.afterLoss(Retry.STALE, true, RetryReason.RESET, situation()) != Next.NONE;
  }

  /** Drops the attempt if another one is still running. Returns false if this is the only one. */
  private boolean leave(UpstreamAttempt by) {
    if (hedge == null) {
      return false;
    }
    if (by == attempt) {
      attempt = hedge;
    }
    hedge = null;
    leaveHedgeLimits();
    return true;
  }

  private RetryRule.Situation situation() {
    return new RetryRule.Situation(
        retry(),
        policy.mayRetry(),
        !responseBegun && body.isReplayable(),
        isRepeatable,
        processed,
        moves,
        group.servers(),
        stale);
  }

  private void follow(
      Next next, UpstreamAttempt failed, @Nullable RetryReason reason, ExchangeFailure failure) {
    LoopServer same = failed.server();
    boolean isFollowed = switch (next) {
      case NONE -> false;
      case STREAM -> {
        repeat(reason);
        if (same == null) {
          next().start(isSuspect);
        } else {
          next().startOn(same);
        }
        yield true;
      }
      case SERVER, AT_ONCE_FOR_FREE -> {
        repeat(reason);
        next().start(isSuspect);
        yield true;
      }
      case AT_ONCE -> {
        boolean isPaid = takeRetry();
        if (isPaid) {
          repeat(reason);
          next().start(isSuspect);
        }
        yield isPaid;
      }
      case AGAIN -> againAfter(backoffNanos(), reason);
    };
    if (!isFollowed) {
      fail(failure);
    }
  }

  /** Plans another attempt, if the deadline and the budget allow it. */
  private boolean againAfter(long nanos, @Nullable RetryReason reason) {
    TotalLimit limit = totalLimit;
    boolean isTooLate = limit != null && group.deadlines().remainingNanos(limit) <= nanos;
    if (isTooLate || !takeRetry()) {
      return false;
    }
    repeat(reason);
    timer = group.loop().schedule(this::backoffEnded, nanos, TimeUnit.NANOSECONDS);
    return true;
  }

  private void backoffEnded() {
    timer = null;
    if (!done) {
      next().start(isSuspect);
    }
  }

  /** Returns a random part of the longest wait (full jitter), which doubles with each attempt. */
  private long backoffNanos() {
    long doubled = retry().backoff().toNanos() << Math.min(sent - 1, RetryConfig.MAX_ATTEMPTS);
    long longest = Math.min(retry().maxBackoff().toNanos(), doubled);
    return ThreadLocalRandom.current().nextLong(longest + 1);
  }

  private boolean takeRetry() {
    return group.takeRetry();
  }

  private void repeat(@Nullable RetryReason reason) {
    stopTimer();
    countRetry(RetryReason.Outcome.FAILED);
    group.counts().retry();
    retried = reason;
  }

  private void countRetry(RetryReason.Outcome outcome) {
    if (retried != null) {
      group.counts().retried(retried, outcome);
      retried = null;
    }
  }

  // Hedging.

  private void planHedge() {
    long nanos = group.hedgeNanos();
    if (nanos > 0
        && isRepeatable
        && body.isAbsent()
        && policy.mayRetry()
        && group.servers() > 1
        && retry().attempts() > 1) {
      timer = group.loop().schedule(this::hedge, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void hedge() {
    timer = null;
    UpstreamAttempt first = attempt;
    LoopServer slow = first == null ? null : first.server();
    if (done || responseBegun || first == null || slow == null || sent > 1) {
      return;
    }
    UpstreamAttempt second = new UpstreamAttempt(this, group, slow.state());
    LoopServer other = group.choose(second);
    if (other == null || other.state() == slow.state() || !group.admitHedge()) {
      return;
    }
    isHedgeAdmitted = true;
    if (!takeRetry()) {
      leaveHedgeLimits();
      return;
    }
    hedge = second;
    group.counts().hedgeSent();
    second.startOn(other);
  }

  // The response.

  void informational(UpstreamAttempt from, ResponseHead head) {
    // Only one attempt may speak to the client.
    if (!done && hedge == null) {
      begin();
      sink.informational(head);
    }
  }

  /** From now on the client has a part of the response, so that no other one may follow. */
  private void begin() {
    responseBegun = true;
    stopTimer();
    body.dropCopy();
  }

  void head(UpstreamAttempt from, ResponseHead head, boolean end) {
    if (done) {
      return;
    }
    boolean isUnwanted = !responseBegun && retry().statuses().contains(head.status());
    if (isUnwanted && hedge != null && leave(from)) {
      from.drop(head, end);
      return;
    }
    if (isUnwanted && replaces(from, head)) {
      from.drop(head, end);
      return;
    }
    choose(from);
    begin();
    countRetry(isUnwanted ? RetryReason.Outcome.FAILED : RetryReason.Outcome.SUCCEEDED);
    WebSocketHandshake handshake = handshake();
    if (handshake != null && handshake.isMistakenFor(head.status())) {
      cancel();
      sink.fail(new ExchangeFailure(
          Kind.RESPONSE_MALFORMED,
          serverName() + ": status " + head.status() + " (expected: 101, for a WebSocket)"));
      return;
    }
    headNanos = group.clock().nanoTime();
    leaveLimit();
    if (end) {
      ended();
    }
    // If end is true, the decoder's empty last piece follows and must find the exchange done.
    sink.head(head, end);
    if (end) {
      sink.flush();
    }
  }

  /** Plans another attempt in place of this response. Returns false if the client gets it. */
  private boolean replaces(UpstreamAttempt from, ResponseHead head) {
    if (RetryRule.afterStatus(head.status(), situation()) == Next.NONE) {
      return false;
    }
    CharSequence stated = head.fields().get(HttpHeaderNames.RETRY_AFTER);
    long asked = stated == null ? 0 : RetryAfter.nanos(stated, group.clock().wallMillis());
    ServerState before = avoided;
    avoided = from.failedServer();
    if (asked <= Limits.MAX_RETRY_AFTER.toNanos()
        && againAfter(Math.max(asked, backoffNanos()), RetryReason.STATUS)) {
      isSuspect = false;
      return true;
    }
    avoided = before;
    return false;
  }

  /** Makes this attempt the only one. */
  private void choose(UpstreamAttempt winner) {
    UpstreamAttempt second = hedge;
    if (second == null) {
      return;
    }
    hedge = null;
    leaveHedgeLimits();
    UpstreamAttempt loser = winner == second ? attempt : second;
    attempt = winner;
    if (winner == second) {
      group.counts().hedgeWon();
    }
    if (loser != null) {
      loser.cancel();
    }
  }

  void data(UpstreamAttempt from, ByteBuf data) {
    if (done) {
      data.release();
      return;
    }
    sink.data(data, false);
    if (!sink.isWritable()) {
      from.pause();
    }
  }

  void end(ByteBuf data, Fields trailers) {
    if (done) {
      data.release();
      return;
    }
    ended();
    if (trailers.size() == 0) {
      sink.data(data, true);
    } else {
      sink.data(data, false);
      sink.trailers(trailers);
    }
    sink.flush();
  }

  /** Ends the exchange after a switch of protocols; the tunnel continues. */
  void switched(ResponseHead head, Responder tunnel) {
    if (done) {
      tunnel.cancel();
      return;
    }
    headNanos = group.clock().nanoTime();
    countRetry(RetryReason.Outcome.SUCCEEDED);
    ArrayDeque<ByteBuf> pieces = body.takeUnsent();
    ended();
    sink.upgraded(head, tunnel);
    while (pieces != null && !pieces.isEmpty()) {
      tunnel.requestData(pieces.remove(), false);
    }
    if (body.isComplete()) {
      tunnel.requestData(Unpooled.EMPTY_BUFFER, true);
    }
    sink.flush();
  }

  private void fail(ExchangeFailure failure) {
    if (!done) {
      ExchangeFailure cause = isOverdue() ? deadlineExceeded() : failure;
      countRetry(RetryReason.Outcome.FAILED);
      ended();
      sink.fail(sent > 1 ? cause.after(sent) : cause);
      sink.flush();
    }
  }

  /**
   * Returns true if the timeout of all attempts is over, although the wheel may not have noticed yet. A server that knows it
   * (grpc-timeout) resets the stream at the same moment.
   */
  boolean isOverdue() {
    TotalLimit limit = totalLimit;
    return limit != null && group.deadlines().remainingNanos(limit) <= SHARED_DEADLINE_NANOS;
  }

  private ExchangeFailure deadlineExceeded() {
    return new ExchangeFailure(
        Kind.DEADLINE_EXCEEDED, serverName() + ": no complete response within the timeout");
  }

  // For the client's side.

  @Override
  public void requestData(ByteBuf data, boolean end) {
    UpstreamAttempt current = attempt;
    if (done) {
      data.release();
    } else if (current != null && current.takesBody()) {
      body.passing(data, end);
      current.send(data, end);
    } else {
      body.add(data, end);
    }
  }

  @Override
  public void requestTrailers(Fields trailers) {
    UpstreamAttempt current = attempt;
    if (done) {
      return;
    }
    if (current != null && current.takesBody()) {
      body.passing(trailers);
      current.send(trailers);
    } else {
      body.add(trailers);
    }
  }

  @Override
  public void sinkWritable() {
    if (attempt != null) {
      attempt.resume();
    }
  }

  @Override
  public void cancel() {
    if (!done) {
      countRetry(RetryReason.Outcome.CANCELLED);
      ended();
      if (attempt != null) {
        attempt.cancel();
      }
      if (hedge != null) {
        hedge.cancel();
      }
    }
  }

  @Override
  public String serverName() {
    return attempt == null ? NO_SERVER : attempt.serverName();
  }

  @Override
  public long headNanos() {
    return headNanos == 0 ? 0 : headNanos - startNanos;
  }

  @Override
  public int attempts() {
    return sent;
  }

  private void ended() {
    done = true;
    stopTimer();
    if (totalLimit != null) {
      group.deadlines().disarm(totalLimit);
    }
    body.release();
    leaveLimit();
    leaveHedgeLimits();
    if (isAdmitted) {
      isAdmitted = false;
      group.ended();
    }
  }

  private void leaveLimit() {
    if (isLimited) {
      isLimited = false;
      group.responded();
    }
  }

  /** Only one attempt is left. */
  private void leaveHedgeLimits() {
    if (isHedgeAdmitted) {
      isHedgeAdmitted = false;
      group.responded();
      group.ended();
    }
  }

  private void stopTimer() {
    Future<?> running = timer;
    if (running != null) {
      timer = null;
      running.cancel(false);
    }
  }

  /** The timeout of the whole exchange. */
  private final class TotalLimit extends Deadline {
    @Override
    protected void expired() {
      if (!done) {
        ExchangeFailure failure = deadlineExceeded();
        countRetry(RetryReason.Outcome.FAILED);
        cancel();
        sink.fail(sent > 1 ? failure.after(sent) : failure);
        sink.flush();
      }
    }
  }
}
