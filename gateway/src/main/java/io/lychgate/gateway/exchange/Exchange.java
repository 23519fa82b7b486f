package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.route.Route;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. Stands between a {@link ClientStream} and the {@link Responder} that answers it, and sees that
 * each side gets what it may get: the body to its limit, the head once, the end once. Event loop only.
 *
 * <p>The protocol edge calls {@link #begin} and the {@code client…} methods; the responder calls the {@link ResponseSink} ones.
 */
public final class Exchange implements ResponseSink {
  private final ClientConnection connection;
  private final ClientStream stream;
  private RequestHead request;
  private final Snapshot snapshot;
  private final boolean pushed;
  private final boolean headRequest;
  private final ExchangeAccount account;
  private final AheadOfPage ahead = new AheadOfPage(this);

  private Responder responder = NoResponder.INSTANCE;

  /** Small pieces of the request's body; null while there were none, as for nearly every exchange. */
  private @Nullable JoinedPieces requestPieces;

  /** Small pieces of the response's body; null while there were none. */
  private @Nullable JoinedPieces responsePieces;

  private @Nullable Route route;
  private final ClientWaits waits = new ClientWaits(this);

  /** The client asks for a tunnel, or has one; null for nearly every exchange. */
  private @Nullable Tunnel tunnel;

  /** Bytes of the gateway's own frames in a tunnel that its responder has not taken yet. */
  private int ownBytes;

  private long bodyReceived;
  private long bodyConsumed;

  private boolean requestEnded;
  private boolean headSent;
  private boolean responseEnded;
  private boolean closed;
  private boolean aborted;

  /** @param pushed whether the request is one that the gateway promised and no client sent */
  public Exchange(
      ClientConnection connection, ClientStream stream, RequestHead request, boolean pushed) {
    this.connection = connection;
    this.stream = stream;
    this.request = request;
    this.pushed = pushed;
    this.snapshot = connection.loop().snapshots().get();
    this.headRequest = request.isMethod(HttpMethod.HEAD.asciiName());
    this.account = new ExchangeAccount(connection, request.authority());
  }

  /** Starts on the answer. {@code end} when the request has no body. */
  public void begin(boolean end) {
    requestEnded = end;
    ExchangePipeline.run(this, end);
    if (!end && !responseEnded && tunnel == null) {
      waits.awaitBody();
    }
  }

  /**
   * Fails a request that the edge cannot serve.
   *
   * @param end whether the whole request has come in
   */
  public void refuse(ExchangeFailure failure, boolean end) {
    requestEnded = end;
    fail(failure);
  }

  /** The request's body turned out to be malformed. */
  public void brokenRequest(ExchangeFailure failure) {
    requestEnded = true;
    fail(failure);
    cancelResponder();
  }

  public ClientConnection connection() {
    return connection;
  }

  public RequestHead request() {
    return request;
  }

  /** From here on the request's path is this one. */
  void normalize(CharSequence path) {
    request = request.withPath(path);
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public boolean isPushed() {
    return pushed;
  }

  /** Whether the client was there to the last octet. */
  boolean isWhole() {
    return responseEnded && !aborted;
  }

  ClientStream stream() {
    return stream;
  }

  AheadOfPage ahead() {
    return ahead;
  }

  ExchangeAccount account() {
    return account;
  }

  @Nullable
  Route route() {
    return route;
  }

  void route(Route found) {
    route = found;
    account.route(found);
  }

  /** The request asks for a tunnel: what comes behind its head is no body. */
  void expectTunnel() {
    tunnel = new Tunnel(this);
  }

  /** Whether octets go both ways, and each direction ends by itself. */
  public boolean isTunnel() {
    return tunnel != null;
  }

  void answerWith(Responder chosen) {
    if (responseEnded || closed) {
      chosen.cancel();
    } else {
      responder = chosen;
    }
  }

  /** Whether the whole request has come in. */
  public boolean isRequestEnded() {
    return requestEnded;
  }

  // From the client.

  /** A piece of the request's body. Takes ownership of the buffer. */
  public void clientData(ByteBuf data, boolean end) {
    requestEnded |= end;
    int bytes = data.readableBytes();
    if (!responseEnded
        && tunnel == null
        && bodyReceived + bytes > connection.listener().limits().maxRequestBodyBytes()) {
      refuseBody(
          new ExchangeFailure(Kind.CONTENT_TOO_LARGE, "body: larger than the listener takes"));
    }
    bodyReceived += bytes;
    waits.bodyCame();
    if (responseEnded) {
      // Answered before its end: the rest is read and dropped, so that the client can finish.
      requestConsumed(bytes);
      data.release();
      return;
    }
    if (tunnel != null) {
      tunnelData(tunnel, data, end);
    } else {
      towardsResponder(data, end);
    }
  }

  private void towardsResponder(ByteBuf data, boolean end) {
    JoinedPieces pieces = requestPieces;
    if (pieces == null && JoinedPieces.goesAlone(data, end)) {
      passToResponder(data, end);
      return;
    }
    if (pieces == null) {
      pieces = new JoinedPieces(connection.loop().flushes()) {
        @Override
        protected void pass(ByteBuf joined, boolean last) {
          passToResponder(joined, last);
        }
      };
      requestPieces = pieces;
    }
    pieces.add(data, end);
  }

  private void passToResponder(ByteBuf data, boolean end) {
    if (data.isReadable() || end) {
      responder.requestData(data, end);
    } else {
      // No more than a sign of life: the client owes the next piece from now on.
      data.release();
      requestConsumed(0);
    }
  }

  /** The responder is told to stop. What a tunnel's client has sent before is still delivered. */
  private void cancelResponder() {
    if (requestPieces != null && tunnel != null) {
      requestPieces.passNow();
    } else if (requestPieces != null) {
      requestPieces.drop();
    }
    responder.cancel();
  }

  private void tunnelData(Tunnel through, ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    ByteBuf passed = through.towardsServer(data);
    int dropped = bytes - passed.readableBytes();
    towardsResponder(passed, end);
    if (dropped > 0) {
      requestConsumed(dropped);
    }
    if (through.clientSent(end)) {
      ended();
    }
  }

  /** Sends the server a frame of ours, which does not count for the client's flow control. */
  void toServer(ByteBuf frame) {
    ownBytes += frame.readableBytes();
    towardsResponder(frame, false);
  }

  /** Sends the client a frame of ours. */
  void toClient(ByteBuf frame) {
    towardsClient(frame, false);
    flush();
  }

  /** Both sides of a tunnel have had a Close frame: ends it for both. */
  void endTunnel() {
    if (!responseEnded) {
      data(Unpooled.EMPTY_BUFFER, true);
      flush();
      cancelResponder();
    }
  }

  /** Ends the exchange because of the body that has come; what still comes is read and dropped. */
  public void refuseBody(ExchangeFailure failure) {
    fail(failure);
    cancelResponder();
  }

  /** The request ended with these trailers, which the edge has checked. */
  public void clientTrailers(Fields trailers) {
    requestEnded = true;
    waits.bodyCame();
    if (responseEnded) {
      return;
    }
    if (requestPieces != null) {
      requestPieces.passNow();
    }
    responder.requestTrailers(trailers);
    if (tunnel != null && tunnel.clientSent(true)) {
      ended();
    }
  }

  /** The stream takes more after {@link ClientStream#isWritable()} said no. */
  public void clientWritable() {
    if (!responseEnded) {
      waits.drained();
      responder.sinkWritable();
    }
  }

  /** Calls off a push: it was never promised, or is taken back with a reset. */
  void withdraw() {
    if (!responseEnded) {
      responseEnded = true;
      cancelResponder();
    }
    reset(Kind.INTERNAL);
    clientClosed();
  }

  /** Whether there is nothing more to come. */
  boolean isEnded() {
    return responseEnded;
  }

  /** The client wants the promised response no more. The end of its stream is told as of any other. */
  public void promiseReset() {
    account.promiseReset(this);
  }

  /** The client reset the stream or closed its connection. */
  public void clientAborted() {
    aborted = true;
    if (!responseEnded) {
      responseEnded = true;
      account.failed(Kind.CLIENT_ABORTED);
      cancelResponder();
    }
    clientClosed();
  }

  /** The last octet of the response left, or never will: nothing of this exchange is on the wire any more. */
  public void clientClosed() {
    if (!closed) {
      closed = true;
      waits.stop();
      ahead.dropHints();
      if (tunnel != null) {
        tunnel.closed();
      }
      if (!responseEnded) {
        // The client reset a tunnel that was half-closed.
        responseEnded = true;
        cancelResponder();
      }
      dropPieces();
      account.close(this, bodyReceived);
    }
  }

  // From the responder.

  @Override
  public void upgraded(ResponseHead head, Responder through) {
    Tunnel opening = tunnel;
    if (opening == null || headSent || responseEnded) {
      through.cancel();
      return;
    }
    responder = through;
    headSent = true;
    FinalHead.prepareSwitch(this, head.fields());
    int status = stream.switchProtocols(head.fields());
    if (status == 0) {
      through.cancel();
      fail(new ExchangeFailure(Kind.BAD_REQUEST, "octets before the switch of protocols"));
      return;
    }
    // An Upgrade has no body; its connection goes on all the same.
    requestEnded &= request.protocol() != null;
    account.tunnelOpened(status);
    opening.open(requestEnded);
  }

  @Override
  public void informational(ResponseHead head) {
    if (headSent || responseEnded) {
      return;
    }
    if (head.status() == 103) {
      ahead.upstreamHints(head.fields());
    } else if (head.status() != 100) {
      // The gateway has asked for the body itself; a 100 of the upstream would be a second one.
      stream.writeInformational(head);
    }
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (headSent || responseEnded) {
      return;
    }
    headSent = true;
    tunnel = null;
    FinalHead.prepare(this, head);
    account.status(head.status());
    ahead.beforeHead();
    stream.writeHead(head, end);
    if (end) {
      ended();
    }
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    if (responseEnded || headRequest) {
      data.release();
      if (end && !responseEnded) {
        stream.writeData(Unpooled.EMPTY_BUFFER, true);
        ended();
      }
      return;
    }
    towardsClient(tunnel == null ? data : tunnel.towardsClient(data), end);
    if (tunnel == null ? end : tunnel.serverSent(end)) {
      ended();
    }
  }

  private void towardsClient(ByteBuf data, boolean end) {
    JoinedPieces pieces = responsePieces;
    if (pieces == null && JoinedPieces.goesAlone(data, end)) {
      passToClient(data, end);
      return;
    }
    if (pieces == null) {
      pieces = new JoinedPieces(connection.loop().flushes()) {
        @Override
        protected void pass(ByteBuf joined, boolean last) {
          passToClient(joined, last);
        }
      };
      responsePieces = pieces;
    }
    pieces.add(data, end);
  }

  private void passToClient(ByteBuf data, boolean end) {
    account.sent(data.readableBytes());
    stream.writeData(data, end);
    if (!end && !stream.isWritable()) {
      waits.awaitDrain();
    }
  }

  private void passResponsePieces() {
    if (responsePieces != null) {
      responsePieces.passNow();
    }
  }

  /** Nothing more goes either way. */
  private void dropPieces() {
    if (requestPieces != null) {
      requestPieces.drop();
    }
    if (responsePieces != null) {
      responsePieces.drop();
    }
  }

  @Override
  public void trailers(Fields trailers) {
    if (responseEnded) {
      return;
    }
    passResponsePieces();
    if (trailers.size() == 0) {
      stream.writeData(Unpooled.EMPTY_BUFFER, true);
    } else {
      stream.writeTrailers(trailers);
    }
    ended();
  }

  @Override
  public void fail(ExchangeFailure failure) {
    failWith(failure, new Fields(0));
  }

  /** Fails with more fields in the answer than every failure has. */
  void failWith(ExchangeFailure failure, Fields more) {
    if (responseEnded) {
      return;
    }
    account.failed(failure);
    if (headSent) {
      // RFC 9112 section 8: what was cut off must not look complete.
      responseEnded = true;
      reset(failure.kind());
      return;
    }
    ByteBuf body = FailureResponse.body(failure.kind());
    ResponseHead head = FailureResponse.head(failure, body);
    for (int i = 0; i < more.size(); i++) {
      head.fields().add(more.name(i), more.value(i));
    }
    head(head, headRequest);
    if (headRequest) {
      body.release();
    } else {
      data(body, true);
    }
    stream.flush();
  }

  @Override
  public boolean isWritable() {
    return stream.isWritable();
  }

  @Override
  public boolean isWanted() {
    return !responseEnded && stream.isWanted();
  }

  @Override
  public void requestConsumed(int taken) {
    int own = Math.min(ownBytes, taken);
    ownBytes -= own;
    int bytes = taken - own;
    bodyConsumed += bytes;
    stream.requestConsumed(bytes);
    if (!requestEnded && !responseEnded && tunnel == null && bodyConsumed == bodyReceived) {
      waits.awaitBody();
    }
  }

  @Override
  public void flush() {
    passResponsePieces();
    stream.flush();
  }

  private void ended() {
    responseEnded = true;
    if (!requestEnded && tunnel == null) {
      if (requestPieces != null) {
        requestPieces.drop();
      }
      // The responder takes no more of the body. Without this, a blocked client could
      // never finish its request.
      requestConsumed((int) (bodyReceived - bodyConsumed));
    }
    if (!closed) {
      // Until the last octet has left the client can still stall.
      waits.awaitDrain();
    }
  }

  /** The client owes a piece of its body, and nothing came in time. */
  void bodyLate() {
    refuseBody(new ExchangeFailure(Kind.REQUEST_TIMEOUT, "body: nothing came in time"));
  }

  /** What the client has had so far is not the whole response, and must not look like it. */
  private void reset(Kind why) {
    dropPieces();
    stream.reset(why);
  }

  /** Ends it, as nothing moves any more. */
  void giveUp(Kind why) {
    responseEnded = true;
    account.failed(why);
    ahead.dropHints();
    cancelResponder();
    reset(why);
  }
}
