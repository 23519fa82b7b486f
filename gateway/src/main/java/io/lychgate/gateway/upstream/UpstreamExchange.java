package io.lychgate.gateway.upstream;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of one request and its response with a server. It waits for a connection, forwards the request as it arrives, and
 * passes the response to the sink. It retries where that is certain to be harmless. Event loop only.
 *
 * <pre>
 *   WAITING --connected--> EXCHANGING --response complete / failed / cancelled--> DONE
 *      ^                       |
 *      +--- retry, at most once for a dead reused connection, once for each server that refuses ---+
 * </pre>
 */
public final class UpstreamExchange implements Responder {
  private final UpstreamGroup group;
  private final RequestHead request;
  private final CharSequence host;
  private final ResponseSink sink;
  private final @Nullable WebSocketHandshake handshake;

  private final long client;

  private ServerPool pool;
  private @Nullable UpstreamConnection connection;
  private @Nullable WaitLimit waitLimit;

  /**
   * Body bytes that arrived before a connection was assigned. The client's flow control window bounds them, because none are
   * consumed yet.
   */
  private @Nullable ArrayDeque<ByteBuf> early;

  private @Nullable Fields earlyTrailers;
  private boolean requestEnded;
  private boolean bodySent;
  private boolean responseBegun;
  private boolean done;
  private boolean retried;
  private int refusals;
  private long startNanos;
  private long headNanos;

  UpstreamExchange(
      UpstreamGroup group,
      RequestHead request,
      CharSequence host,
      boolean end,
      ResponseSink sink,
      @Nullable WebSocketHandshake handshake,
      long client) {
    this.group = group;
    this.client = client;
    this.request = request;
    this.host = host;
    this.requestEnded = end;
    this.sink = sink;
    this.handshake = handshake;
    this.pool = group.next();
  }

  void start() {
    startNanos = group.clock().nanoTime();
    group.counts().request();
    acquire(false);
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
    if (connection == null && !done) {
      if (waitLimit == null) {
        waitLimit = new WaitLimit();
      }
      group.deadlines().arm(waitLimit, group.config().connectTimeout().toNanos());
    }
  }

  /** Returns the keyed hash of the client, whose requests have one share of the connections. */
  long client() {
    return client;
  }

  /** Returns the pool of the preferred server, or of the server that serves the exchange. */
  ServerPool pool() {
    return pool;
  }

  void pool(ServerPool serving) {
    pool = serving;
  }

  /** Returns the server of the exchange as it is written in the configuration. */
  public String server() {
    return pool.serverText();
  }

  /** Returns the nanoseconds from the start to the final response head; 0 before its arrival. */
  public long headNanos() {
    return headNanos == 0 ? 0 : headNanos - startNanos;
  }

  boolean isDone() {
    return done;
  }

  boolean isSinkWritable() {
    return sink.isWritable();
  }

  void flushSink() {
    sink.flush();
  }

  void connected(UpstreamConnection got) {
    connection = got;
    if (waitLimit != null) {
      group.deadlines().disarm(waitLimit);
    }
    if (handshake != null) {
      // The client's bytes are for the tunnel, so none are sent before it exists.
      got.writeHead(request, host, true);
    } else if (requestEnded && early == null && earlyTrailers == null) {
      got.writeHead(request, host, true);
    } else {
      got.beginLater();
    }
  }

  /** Writes the head of a request with a body, and the received part of the body. */
  void begin(UpstreamConnection got) {
    got.writeHead(request, host, requestEnded && early == null && earlyTrailers == null);
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

  void connectFailed(ExchangeFailure failure) {
    if (done) {
      return;
    }
    refusals++;
    if (failure.mayRetry() && refusals < group.config().servers().size()) {
      pool = group.next();
      acquire(false);
    } else {
      failed(failure);
    }
  }

  /**
   * Handles a connection that became unusable before a byte of the request was written. Another connection can serve the exchange.
   */
  void notBegun(UpstreamConnection unusable) {
    connection = null;
    if (done) {
      return;
    }
    if (unusable.isReused()) {
      group.counts().retry();
      acquire(false);
    } else {
      connectFailed(new ExchangeFailure(
          Kind.CONNECTION_TERMINATED, pool.server() + ": closed before the request", true));
    }
  }

  /** Handles a connection that closed during the exchange or sent bytes that are no response. */
  void connectionLost(UpstreamConnection lost, ExchangeFailure failure) {
    connection = null;
    if (done) {
      return;
    }
    // RFC 9110 9.2.2 and 9112 9.3.1: a request on a reused connection may have crossed the server's
    // close. A retry of an idempotent request is safe while no part of a response has arrived and
    // no body was sent.
    if (lost.isReused() && !responseBegun && !retried && !bodySent && isIdempotent()) {
      retried = true;
      group.counts().retry();
      acquire(true);
    } else {
      failed(failure);
    }
  }

  private boolean isIdempotent() {
    AsciiString method = request.method();
    return request.isMethod(HttpMethod.GET.asciiName())
        || request.isMethod(HttpMethod.HEAD.asciiName())
        || request.isMethod(HttpMethod.OPTIONS.asciiName())
        || method.contentEquals("PUT")
        || method.contentEquals("DELETE");
  }

  void informational(ResponseHead head) {
    responseBegun = true;
    sink.informational(head);
  }

  ResponseSink sink() {
    return sink;
  }

  boolean acceptsSwitch(ResponseHead head) {
    return handshake != null && handshake.isAcceptedBy(head);
  }

  /** Ends the exchange after a switch of protocols; the tunnel continues. */
  void switched(ResponseHead head, UpstreamTunnel tunnel) {
    headNanos = group.clock().nanoTime();
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

  void head(ResponseHead head, boolean end) {
    responseBegun = true;
    if (handshake != null && handshake.isMistakenFor(head.status())) {
      cancel();
      sink.fail(new ExchangeFailure(
          Kind.RESPONSE_MALFORMED,
          pool.server() + ": status " + head.status() + " (expected: 101, for a WebSocket)"));
      return;
    }
    headNanos = group.clock().nanoTime();
    // If end is true, the decoder's empty last piece follows and must find the exchange done.
    done = end;
    sink.head(head, end);
    if (end) {
      sink.flush();
    }
  }

  void data(ByteBuf data, boolean end) {
    if (done) {
      data.release();
    } else {
      sink.data(data, end);
    }
  }

  void end(ByteBuf data, Fields trailers) {
    connection = null;
    if (done) {
      data.release();
      return;
    }
    done = true;
    if (trailers.size() == 0) {
      sink.data(data, true);
    } else {
      sink.data(data, false);
      sink.trailers(trailers);
    }
    sink.flush();
  }

  void failed(ExchangeFailure failure) {
    connection = null;
    if (!done) {
      stop();
      sink.fail(failure);
      sink.flush();
    }
  }

  void bodyWritten(int bytes) {
    if (!done) {
      sink.requestConsumed(bytes);
    }
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    requestEnded |= end;
    UpstreamConnection current = connection;
    if (done) {
      data.release();
    } else if (current != null && handshake == null && !current.isDeferred()) {
      sendBody(current, data, end);
    } else {
      if (early == null) {
        early = new ArrayDeque<>(4);
      }
      early.add(data);
    }
  }

  private void sendBody(UpstreamConnection to, ByteBuf data, boolean end) {
    bodySent = true;
    to.writeBody(data, end, this);
  }

  @Override
  public void requestTrailers(Fields trailers) {
    requestEnded = true;
    UpstreamConnection current = connection;
    if (done) {
      return;
    }
    if (current != null && handshake == null && !current.isDeferred()) {
      bodySent = true;
      current.writeBodyEnd(trailers);
    } else {
      earlyTrailers = trailers;
    }
  }

  @Override
  public void sinkWritable() {
    if (connection != null) {
      connection.resumeReading();
    }
  }

  @Override
  public void cancel() {
    if (!done) {
      UpstreamConnection current = connection;
      stop();
      if (current != null) {
        // To keep the connection, the rest of the response would have to be read. A new connection
        // is cheaper than an unknown length.
        current.abandon();
      }
    }
  }

  private void stop() {
    done = true;
    connection = null;
    if (waitLimit != null) {
      group.deadlines().disarm(waitLimit);
    }
    group.remove(this);
    if (early != null) {
      early.forEach(ByteBuf::release);
      early = null;
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
