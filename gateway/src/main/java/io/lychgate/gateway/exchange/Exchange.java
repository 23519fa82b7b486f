package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.oidc.PrivateResponses;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.exchange.traffic.AddressKey;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.http.grpc.GrpcWebBody;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.ClientCertificate;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.PageLane;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseEnd;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.ServedBy;
import io.lychgate.gateway.message.Treatment;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.respond.ErrorPage;
import io.lychgate.gateway.route.Route;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. Connects a {@link ClientStream} to the {@link Responder} that serves it. Enforces what each side
 * may receive: the body up to its limit, the head once, the end once. Event loop only.
 *
 * <p>The protocol edge calls {@link #begin} and the {@code client…} methods; the responder calls the {@link ResponseSink} ones.
 */
public final class Exchange implements ResponseSink, RequestContext {
  private final ClientStream stream;
  private final boolean headRequest;

  /** The response has no body (RFC 9110 section 6.4.1). On HTTP/1.1 nothing would separate one from the next response. */
  private boolean hasNoBody;

  private final ExchangeAccount account;
  private final LoopContext loop;
  private final ListenerConfig listener;
  private final ExchangePipeline pipeline = new ExchangePipeline(this);
  private final AheadOfPage ahead;

  private Responder responder = NoResponder.INSTANCE;

  /** Small pieces of the request body; null while there were none, as for nearly every exchange. */
  private @Nullable JoinedPieces requestPieces;

  /** Small pieces of the response body; null while there were none. */
  private @Nullable JoinedPieces responsePieces;

  private final ClientWaits waits;

  /** Set if the client requests or has a tunnel; null for nearly every exchange. */
  private @Nullable Tunnel tunnel;

  /** Bytes of the gateway's own frames in a tunnel that the responder has not yet taken. */
  private int ownBytes;

  /** The form of gRPC in which the client made the request. */
  private final GrpcForm grpc;

  /** The timeout of a gRPC stream on which nothing moves; null for every other exchange. */
  private @Nullable StreamIdle streamIdle;

  /** The head of a response to a gRPC request states the length of the body, so that nothing can be added to it. */
  private boolean hasLength;

  private long bodyReceived;
  private long bodyConsumed;

  /** Bytes of the request body that a policy of the route allows at most, beside the limit of the listener. */
  private long maxBody = Long.MAX_VALUE;

  /** Fields of policies for the final response; null for most exchanges. */
  private @Nullable Fields added;

  /** Learns the end of the response; null for nearly every exchange. */
  private ResponseEnd.@Nullable Listener whenSent;

  /** Set if policies wait for the end of the exchange. */
  private @Nullable Runnable whenEnded;

  private boolean hasBody;
  private boolean requestEnded;
  private boolean headSent;
  private boolean responseEnded;
  private boolean closed;
  private boolean aborted;

  /** @param pushed true if the gateway promised the request and no client sent it */
  public Exchange(
      ClientConnection connection, ClientStream stream, RequestHead request, boolean pushed) {
    this.stream = stream;
    this.headRequest = request.isMethod(HttpMethod.HEAD.asciiName());
    this.hasNoBody = headRequest;
    this.account = new ExchangeAccount(connection, stream, request, pushed);
    this.loop = connection.loop();
    this.listener = connection.listener();
    this.waits = new Waits(account);
    this.ahead = new AheadOfPage(account);
    this.grpc = GrpcForm.of(request.fields());
  }

  /** Starts to serve the request. {@code end} is true if the request has no body. */
  public void begin(boolean end) {
    requestEnded = end;
    hasBody = !end;
    if (grpc != GrpcForm.NONE) {
      streamIdle = new StreamIdle();
      streamMoved();
    }
    pipeline.run();
    bodyMayCome();
  }

  /** Limits the time to the next piece of the body, if a responder waits for one. */
  void bodyMayCome() {
    if (!requestEnded
        && !responseEnded
        && tunnel == null
        && grpc == GrpcForm.NONE
        && bodyConsumed == bodyReceived
        && !pipeline.isWaiting()) {
      waits.awaitBody();
    }
  }

  /**
   * Fails a request that the edge cannot serve.
   *
   * @param end true if the whole request has arrived
   */
  public void refuse(ExchangeFailure failure, boolean end) {
    requestEnded = end;
    fail(failure);
  }

  /** Fails the exchange because the request body is malformed. */
  public void brokenRequest(ExchangeFailure failure) {
    requestEnded = true;
    fail(failure);
    cancelResponder();
  }

  public ClientConnection connection() {
    return account.connection();
  }

  @Override
  public RequestHead request() {
    return account.request();
  }

  @Override
  public boolean hasBody() {
    return hasBody;
  }

  /** Returns true if bytes of the body have come, or its end. */
  boolean hasBodyBegun() {
    return bodyReceived > 0 || requestEnded;
  }

  @Override
  public boolean isEarly() {
    return stream.isEarly();
  }

  @Override
  public String client() {
    return account.client().address();
  }

  @Override
  public long clientHash() {
    return account.client().hash();
  }

  @Override
  public long clientKey() {
    return AddressKey.of(client());
  }

  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return account.client().proxied(listener);
  }

  @Override
  public boolean isOfStep() {
    return pipeline.isOfStep();
  }

  @Override
  public String protocol() {
    return account.connection().protocol().token();
  }

  @Override
  public @Nullable String tlsVersion() {
    return account.connection().tlsVersion();
  }

  @Override
  public @Nullable InetAddress clientAddress() {
    return account.client().inetAddress();
  }

  @Override
  public boolean isFromTrustedProxy() {
    return account.client().chain() != null;
  }

  @Override
  public @Nullable ClientCertificate clientCertificate() {
    return account.connection().clientCertificate();
  }

  @Override
  public @Nullable CharSequence requestId() {
    return account.requestId();
  }

  @Override
  public void requestId(CharSequence id) {
    account.requestId(id);
  }

  @Override
  public @Nullable RequestTrace trace() {
    return account.trace();
  }

  @Override
  public void traced(RequestTrace trace) {
    account.traced(trace);
  }

  @Override
  public void target(CharSequence target, CharSequence path) {
    account.target(target, path);
  }

  @Override
  public @Nullable Identity identity() {
    return account.identity();
  }

  @Override
  public void identified(Identity sender) {
    account.identified(sender);
  }

  @Override
  public List<ArmAssignment> arms() {
    return account.arms();
  }

  @Override
  public Treatment treatment() {
    return account.treatment();
  }

  @Override
  public boolean hasMoreInput() {
    return stream.hasMoreInput();
  }

  @Override
  public EventExecutor loop() {
    return loop.loop();
  }

  @Override
  public int loopNumber() {
    return loop.number();
  }

  @Override
  public void prepareToForward() {
    prepareToForward(account.request());
  }

  @Override
  public void prepareToForward(RequestHead other) {
    ForwardedFields.prepare(other.fields(), other, account.connection(), account.client());
  }

  @Override
  public long nanosSoFar() {
    return account.nanosSoFar();
  }

  @Override
  public void removeBodyLength() {
    account.removeBodyLength();
  }

  @Override
  public boolean isPromised() {
    return account.isPushed();
  }

  @Override
  public boolean limitBody(long bytes) {
    maxBody = Math.min(maxBody, bytes);
    return bodyReceived <= maxBody;
  }

  @Override
  public void addToResponse(AsciiString name, CharSequence value) {
    if (added == null) {
      added = new Fields(4);
    }
    added.add(name, value);
  }

  @Override
  public void whenEnded(Runnable task) {
    if (closed) {
      task.run();
      return;
    }
    whenEnded = whenEnded == null ? task : both(whenEnded, task);
  }

  private static Runnable both(Runnable first, Runnable second) {
    return () -> {
      first.run();
      second.run();
    };
  }

  @Override
  public void whenSent(ResponseEnd.Listener listener) {
    whenSent = listener;
  }

  @Override
  public int hints() {
    return account.hints();
  }

  @Override
  public int pushes() {
    return account.pushes();
  }

  @Override
  public @Nullable PageLane lane() {
    return account.lane();
  }

  @Override
  public long revision() {
    return account.snapshot().manifests().revision();
  }

  @Override
  public void servedBy(ServedBy server) {
    account.servedBy(server);
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

  /** Expects a tunnel for this request: the bytes that follow its head are not a body. */
  void expectTunnel() {
    tunnel = new Tunnel(account, new TunnelEnds());
  }

  @Override
  public boolean isTunnel() {
    return tunnel != null;
  }

  void respondWith(Responder chosen) {
    if (responseEnded || closed) {
      chosen.cancel();
    } else {
      responder = chosen;
    }
  }

  /** Returns true if the whole request has arrived. */
  public boolean isRequestEnded() {
    return requestEnded;
  }

  // From the client.

  /** Handles a piece of the request body. Takes ownership of the buffer. */
  public void clientData(ByteBuf data, boolean end) {
    requestEnded |= end;
    int bytes = data.readableBytes();
    if (!responseEnded && tunnel == null) {
      checkBody(bodyReceived + bytes);
    }
    bodyReceived += bytes;
    waits.bodyCame();
    streamMoved();
    if (responseEnded) {
      // The response ended before the request: the rest is read and dropped, so that the client can
      // finish.
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

  private void checkBody(long bytes) {
    if (bytes > listener.limits().maxRequestBodyBytes()) {
      refuseBody(new ExchangeFailure(Kind.CONTENT_TOO_LARGE, "body: exceeds the listener's limit"));
    } else if (bytes > maxBody) {
      refuseBody(new ExchangeFailure(Kind.CONTENT_TOO_LARGE, "body: exceeds the route's limit"));
    }
  }

  private void towardsResponder(ByteBuf data, boolean end) {
    JoinedPieces pieces = requestPieces;
    if (pieces == null && JoinedPieces.goesAlone(data, end)) {
      passToResponder(data, end);
      return;
    }
    if (pieces == null) {
      pieces = new JoinedPieces(loop.flushes()) {
        @Override
        protected void pass(ByteBuf joined, boolean last) {
          passToResponder(joined, last);
        }
      };
      requestPieces = pieces;
    }
    pieces.add(data, end);
  }

  /** A piece of the body that has waited for the responder. */
  void pendingData(ByteBuf data, boolean end) {
    if (responseEnded) {
      data.release();
    } else if (tunnel != null) {
      tunnelData(tunnel, data, end);
    } else {
      passToResponder(data, end);
    }
  }

  private void passToResponder(ByteBuf data, boolean end) {
    if (data.isReadable() || end) {
      responder.requestData(data, end);
    } else {
      // An empty piece only proves that the client is alive. Its timeout for the next piece starts
      // again.
      data.release();
      requestConsumed(0);
    }
  }

  /** Cancels the responder. Bytes that a tunnel's client sent before are still delivered. */
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

  /** Ends the exchange because of the request body received so far. The rest of the body is read and dropped. */
  public void refuseBody(ExchangeFailure failure) {
    fail(failure);
    cancelResponder();
  }

  /** Ends the request with these trailers, which the edge has checked. */
  public void clientTrailers(Fields trailers) {
    requestEnded = true;
    waits.bodyCame();
    if (responseEnded) {
      return;
    }
    if (requestPieces != null) {
      requestPieces.passNow();
    }
    pipeline.checkTrailers(trailers);
    responder.requestTrailers(trailers);
    if (tunnel != null && tunnel.clientSent(true)) {
      ended();
    }
  }

  /** Call when the stream accepts more data after {@link ClientStream#isWritable()} was false. */
  public void clientWritable() {
    if (!responseEnded) {
      waits.drained();
      responder.sinkWritable();
    }
  }

  /** Withdraws a push that was never promised, or that is taken back with a reset. */
  void withdraw() {
    if (!responseEnded) {
      responseEnded = true;
      cancelResponder();
    }
    reset(Kind.INTERNAL);
    clientClosed();
  }

  /** Returns true if the response has ended. */
  boolean isEnded() {
    return responseEnded;
  }

  /**
   * Records that the client cancelled the promised response. The end of its stream is reported separately, as for any other stream.
   */
  public void promiseReset() {
    account.promiseReset();
  }

  /** Call when the client has reset the stream or closed its connection. */
  public void clientAborted() {
    aborted = true;
    if (!responseEnded) {
      responseEnded = true;
      account.failed(Kind.CLIENT_ABORTED);
      cancelResponder();
    }
    clientClosed();
  }

  /** Call when the last byte of the response has left or never will: nothing of this exchange is on the wire any more. */
  public void clientClosed() {
    if (!closed) {
      closed = true;
      waits.stop();
      if (streamIdle != null) {
        loop.deadlines().disarm(streamIdle);
      }
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
      boolean isWhole = responseEnded && !aborted;
      if (account.isPushed() && !account.hasSucceeded(isWhole)) {
        ahead.lost();
      }
      reportEnd();
      account.close(isWhole, bodyReceived);
      Runnable tasks = whenEnded;
      if (tasks != null) {
        whenEnded = null;
        tasks.run();
      }
    }
  }

  private void reportEnd() {
    ResponseEnd.Listener listener = whenSent;
    if (listener == null) {
      return;
    }
    whenSent = null;
    // A response that was cut may end with its connection, as if the client had left.
    boolean isCut = account.hasFailed() && !account.isLeftByClient();
    ResponseEnd how = isCut
        ? ResponseEnd.CUT
        : aborted || account.hasFailed() ? ResponseEnd.ABANDONED : ResponseEnd.WHOLE;
    listener.ended(how, account.bodyBytes());
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
    FinalHead.editSwitch(head.fields());
    addFields(head.fields());
    account.noteHead(HttpResponseStatus.OK.code(), null);
    int status = stream.switchProtocols(head.fields());
    if (status == 0) {
      through.cancel();
      fail(new ExchangeFailure(Kind.BAD_REQUEST, "body: data before the protocol switch"));
      return;
    }
    // An Upgrade request has no body, but its client continues to send.
    requestEnded &= request().protocol() != null;
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
      // The gateway has requested the body itself; a 100 from the upstream would be a second one.
      FinalHead.editInterim(head.fields());
      stream.writeInformational(head);
    }
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (headSent || responseEnded) {
      return;
    }
    headSent = true;
    hasNoBody |= head.isBodiless();
    tunnel = null;
    FinalHead.edit(head, loop.date(), altSvc());
    ahead.endPlan(head);
    ahead.learn(head);
    ahead.addFields(head);
    addFields(head.fields());
    ResponsePriority.decide(account, ahead.entry(), head);
    account.head(head);
    if (grpc != GrpcForm.NONE) {
      grpcHead(head, end);
    }
    ahead.sendHeldHints();
    // HTTP/2 reports the end of the stream from within the write, while the request goes on.
    responseEnded |= end;
    stream.writeHead(head, end);
    if (end) {
      ended();
    }
  }

  private void addFields(Fields fields) {
    Fields more = added;
    if (more != null && more.contains(HttpHeaderNames.SET_COOKIE)) {
      // The cookies of one person, also beside a page that is for all.
      PrivateResponses.keep(fields);
    }
    for (int i = 0; more != null && i < more.size(); i++) {
      fields.add(more.name(i), more.value(i));
    }
  }

  private @Nullable AsciiString altSvc() {
    String newest = account.treatment().protocol();
    if (newest != null) {
      return connection().altSvcOfArm(newest.equals("h3"));
    }
    Route route = account.route();
    return connection().altSvc(route == null ? AltSvcUse.LISTENER : route.altSvc());
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    if (responseEnded || hasNoBody) {
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
      pieces = new JoinedPieces(loop.flushes()) {
        @Override
        protected void pass(ByteBuf joined, boolean last) {
          passToClient(joined, last);
        }
      };
      responsePieces = pieces;
    }
    pieces.add(data, end);
  }

  private void grpcHead(ResponseHead head, boolean end) {
    streamMoved();
    hasLength = head.fields().contains(HttpHeaderNames.CONTENT_LENGTH);
    countStatus(head.fields(), end);
  }

  /** Counts the status in a head that is the whole response, or in trailers. */
  private void countStatus(Fields fields, boolean isLast) {
    int code = GrpcStatus.in(fields);
    if (code >= 0 || isLast) {
      loop.observer().grpc(code);
    }
  }

  private void streamMoved() {
    if (streamIdle != null) {
      loop.deadlines().arm(streamIdle, listener.timeouts().tunnelIdle().toNanos());
    }
  }

  private void passToClient(ByteBuf data, boolean end) {
    streamMoved();
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

  /** Drops the pending pieces of both directions. */
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
    if (grpc == GrpcForm.GRPC) {
      countStatus(trailers, true);
    }
    responseEnded = true;
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

  /** Fails with additional header fields in the response. */
  void failWith(ExchangeFailure failure, Fields more) {
    if (responseEnded) {
      return;
    }
    if (tunnel != null && tunnel.hasServerClosed()) {
      data(Unpooled.EMPTY_BUFFER, true);
      stream.flush();
      return;
    }
    account.failed(failure);
    pipeline.traceFailure();
    if (grpc != GrpcForm.NONE && !(headSent && hasLength)) {
      failGrpc(failure);
      return;
    }
    if (headSent) {
      // RFC 9112 section 8: a truncated response must not look complete.
      responseEnded = true;
      reset(failure.kind());
      return;
    }
    // A client that grants no window could hold as many refused requests as it likes.
    boolean isBodiless = !headRequest && !stream.hasWindow();
    ErrorPage page = isBodiless ? null : errorPage(failure.kind());
    ByteBuf body = isBodiless ? Unpooled.EMPTY_BUFFER : failureBody(failure.kind(), page);
    ResponseHead head =
        page == null ? FailureResponse.head(failure, body) : FailureResponse.head(failure, page);
    for (int i = 0; i < more.size(); i++) {
      head.fields().add(more.name(i), more.value(i));
    }
    pipeline.editFailure(head);
    boolean isWhole = headRequest || isBodiless;
    head(head, isWhole);
    if (isWhole) {
      body.release();
    } else {
      data(body, true);
    }
    stream.flush();
  }

  private @Nullable ErrorPage errorPage(Kind kind) {
    ErrorPagesPolicy pages = pipeline.policies().get(ErrorPagesPolicy.class);
    if (pages == null) {
      return null;
    }
    loop.observer().decided(RouteDecisionCount.ERROR_PAGE);
    return FailureResponse.page(pages, this, kind);
  }

  private static ByteBuf failureBody(Kind kind, @Nullable ErrorPage page) {
    return page == null ? FailureResponse.body(kind) : Unpooled.wrappedBuffer(page.body());
  }

  /** Ends a response of gRPC by a status. Its trailers follow any part of the body, so that the part does not look like the whole. */
  private void failGrpc(ExchangeFailure failure) {
    if (!headSent) {
      ResponseHead head = FailureResponse.grpcHead(failure, grpc);
      pipeline.editFailure(head);
      head(head, true);
    } else if (grpc == GrpcForm.GRPC) {
      trailers(FailureResponse.grpcTrailers(failure));
    } else {
      Fields trailers = FailureResponse.grpcTrailers(failure);
      countStatus(trailers, true);
      data(GrpcWebBody.trailers(trailers, grpc == GrpcForm.WEB_TEXT), true);
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
    // A responder may report bytes again that the exchange gave back at its end.
    int bytes = (int) Math.min(taken - own, bodyReceived - bodyConsumed);
    bodyConsumed += bytes;
    stream.requestConsumed(bytes);
    bodyMayCome();
  }

  @Override
  public void flush() {
    passResponsePieces();
    stream.flush();
  }

  private void ended() {
    responseEnded = true;
    if (tunnel == null) {
      if (requestPieces != null) {
        requestPieces.drop();
      }
      // The responder takes no more of the body. Without this credit, a blocked client could never
      // finish its request, and an HTTP/1.1 connection could never read the next one.
      requestConsumed((int) (bodyReceived - bodyConsumed));
    }
    if (!closed) {
      // Until the last byte has left, the client can still stall.
      waits.awaitDrain();
    }
  }

  /** Resets the stream, because the client holds an incomplete response that must not look complete. */
  private void reset(Kind why) {
    dropPieces();
    stream.reset(why);
  }

  /** Ends an exchange in which no data moves any more. */
  private void giveUp(Kind why) {
    responseEnded = true;
    account.failed(why);
    ahead.dropHints();
    cancelResponder();
    reset(why);
  }

  /** The timeouts for the client's next action. */
  private final class Waits extends ClientWaits {
    Waits(ExchangeAccount account) {
      super(account);
    }

    @Override
    protected void bodyLate() {
      refuseBody(new ExchangeFailure(Kind.REQUEST_TIMEOUT, "body: no data before the timeout"));
    }

    @Override
    protected void stalled() {
      giveUp(Kind.CLIENT_STALLED);
    }
  }

  /** The timeout of a gRPC stream on which nothing moves in either direction. Its messages may be minutes apart. */
  private final class StreamIdle extends Deadline {
    @Override
    protected void expired() {
      refuseBody(new ExchangeFailure(Kind.TUNNEL_IDLE, "grpc: no data before the timeout"));
    }
  }

  /** Both ends of the tunnel of this exchange. */
  private final class TunnelEnds implements Tunnel.Ends {
    @Override
    public void toServer(ByteBuf frame) {
      ownBytes += frame.readableBytes();
      towardsResponder(frame, false);
    }

    @Override
    public void toClient(ByteBuf frame) {
      towardsClient(frame, false);
      flush();
    }

    @Override
    public void end() {
      if (!responseEnded) {
        data(Unpooled.EMPTY_BUFFER, true);
        flush();
        cancelResponder();
      }
    }

    @Override
    public void idle() {
      giveUp(Kind.TUNNEL_IDLE);
    }
  }
}
