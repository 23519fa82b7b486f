package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.LoopServer;
import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.StreamLease;
import io.lychgate.gateway.upstream.StreamRequest;
import io.lychgate.gateway.upstream.UpstreamStream;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A check by one request on a connection of its own, in the protocol of the server. A short response is read to its end, so that the
 * connection closes in order. Health loop only.
 */
final class RequestCheck
    implements ServerCheck, StreamRequest, ServerConnections.Owner, ResponseSink {
  /** The share of the loop's turns that checks have. */
  private static final long CLIENT = 0;

  private final Endpoint endpoint;
  private final ServerState state;
  private final RequestHead request;
  private final byte[] body;
  private final CheckedResponse judge;
  private final Consumer<CheckResult> done;
  private final ServerConnections connections;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private @Nullable UpstreamStream stream;
  private int bytes;
  private boolean isConnected;
  private boolean isRepeated;
  private boolean hasHead;

  /** The result if the head was enough for it. */
  private @Nullable CheckResult ofHead;

  private boolean isOver;

  /**
   * @param body bytes of the request's body; empty for none
   * @param done called once, with the result
   */
  RequestCheck(
      ServerConnections.Factory protocol,
      Endpoint endpoint,
      ServerState state,
      RequestHead request,
      byte[] body,
      CheckedResponse judge,
      Consumer<CheckResult> done) {
    this.endpoint = endpoint;
    this.state = state;
    this.request = request;
    this.body = body;
    this.judge = judge;
    this.done = done;
    this.connections = protocol.to(endpoint, this);
  }

  @Override
  public void start() {
    connections.open(this);
  }

  @Override
  public CheckResult abandon() {
    CheckResult known = ofHead;
    String missing = hasHead ? "no complete response" : "no response";
    CheckResult late = CheckResult.late(isConnected ? missing : "no connection");
    close();
    return known == null ? late : known;
  }

  private void report(CheckResult result) {
    if (!isOver) {
      close();
      done.accept(result);
    }
  }

  /** Ends the request, and its connection. */
  private void close() {
    isOver = true;
    UpstreamStream open = stream;
    stream = null;
    if (open != null) {
      open.cancel();
    }
    connections.retire();
  }

  // The request.

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public long client() {
    return CLIENT;
  }

  @Override
  public @Nullable ServerState avoided() {
    return null;
  }

  /** A check has no client. The PROXY protocol then says that the gateway itself has connected. */
  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return null;
  }

  @Override
  public LoopServer server() {
    return this;
  }

  @Override
  public void server(@Nullable LoopServer chosen) {}

  @Override
  public boolean isDone() {
    return isOver;
  }

  @Override
  public @Nullable WebSocketHandshake handshake() {
    return null;
  }

  @Override
  public ResponseSink sink() {
    return this;
  }

  @Override
  public void connected(UpstreamStream open) {
    stream = open;
    isConnected = true;
    if (body.length == 0) {
      open.writeHead(request, request.authority(), true);
    } else {
      open.beginWithTurn();
    }
  }

  @Override
  public void begin() {
    UpstreamStream open = stream;
    if (open != null) {
      open.writeHead(request, request.authority(), false);
      open.writeBody(Unpooled.wrappedBuffer(body), true);
    }
  }

  @Override
  public void bodyWritten(int count) {}

  // The response.

  @Override
  public void informational(ResponseHead head) {}

  @Override
  public void head(ResponseHead head, boolean end) {
    hasHead = true;
    ofHead = judge.head(head);
  }

  @Override
  public void data(ByteBuf data) {
    take(data);
    if (bytes > Limits.HEALTH_BODY_BYTES) {
      report(result(new Fields()));
    }
  }

  private void take(ByteBuf data) {
    try {
      int room = Math.min(data.readableBytes(), Limits.HEALTH_BODY_BYTES - received.size());
      bytes += data.readableBytes();
      for (int i = 0; i < room; i++) {
        received.write(data.readByte());
      }
    } finally {
      data.release();
    }
  }

  @Override
  public void end(ByteBuf data, Fields trailers) {
    take(data);
    stream = null;
    report(result(trailers));
  }

  private CheckResult result(Fields trailers) {
    CheckResult known = ofHead;
    return known == null ? judge.end(received.toByteArray(), trailers) : known;
  }

  @Override
  public void switched(ResponseHead head, Responder tunnel) {
    stream = null;
    tunnel.cancel();
    report(CheckResult.unhealthy("status " + head.status() + " (expected: a response)"));
  }

  @Override
  public void failed(ExchangeFailure failure) {
    stream = null;
    reportFailure(failure);
  }

  @Override
  public void lost(UpstreamStream lost, ExchangeFailure failure) {
    if (lost.mayRetry() == UpstreamStream.Retry.EACH && !isRepeated && !isOver) {
      // The server takes the request over another protocol, or its connection has just ended in
      // order.
      isRepeated = true;
      stream = null;
      connections.open(this);
    } else {
      failed(failure);
    }
  }

  @Override
  public void connectFailed(ExchangeFailure failure) {
    failed(failure);
  }

  private void reportFailure(ExchangeFailure failure) {
    boolean isOwn = failure.kind() == Kind.CONNECTION_LIMIT;
    report(
        isOwn
            ? new CheckResult(CheckResult.Outcome.SKIPPED, failure.detail())
            : CheckResult.unhealthy(failure.detail()));
  }

  // The owner of the connection, which counts in no limits.

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public ServerState state() {
    return state;
  }

  @Override
  public void again(StreamRequest other) {
    if (!connections.lend(other)) {
      connections.open(other);
    }
  }

  @Override
  public void lent(StreamLease lease, StreamRequest to) {}

  @Override
  public void tunnelBegan(StreamLease lease) {}

  @Override
  public void released(StreamLease lease) {}

  @Override
  public void closed(StreamLease lease) {}

  @Override
  public void mayServe() {}

  @Override
  public void idleChanged() {}

  // The sink of a tunnel, which no check opens.

  @Override
  public void data(ByteBuf data, boolean end) {
    data.release();
  }

  @Override
  public void trailers(Fields trailers) {}

  @Override
  public void fail(ExchangeFailure failure) {}

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public void requestConsumed(int count) {}

  @Override
  public void flush() {}
}
