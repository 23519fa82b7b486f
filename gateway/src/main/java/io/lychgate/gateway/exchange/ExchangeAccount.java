package io.lychgate.gateway.exchange;

import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ServedBy;
import io.lychgate.gateway.message.Treatment;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.log.AccessLogEntry;
import io.lychgate.gateway.observe.log.ChosenFields;
import io.lychgate.gateway.observe.log.LoopAccessLog;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.observe.timeline.StreamEnding;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of one exchange: its request, the connection and stream on which it came, the route that serves it, and what was sent.
 * The helpers of an exchange get this record, and so know nothing of the exchange itself. It is counted by the loop's observer and
 * written to the access log when nothing of the exchange is on the wire any more. Event loop only.
 */
final class ExchangeAccount {
  private static final int UNKNOWN = -1;
  private static final String HTTPS = "https";
  private static final String HTTP = "http";

  private final LoopContext loop;
  private final ClientConnection connection;
  private final ClientStream stream;
  private final Snapshot snapshot;
  private final boolean pushed;
  private final ExchangeClient client;
  private RequestHead request;
  private final int authorityPlace;
  private final long startMillis;
  private final long startNanos;
  private @Nullable Route route;
  private boolean isPublic;

  /** Number of the site in counters; {@link #UNKNOWN} before it is found. */
  private int site = UNKNOWN;

  private @Nullable Identity identity;
  private @Nullable CharSequence requestId;
  private @Nullable RequestTrace trace;

  /** The times for the waterfall of a page view; null for nearly every exchange. */
  private @Nullable ExchangeLane lane;

  /** The header fields that a log shows; null if none does, or before they are there. */
  private final @Nullable ChosenFields requestFields;

  private @Nullable ChosenFields responseFields;
  private @Nullable ServedBy server;
  private int status;

  /** Nanoseconds until the tunnel was open; 0 for an exchange without one. */
  private long openNanos;

  private int pushes;
  private int hints;
  private long bodyBytesOut;
  private byte @Nullable [] skips;
  private int skipped;
  private @Nullable Kind failure;

  /** True if the failure came after the head of the response. */
  private boolean wasCut;

  private ArmAccount arms = ArmAccount.NONE;

  /** @param pushed true if the gateway promised the request and no client sent it */
  ExchangeAccount(
      ClientConnection connection, ClientStream stream, RequestHead request, boolean pushed) {
    this.loop = connection.loop();
    this.connection = connection;
    this.stream = stream;
    this.client = pushed ? connection.client() : connection.clientOf(request);
    this.request = client.chain() == null ? request : schemeOf(request, client.chain());
    this.pushed = pushed;
    this.snapshot = loop.snapshots().get();
    if (!snapshot.plugins().isUnused()) {
      snapshot.plugins().pin();
    }
    this.startMillis = loop.clock().wallMillis();
    this.startNanos = loop.clock().nanoTime();
    this.requestFields = loop.accessLog().ofRequest(request.fields());
    this.authorityPlace = pushed
        ? loop.observer().promiseStarted(connection.record(), request.authority())
        : loop.observer().exchangeStarted(connection.record(), request.authority());
  }

  LoopContext loop() {
    return loop;
  }

  /** Returns the place of the request's authority in the connection. */
  int authorityPlace() {
    return authorityPlace;
  }

  ClientConnection connection() {
    return connection;
  }

  ExchangeClient client() {
    return client;
  }

  /** Returns the request with the scheme that the client used, which trusted proxies may have changed. */
  private static RequestHead schemeOf(RequestHead request, ForwardedChain chain) {
    Boolean isSecure = chain.isSecure();
    return isSecure == null || isSecure == request.isSecure()
        ? request
        : request.withScheme(isSecure);
  }

  ClientStream stream() {
    return stream;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** Returns true if the gateway promised the request and no client sent it. */
  boolean isPushed() {
    return pushed;
  }

  RequestHead request() {
    return request;
  }

  /** Returns the name of the site that has the request's host; empty if there is none. */
  String siteName() {
    return snapshot.router().siteName(connection.hostOf(request.authority()));
  }

  /** Replaces the request's path from here on. */
  void normalize(CharSequence path) {
    request = request.withPath(path);
  }

  /** Replaces target and path of the request from here on. */
  void target(CharSequence target, CharSequence path) {
    request = request.withTarget(target, path);
  }

  /** Removes the stated length of the request's body. */
  void removeBodyLength() {
    request = request.withUnknownLength();
    request.fields().remove(HttpHeaderNames.CONTENT_LENGTH);
  }

  /** Returns the route that serves the request; null before it is found, and for a request that no route serves. */
  @Nullable
  Route route() {
    return route;
  }

  /** @param isOpen true if hints and pushes may be sent before the upstream authorizes the request */
  void route(Route found, boolean isOpen) {
    route = found;
    isPublic = isOpen;
  }

  /** Puts the exchange into these arms. */
  void assigned(Assigned assigned) {
    if (!assigned.equals(Assigned.NONE)) {
      arms = ArmAccount.begin(assigned, this);
    }
  }

  /** Returns the arms of the client. */
  List<ArmAssignment> arms() {
    return arms.assigned().arms();
  }

  /** Returns the values that experiments set in place of the configuration. */
  Treatment treatment() {
    return arms.assigned().treatment();
  }

  /** Returns true if hints and pushes may be sent before the upstream authorizes the request. */
  boolean isPublic() {
    return isPublic;
  }

  /** Counts the request for its site, also if no route serves it. */
  void site(int number) {
    site = number;
    if (pushed) {
      return;
    }
    LoopObserver observer = loop.observer();
    observer.siteFound(connection.record(), number);
    if (Navigation.isNavigation(request)) {
      observer.pageView(connection.record(), number, Navigation.browser(request));
      loop.pages().view(request, connection.protocol());
    }
  }

  /** Returns the authenticated sender; null if no authentication step has accepted the request. */
  @Nullable
  Identity identity() {
    return identity;
  }

  void identified(Identity sender) {
    identity = sender;
  }

  /** Returns the id of the request; null if it has none. */
  @Nullable
  CharSequence requestId() {
    return requestId;
  }

  void requestId(CharSequence id) {
    requestId = id;
  }

  /** Returns the trace in which the request takes part; null for none. */
  @Nullable
  RequestTrace trace() {
    return trace;
  }

  void traced(RequestTrace begun) {
    trace = begun;
    begun.event("route");
  }

  /** Returns the times for the waterfall of a page view; null for nearly every exchange. */
  @Nullable
  ExchangeLane lane() {
    return lane;
  }

  /** Call when it is decided that the route's responder serves the request. */
  void decided() {
    lane = ExchangeLane.begin(this);
  }

  /** Returns the time at which the request arrived. */
  long startNanos() {
    return startNanos;
  }

  /** Records that a phase of the pipeline has ended. */
  void phase(String name) {
    RequestTrace recording = trace;
    if (recording != null) {
      recording.event(name);
    }
  }

  void servedBy(ServedBy by) {
    server = by;
    if (lane != null) {
      lane.forwarded();
    }
  }

  /** Returns the server that serves the exchange; null for none. */
  @Nullable
  ServedBy server() {
    return server;
  }

  /** Returns the status of the final response; 0 before its head. */
  int status() {
    return status;
  }

  long nanosSoFar() {
    return loop.clock().nanoTime() - startNanos;
  }

  /** Records the head of the final response, which is about to leave. */
  void head(ResponseHead head) {
    status = head.status();
    if (!pushed) {
      long nanos = loop.clock().exactNanos() - startNanos;
      arms.firstByte(nanos);
      loop.observer().firstByte(connection.record(), Math.max(site, Route.NO_SITE), nanos);
    }
    responseFields = loop.accessLog().ofResponse(head.fields());
    phase("head");
    if (lane != null) {
      lane.head();
    }
    noteHead(status, head.fields().get(HttpHeaderNames.CONTENT_TYPE));
  }

  /** Returns the recorder of what the connection sends; null for nearly every connection. */
  @Nullable
  ConnectionTimeline timeline() {
    return connection.timeline();
  }

  /** Reports the head of the final response to the timeline of the connection. */
  void noteHead(int sent, @Nullable CharSequence contentType) {
    ConnectionTimeline timeline = timeline();
    if (timeline != null) {
      timeline.headSent(System.nanoTime(), stream.id(), sent, contentType);
    }
  }

  /** Sets the duration that the observer counts to the time until the tunnel opens. A tunnel may stay open for days. */
  void tunnelOpened(int sent) {
    status = sent;
    openNanos = nanosSoFar();
  }

  void sent(int bytes) {
    bodyBytesOut += bytes;
  }

  /** Returns the bytes of the response body that have left for the client. */
  long bytesLeft() {
    return bodyBytesOut - stream.unsentBytes();
  }

  /** Returns the bytes of the response body that were passed to the client's stream. */
  long bodyBytes() {
    return bodyBytesOut;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Returns true if the client ended the exchange, or stopped to read. */
  boolean isLeftByClient() {
    return failure == Kind.CLIENT_ABORTED || failure == Kind.CLIENT_STALLED;
  }

  int pushes() {
    return pushes;
  }

  int hints() {
    return hints;
  }

  void early(int pushed, int hinted) {
    pushes += pushed;
    hints += hinted;
    if (lane != null && pushed + hinted > 0) {
      lane.sentAhead();
    }
  }

  /** Records that one candidate was neither pushed nor hinted, for the reason with this number. */
  void skipped(int reason) {
    if (skips == null) {
      skips = new byte[8];
    } else if (skipped == skips.length) {
      skips = Arrays.copyOf(skips, 2 * skipped);
    }
    skips[skipped++] = (byte) reason;
  }

  void failed(Kind kind) {
    failed(new ExchangeFailure(kind, ""));
  }

  void failed(ExchangeFailure cause) {
    // The first cause explains the failure.
    if (failure == null) {
      failure = cause.kind();
      wasCut = status != 0;
      CharSequence id = requestId == null && trace != null ? trace.traceId() : requestId;
      loop.failures().add(cause, id);
    }
  }

  /** Records a promise that the client reset. The bytes that had already left are wasted. */
  void promiseReset() {
    long left = bytesLeft();
    arms.wasted(left);
    if (left > 0) {
      loop.observer().pushReset();
    } else {
      loop.observer().pushRefused();
    }
    PageViews views = client.pageViews();
    if (views != null) {
      views.refused((int) stream.id(), left);
    }
  }

  /** Returns true if the client received the whole of a successful response. */
  boolean hasSucceeded(boolean isWhole) {
    return isWhole && failure == null && status == 200;
  }

  /**
   * Closes the account: nothing of the exchange is on the wire any more.
   *
   * @param isWhole true if the client received the whole response
   */
  void close(boolean isWhole, long bodyBytesIn) {
    PageViews views = client.pageViews();
    if (pushed && views != null) {
      views.pushEnded(stream.id(), hasSucceeded(isWhole), bodyBytesOut);
    }
    noteEnd(isWhole);
    if (lane != null) {
      lane.ended(isWhole && failure == null);
    }
    ConnectionRecord record = connection.record();
    LoopObserver observer = loop.observer();
    long nanos = loop.clock().exactNanos() - startNanos;
    Route served = route;
    if (site == UNKNOWN) {
      site(Route.NO_SITE);
    }
    observer.bytes(record, site, bodyBytesIn, bodyBytesOut);
    if (!pushed) {
      arms.ended(status, failure, wasCut, bodyBytesOut, isWhole || openNanos != 0);
      // A tunnel has no end that its client waits for.
      observer.requestEnded(record, site, status, isWhole || openNanos != 0);
    }
    observer.exchangeEnded(
        record,
        authorityPlace,
        served == null ? Route.NONE : served.number(),
        status,
        openNanos == 0 ? nanos : openNanos);
    LoopAccessLog log = loop.accessLog();
    if (log.isOn()) {
      write(log, bodyBytesIn, nanos);
    }
    if (!snapshot.plugins().isUnused()) {
      snapshot.plugins().unpin();
    }
    RequestTrace recording = trace;
    if (recording != null && recording.isRecorded()) {
      endTrace(recording, bodyBytesIn, nanos);
    }
  }

  private void endTrace(RequestTrace recording, long bodyBytesIn, long nanos) {
    String name = TracedExchange.describe(recording, request, route, connection);
    recording.set("client.address", client.address());
    if (status != 0) {
      recording.set("http.response.status_code", status);
    }
    recording.set("http.request.body.size", bodyBytesIn);
    recording.set("http.response.body.size", bodyBytesOut);
    if (requestId != null) {
      recording.set("lychgate.request_id", requestId.toString());
    }
    recording.set("lychgate.pushes", pushes);
    recording.set("lychgate.hints", hints);
    recording.set("lychgate.skipped", skipped);
    if (failure != null) {
      recording.set("lychgate.failure", failure.token());
    }
    recording.end(
        name, nanos, TracedExchange.error(failure == null ? null : failure.token(), status));
  }

  private void noteEnd(boolean isWhole) {
    ConnectionTimeline timeline = timeline();
    // A push that was called off before its promise has no stream.
    if (timeline != null && !(pushed && stream.id() == ClientStream.NOT_PROMISED)) {
      timeline.streamEnded(
          System.nanoTime(), stream.id(), isWhole ? StreamEnding.COMPLETE : StreamEnding.FAILED);
    }
  }

  private void write(LoopAccessLog log, long bodyBytesIn, long nanos) {
    AccessLogEntry entry = log.entry()
        .time(startMillis)
        .connection(connection.record())
        .client(client.address())
        .tlsVersion(connection.tlsVersion())
        .request(request.method(), request.authority(), request.target())
        .requestBytes(bodyBytesIn)
        .response(status, bodyBytesOut, nanos)
        .early(pushes, hints)
        .earlyData(stream.isEarly())
        .revision(snapshot.revision());
    entry
        .listener(connection.listener().name(), request.isSecure() ? HTTPS : HTTP)
        .fields(requestFields, responseFields);
    if (route != null) {
      entry.route(route.id());
    }
    if (trace != null) {
      entry.trace(trace.traceId(), trace.spanId());
    }
    if (requestId != null) {
      entry.requestId(requestId);
    }
    if (identity != null) {
      entry.user(identity.name());
    }
    if (server != null) {
      entry.upstream(server.serverName(), server.headNanos()).attempts(server.attempts());
    }
    if (failure != null) {
      entry.proxyStatus(failure.token());
    }
    for (int i = 0; skips != null && i < skipped; i++) {
      entry.skipped(skips[i]);
    }
    log.write();
  }
}
