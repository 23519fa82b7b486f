package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.http.Http2OutboundHeaders;
import io.lychgate.gateway.http.Http2RequestHeaders;
import io.lychgate.gateway.http.WindowGrowth;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.TrailerFields;
import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.StreamLease;
import io.lychgate.gateway.upstream.StreamRequest;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamStream;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response as a stream of HTTP/2. The stream is opened on the wire when the head is written, so that numbers
 * are used in the order of HEADERS frames. The object is also the deadline of the response. Event loop only.
 *
 * <pre>
 *   ASSIGNED --head written--> OPEN --response complete--> ENDED (the rest of a complete request may still leave)
 *      |                        +--2xx to an extended CONNECT--> TUNNEL --both ends, reset--> ENDED
 *      |                        +--reset, GOAWAY, end of the connection--> lost or failed
 *      +--connection unusable--> lost, certainly unprocessed
 * </pre>
 */
final class Http2ServerStream extends Deadline implements UpstreamStream {
  /**
   * The most interim responses to one request. RFC 9110 15.2 names no bound, but a server that never sends a final response is
   * broken.
   */
  private static final int MAX_INTERIM_RESPONSES = 32;

  /** Consumed bytes from which the window of a stream may grow. Most responses are smaller. */
  private static final int GROWTH_BYTES = Http2ServerConnection.STREAM_WINDOW_BYTES / 2;

  /** Time for a server to take the rest of a complete request after its complete response. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Time for a server to take the last bytes of a tunnel whose client has ended it. */
  private static final Duration LAST_WRITE = Duration.ofSeconds(2);

  private final Http2ServerConnection connection;
  private final UpstreamSite site;
  private final StreamLease lease = new StreamLease();

  /** The exchange; null once it has got its end. */
  private @Nullable StreamRequest receiver;

  /** The stream on the wire; null before the head was written. */
  private @Nullable Http2Stream stream;

  /** The WebSocket that the stream has become; null for every other stream. */
  private @Nullable Http2Tunnel tunnel;

  private boolean isReleased;
  private boolean requestEnded;

  /** The response has time limits. A call of gRPC may be silent for minutes; its own timeouts end it. */
  private boolean isTimed;

  /** Bytes of the body that the server's window or its socket has not taken. */
  private int unwritten;

  private boolean headRequest;
  private boolean finalHeadSeen;

  /** The response may have content: its request and its status permit one. */
  private boolean hasBody;

  private boolean isPaused;
  private int interimResponses;
  private long contentLength;
  private long received;

  /** Bytes that the exchange has taken, and that are returned to the server when it continues. */
  private int owed;

  private @Nullable WindowGrowth growth;

  /** The stream was opened before the server's SETTINGS were known. */
  private boolean isEarly;

  /** The connection had served another stream before this one. */
  private boolean isOnReusedConnection;

  /** Reads of the connection before the head was written. */
  private long readsBefore;

  /** The server has certainly not processed the request. */
  private boolean isUnprocessed;

  /** The server takes the request over HTTP/1.1, which its other connections have. */
  private boolean isForHttp1;

  /** The server has reset this stream and not the connection. */
  private boolean isReset;

  private @Nullable ExchangeFailure failure;

  Http2ServerStream(Http2ServerConnection connection, StreamRequest receiver) {
    this.connection = connection;
    this.site = connection.site();
    this.receiver = receiver;
  }

  StreamLease lease() {
    return lease;
  }

  /** Returns true if the exchange no longer needs the stream. */
  boolean isUnwanted() {
    return receiver == null || receiver.isDone();
  }

  /** Gives the stream to its exchange: the connection is open. */
  void begin() {
    StreamRequest current = receiver;
    if (current == null || current.isDone()) {
      receiver = null;
      release();
    } else {
      current.connected(this);
    }
  }

  /** Returns true if the request is one for a WebSocket. */
  boolean isForTunnel() {
    return receiver != null && receiver.handshake() != null;
  }

  /** Ends a stream whose connection takes no WebSockets. */
  void withoutTunnel(ServerConnections.Owner owner) {
    StreamRequest current = receiver;
    receiver = null;
    release();
    if (current != null && !current.isDone()) {
      owner.takesNoTunnel(current);
    }
  }

  /** Ends a stream whose connection has another protocol. The request finds another one. */
  void again(ServerConnections.Owner owner) {
    StreamRequest current = receiver;
    receiver = null;
    if (current != null && !current.isDone()) {
      owner.again(current);
    }
  }

  /** Ends a stream whose connection could not be opened. */
  void connectFailed(ExchangeFailure why) {
    StreamRequest current = receiver;
    receiver = null;
    if (current != null) {
      current.connectFailed(why);
    }
  }

  // The request.

  @Override
  public void beginWithTurn() {
    site.flushes().add(new FlushQueue.Flushable() {
      @Override
      protected void flushNow() {
        beginDeferred();
      }
    });
  }

  private void beginDeferred() {
    Receiver current = receiver;
    if (current == null || stream != null) {
      return;
    }
    if (connection.canOpenStream()) {
      current.begin();
    } else {
      loseUnsent();
    }
  }

  @Override
  public void writeHead(RequestHead request, CharSequence host, boolean end) {
    headRequest = request.isMethod(HttpMethod.HEAD.asciiName());
    StreamRequest current = receiver;
    if (current == null) {
      return;
    }
    if (!connection.canOpenStream()) {
      // Not at once: the exchange is about to write its body.
      site.loop().execute(this::loseUnsent);
      return;
    }
    isEarly = !connection.hasSettings();
    isOnReusedConnection = connection.isReused();
    readsBefore = connection.reads();
    isTimed = GrpcForm.of(request.fields()) == GrpcForm.NONE;
    WebSocketHandshake handshake = current.handshake();
    if (handshake != null) {
      handshake.editConnect(request.fields());
      connection.writeHead(this, headersOf(request, host, true), false);
      armResponse(site.config().responseHeadTimeout());
      return;
    }
    connection.writeHead(this, headersOf(request, host, false), end);
    if (end) {
      requestSent();
    }
  }

  private Http2RequestHeaders headersOf(
      RequestHead request, CharSequence host, boolean isForTunnel) {
    return new Http2RequestHeaders(
        isForTunnel ? HttpMethod.CONNECT.asciiName() : request.method(),
        connection.isSecure(),
        host,
        request.path(),
        isForTunnel ? HttpHeaderValues.WEBSOCKET : null,
        request.fields());
  }

  /** Connects this object with the stream on the wire. */
  void opened(Http2Stream on) {
    stream = on;
  }

  @Override
  public void writeBody(ByteBuf data, boolean end) {
    Receiver from = receiver;
    Http2Stream to = stream;
    if (from == null || to == null) {
      data.release();
      return;
    }
    int bytes = data.readableBytes();
    ChannelPromise written = connection.newPromise();
    unwritten += bytes;
    written.addListener(done -> {
      bodyTaken(bytes);
      from.bodyWritten(bytes);
    });
    if (!end && !isArmed()) {
      awaitBodyTaken();
    }
    connection.writeData(to, data, end, written);
    if (end) {
      requestSent();
    }
  }

  /** Limits the time for which a server may take nothing of a body that is not complete. */
  private void awaitBodyTaken() {
    if (!requestEnded && !finalHeadSeen) {
      armResponse(site.config().responseHeadTimeout());
    }
  }

  private void bodyTaken(int bytes) {
    unwritten -= bytes;
    if (receiver == null || requestEnded || finalHeadSeen) {
      return;
    }
    if (unwritten > 0) {
      awaitBodyTaken();
    } else {
      site.deadlines().pause(this);
    }
  }

  @Override
  public void writeEnd(Fields trailers) {
    Http2Stream to = stream;
    if (receiver == null || to == null) {
      return;
    }
    if (trailers.size() == 0) {
      connection.writeData(to, Unpooled.EMPTY_BUFFER, true, connection.newPromise());
    } else {
      connection.writeTrailers(to, Http2OutboundHeaders.trailers(trailers));
    }
    requestSent();
  }

  private void requestSent() {
    requestEnded = true;
    if (!finalHeadSeen && receiver != null) {
      armResponse(site.config().responseHeadTimeout());
    }
  }

  // The response.

  /** Receives a field section: interim responses, the final head, then trailers. */
  void headers(Http2InboundHeaders headers, boolean end) throws Http2Exception {
    if (tunnel != null) {
      throw malformed("HEADERS in a tunnel (RFC 9113 8.5)");
    }
    if (receiver == null) {
      return;
    }
    if (finalHeadSeen) {
      trailers(receiver, headers.fields());
      return;
    }
    int status = status(headers);
    ResponseHead head = new ResponseHead(status, headers.fields());
    if (head.isInformational()) {
      interim(receiver, head, end);
    } else {
      finalHead(receiver, head, end);
    }
  }

  private int status(Http2InboundHeaders headers) throws Http2Exception {
    CharSequence text = headers.status();
    if (text == null || text.length() != 3 || headers.method() != null || headers.path() != null) {
      throw malformed("response without a valid :status (RFC 9113 8.3.2)");
    }
    int status = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), 10);
      if (digit < 0) {
        throw malformed("status " + text + " (expected: three digits, RFC 9110 15)");
      }
      status = 10 * status + digit;
    }
    if (status < 100 || status > 599 || status == 101) {
      throw malformed("status " + text + " (expected: 100-599 without 101)");
    }
    return status;
  }

  private void interim(Receiver current, ResponseHead head, boolean end) throws Http2Exception {
    if (end) {
      throw malformed("the stream ended with an interim response");
    }
    if (++interimResponses > MAX_INTERIM_RESPONSES) {
      throw malformed("more than " + MAX_INTERIM_RESPONSES + " interim responses");
    }
    current.informational(head);
    connection.touched(this);
  }

  private void finalHead(Receiver current, ResponseHead head, boolean end) throws Http2Exception {
    WebSocketHandshake handshake = current.handshake();
    if (handshake != null && head.status() >= 200 && head.status() < 300) {
      switched(current, handshake, head, end);
      return;
    }
    hasBody = !headRequest && !head.isBodiless();
    contentLength = hasBody ? head.contentLength() : 0;
    if (end && contentLength > 0) {
      throw malformed("no body (expected: " + contentLength + " bytes)");
    }
    finalHeadSeen = true;
    // A client of HTTP/1.1 finds no end in the bytes of a response without a body: what followed
    // its head would be its next response.
    current.head(head, end || !hasBody);
    if (receiver == null) {
      // Cancelled by the exchange.
      return;
    }
    if (end) {
      ended(current, Unpooled.EMPTY_BUFFER, new Fields(0));
    } else {
      connection.touched(this);
      armResponse(site.config().responseBodyIdleTimeout());
    }
  }

  /** Makes the stream a tunnel, which has no time limit of its own. */
  private void switched(
      Receiver current, WebSocketHandshake handshake, ResponseHead head, boolean end) {
    finalHeadSeen = true;
    receiver = null;
    connection.served();
    site.deadlines().disarm(this);
    connection.tunnelBegan(this);
    Http2Tunnel opened = new Http2Tunnel(this, current.sink());
    tunnel = opened;
    handshake.accept(head.fields());
    current.switched(head, opened);
    if (end) {
      opened.data(Unpooled.EMPTY_BUFFER, true);
    }
    connection.touched(this);
  }

  /** Writes bytes of the client. Takes ownership of them. */
  void writeTunnel(ByteBuf data, boolean end, ChannelFutureListener written) {
    Http2Stream to = stream;
    ChannelPromise promise = connection.newPromise();
    promise.addListener(written);
    if (to == null) {
      data.release();
      promise.setFailure(new ClosedChannelException());
      return;
    }
    connection.writeData(to, data, end, promise);
  }

  /** Resets a tunnel once its last bytes were sent, or have waited too long. */
  void cancelTunnel(boolean hasOutputEnded) {
    if (!hasOutputEnded) {
      writeTunnel(Unpooled.EMPTY_BUFFER, true, written -> abandonTunnel());
    } else if (stream != null && !stream.state().localSideOpen()) {
      abandonTunnel();
      return;
    }
    arm(LAST_WRITE);
  }

  private void abandonTunnel() {
    if (tunnel != null) {
      abandon(Http2Error.CANCEL);
    }
  }

  private void trailers(Receiver current, Fields trailers) throws Http2Exception {
    for (int i = 0; i < trailers.size(); i++) {
      if (TrailerFields.isForbiddenInResponse(trailers.name(i))) {
        throw malformed("trailer: " + trailers.name(i) + " is forbidden (RFC 9110 6.5.1)");
      }
    }
    checkLength();
    ended(current, Unpooled.EMPTY_BUFFER, trailers);
  }

  /**
   * Receives a part of the body.
   *
   * @return the bytes to return to the server now
   */
  int data(ByteBuf data, boolean end) throws Http2Exception {
    int bytes = data.readableBytes();
    Http2Tunnel through = tunnel;
    if (through != null) {
      received += bytes;
      through.data(data.retain(), end);
      connection.touched(this);
      return held(bytes, !end);
    }
    Receiver current = receiver;
    if (current == null) {
      return bytes;
    }
    if (!finalHeadSeen) {
      throw malformed("DATA before the head of the response");
    }
    if (!hasBody && bytes > 0) {
      throw malformed("content in a response without a body (RFC 9113 8.1.1)");
    }
    received += bytes;
    if (end) {
      checkLength();
      ended(current, data.retain(), new Fields(0));
      return bytes;
    }
    if (bytes > 0) {
      armResponse(site.config().responseBodyIdleTimeout());
      current.data(data.retain());
      connection.touched(this);
    }
    return held(bytes, receiver != null);
  }

  /** Returns the bytes to return to the server now: none while the client is slower than the server. */
  private int held(int bytes, boolean mayContinue) {
    if (isPaused && mayContinue) {
      site.deadlines().pause(this);
      owed += bytes;
      return 0;
    }
    grow(bytes);
    return bytes;
  }

  /** Netty compares the length only if there was a body. */
  private void checkLength() throws Http2Exception {
    if (contentLength > 0 && received == 0) {
      throw malformed("no body (expected: " + contentLength + " bytes)");
    }
  }

  private void grow(int bytes) {
    WindowGrowth window = growth;
    if (window == null) {
      if (received < GROWTH_BYTES) {
        return;
      }
      window = new WindowGrowth(Http2ServerConnection.STREAM_WINDOW_BYTES, System.nanoTime());
      growth = window;
    }
    Http2Stream on = stream;
    if (on != null && window.used(bytes)) {
      connection.grow(on, window);
    }
  }

  private void ended(Receiver current, ByteBuf last, Fields trailers) {
    receiver = null;
    site.deadlines().disarm(this);
    connection.served();
    Http2Stream on = stream;
    if (!requestEnded && on != null) {
      // RFC 9113 8.1: the response did not need the rest of the request.
      connection.reset(on, Http2Error.NO_ERROR);
    } else if (on != null && on.state().localSideOpen()) {
      site.deadlines().arm(this, REST_NANOS);
    }
    current.end(last, trailers);
    release();
  }

  /** Stops returning the window: the server may send what is left of it. The connection is read on, for its other streams. */
  @Override
  public void pause() {
    if (!isPaused) {
      isPaused = true;
      site.deadlines().pause(this);
    }
  }

  @Override
  public void resume() {
    if (!isPaused) {
      return;
    }
    isPaused = false;
    int bytes = owed;
    owed = 0;
    Http2Stream on = stream;
    if (on == null || (receiver == null && tunnel == null)) {
      return;
    }
    if (tunnel == null) {
      armResponse(site.config().responseBodyIdleTimeout());
    }
    if (bytes > 0) {
      connection.consumed(on, bytes);
      grow(bytes);
    }
  }

  void flush() {
    Receiver current = receiver;
    if (tunnel != null) {
      tunnel.flush();
    } else if (current != null) {
      current.sink().flush();
    }
  }

  @Override
  public void cancel() {
    receiver = null;
    abandon(Http2Error.CANCEL);
  }

  private void abandon(Http2Error code) {
    site.deadlines().disarm(this);
    if (stream != null) {
      connection.reset(stream, code);
    }
    release();
  }

  // The end.

  /** The server refuses the stream, or has said by GOAWAY that it will never process it. */
  void unprocessed(String why) {
    unprocessed(why, ExchangeFailure.NO_RESET);
  }

  private void unprocessed(String why, long code) {
    isUnprocessed = true;
    failure = ExchangeFailure.ofReset(
        Kind.CONNECTION_TERMINATED, connection.server() + ": " + why, true, code);
  }

  void resetByServer(long code) {
    if (receiver == null && tunnel == null) {
      return;
    }
    isReset = true;
    Http2Error error = Http2Error.valueOf(code);
    String name = error == null ? "error " + code : error.name();
    if (error == Http2Error.REFUSED_STREAM) {
      unprocessed("the stream was refused", code);
    } else if (error == Http2Error.HTTP_1_1_REQUIRED && !finalHeadSeen && tunnel == null) {
      http1Required(code);
    } else {
      failure = ExchangeFailure.ofReset(
          finalHeadSeen ? Kind.RESPONSE_INCOMPLETE : Kind.CONNECTION_TERMINATED,
          connection.server() + ": the stream was reset (" + name + ")",
          false,
          code);
    }
  }

  /**
   * The server takes the request over HTTP/1.1 only (RFC 9113 section 7), and has not processed it. A call of gRPC has no form in
   * HTTP/1.1, and other requests have none where the configuration permits HTTP/2 alone.
   */
  private void http1Required(long code) {
    if (isTimed && connection.requiresHttp1()) {
      unprocessed("HTTP/1.1 is required", code);
      isForHttp1 = true;
    } else {
      failure = ExchangeFailure.ofReset(
          Kind.UPGRADE_FAILED,
          connection.server() + ": the server requires HTTP/1.1 (expected: HTTP/2; add http/1.1 to"
              + " tls.protocols, or use the scheme http)",
          false,
          code);
    }
  }

  /** @param isRequired true if the next attempt of an unprocessed request has HTTP/1.1 */
  void forHttp1(boolean isRequired) {
    isForHttp1 = isRequired && isTimed;
  }

  /** Sets the reason of the close that follows. The first reason is kept. */
  void failure(ExchangeFailure why) {
    if (failure == null) {
      failure = why;
    }
  }

  /** The stream is closed on the wire. */
  void closed() {
    site.deadlines().disarm(this);
    StreamRequest current = receiver;
    receiver = null;
    if (growth != null) {
      connection.ended(growth);
      growth = null;
    }
    release();
    Http2Tunnel through = tunnel;
    if (through != null) {
      tunnel = null;
      through.closed(failure == null ? connection.lossOf(false) : failure);
    }
    if (current == null) {
      return;
    }
    ExchangeFailure why = failure == null ? connection.lossOf(finalHeadSeen) : failure;
    if (failure != null && !isUnprocessed && !isReset) {
      current.failed(why);
    } else {
      current.lost(this, why);
    }
  }

  /** The connection has closed, or takes no more streams, before the head was written. */
  void loseUnsent() {
    StreamRequest current = receiver;
    if (current == null || stream != null) {
      return;
    }
    receiver = null;
    isUnprocessed = true;
    release();
    current.lost(
        this,
        new ExchangeFailure(
            Kind.CONNECTION_TERMINATED, connection.server() + ": closed before the request", true));
  }

  private void release() {
    if (!isReleased) {
      isReleased = true;
      connection.released(this);
    }
  }

  @Override
  public Retry mayRetry() {
    if (isForHttp1) {
      return Retry.EACH;
    }
    if (isUnprocessed) {
      // A connection that has served nothing gives no reason to expect more of the next one. But a
      // stream that was opened before the SETTINGS may have been above the limit.
      boolean isTrustworthy =
          isReset ? isEarly : connection.hasServed() || !connection.isGoneAway();
      return isTrustworthy ? Retry.EACH : Retry.ON_ANOTHER_SERVER;
    }
    if (!isOnReusedConnection || isReset) {
      return Retry.NONE;
    }
    return connection.reads() == readsBefore ? Retry.STALE : Retry.IDEMPOTENT;
  }

  private Http2Exception malformed(String why) {
    Http2Stream on = stream;
    return Http2Exception.streamError(
        on == null ? 0 : on.id(), Http2Error.PROTOCOL_ERROR, "%s", why);
  }

  private void armResponse(Duration time) {
    if (isTimed) {
      arm(time);
    }
  }

  private void arm(Duration time) {
    site.deadlines().arm(this, time.toNanos());
  }

  /** The head, or more of the body, has not come in time. */
  @Override
  protected void expired() {
    StreamRequest current = receiver;
    receiver = null;
    boolean isRest = current == null && tunnel == null;
    abandon(isRest ? Http2Error.NO_ERROR : Http2Error.CANCEL);
    if (current != null) {
      Kind kind = finalHeadSeen ? Kind.RESPONSE_BODY_TIMEOUT : Kind.RESPONSE_HEAD_TIMEOUT;
      String why =
          unwritten > 0 && !finalHeadSeen ? "took no more of the request" : "response timeout";
      current.failed(new ExchangeFailure(kind, connection.server() + ": " + why));
    }
  }
}
