package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.http.FrameBudgets;
import io.lychgate.gateway.http.GatheredFrames;
import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.http.Http2OutboundHeaders;
import io.lychgate.gateway.http.Http2RequestHeaders;
import io.lychgate.gateway.http.WindowGrowth;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.UnreadBytes;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.TlsFailure;
import io.lychgate.gateway.upstream.UnreadInput;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.connect.SocketError;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Exception.HeaderListSizeException;
import io.netty.handler.codec.http2.Http2Exception.StreamException;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection to a server (RFC 9113). It is read on while single streams are held back, so that no client can stall the
 * streams of others. Event loop only.
 *
 * <pre>
 *   OPENING --handshake, preface sent--> OPEN --GOAWAY, age, last number, retirement--> DRAINING --no stream left--> CLOSED
 * </pre>
 */
final class Http2ServerConnection extends Http2ConnectionHandler {
  /** The window of a stream at its start, and the most bytes of a response that wait for a client that does not read. */
  static final int STREAM_WINDOW_BYTES = 64 * 1024;

  /** The largest window of a stream: 100 Mbit/s over 80 ms. */
  private static final int MAX_STREAM_WINDOW_BYTES = 1024 * 1024;

  /** The most bytes by which all windows of a connection grow. */
  private static final int MAX_GROWTH_BYTES = 8 * 1024 * 1024;

  /** The window of the connection. It is returned as soon as bytes arrive, so it bounds a round trip only. */
  private static final int CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;

  /** Streams on a connection whose SETTINGS have not arrived yet. Most servers allow 100 or more. */
  static final int STREAMS_BEFORE_SETTINGS = 100;

  /** Round trip in a data centre. */
  private static final long ROUND_TRIP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Numbers of streams that are left unused: the connection drains before they end. */
  private static final int LAST_NUMBERS = 1000;

  /** Time to read what a server has sent before it stopped to receive. */
  private static final long LAST_READ_SECONDS = 1;

  /** Most characters of a server's debug data in a log line. */
  private static final int MAX_DEBUG_CHARACTERS = 100;

  private final Home home;
  private final GatheredFrames gathered;
  private final UpstreamSite site;
  private final boolean isSecure;
  private final Http2Connection.PropertyKey key;
  private final FrameBudgets budgets = new FrameBudgets();
  private final List<Http2ServerStream> touched = new ArrayList<>();
  private final Idle idle = new Idle();
  private final Age age = new Age();
  private final ServerPings pings;
  private final FlushQueue.Flushable flushable = new FlushQueue.Flushable() {
    @Override
    protected void flushNow() {
      ChannelHandlerContext ctx = context();
      if (!ctx.isRemoved()) {
        flush(ctx);
      }
    }
  };

  private @Nullable ChannelHandlerContext context;

  /** Streams that wait for the connection to open, or for the proof that the server is still there. */
  private List<Http2ServerStream> assigned = new ArrayList<>();

  /** Streams for WebSockets that wait for the server's SETTINGS. */
  private List<Http2ServerStream> tunnels = new ArrayList<>(0);

  /** The stream whose HEADERS are being written. */
  private @Nullable Http2ServerStream opening;

  private boolean isHandshakeDone;
  private boolean isPrefaceSent;
  private boolean isOpen;

  /** No request gets a stream any more. */
  private boolean isDraining;

  /** Streams that requests hold cannot be opened any more either: GOAWAY, or a failure. */
  private boolean isGoneAway;

  private boolean isOutputEnded;
  private boolean isClosed;
  private boolean hasSettings;

  /** The server takes WebSockets: its SETTINGS have ENABLE_CONNECT_PROTOCOL (RFC 8441 section 3). */
  private boolean takesTunnels;

  private boolean hasServed;
  private boolean isReadEnding;

  /** Streams that requests hold, those included that are not open on the wire yet. */
  private int lent;

  /** Requests that have got a stream. */
  private long taken;

  /** Requests that were sent. */
  private long sent;

  /** Reads with bytes of the server. */
  private long reads;

  private int grown;
  private @Nullable ExchangeFailure failure;

  Http2ServerConnection(
      Home home,
      boolean isSecure,
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      GatheredFrames gathered) {
    super(decoder, encoder, settings);
    setCumulator(UnreadBytes.CUMULATOR);
    this.home = home;
    this.gathered = gathered;
    this.site = home.site();
    this.pings = new ServerPings(site, new Pings());
    this.isSecure = isSecure;
    this.key = connection().newKey();
    connection().addListener(new Streams());
  }

  /** The connections that this one belongs to. */
  interface Home {
    UpstreamSite site();

    /** Returns the server as it is written in the configuration. */
    String server();

    /** A stream has ended. */
    void released(Http2ServerStream stream);

    /** The stream has become a tunnel. */
    void tunnelBegan(Http2ServerStream stream);

    /** The stream was for a WebSocket, which the server does not take over HTTP/2. */
    void takesNoTunnel(Http2ServerStream stream);

    /** The server requires HTTP/1.1. Returns false if its connections may have no other protocol. */
    boolean requiresHttp1();

    /** The SETTINGS of the server may permit another number of streams on a connection. */
    void permitted(Http2ServerConnection connection);

    /** More or fewer requests may have a stream now. */
    void changed();

    /** The connection is open and usable. */
    void usable(Http2ServerConnection connection);

    /** The connection has closed after it was usable. */
    void closed(Http2ServerConnection connection);
  }

  Http2FrameListener frames() {
    return new ResponseFrames();
  }

  UpstreamSite site() {
    return site;
  }

  String server() {
    return home.server();
  }

  boolean isSecure() {
    return isSecure;
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the handler is in a pipeline)");
    }
    return context;
  }

  // The life of the connection.

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    context = ctx;
    ctx.pipeline().addBefore(ctx.name(), null, gathered);
    super.handlerAdded(ctx);
    if (ctx.channel().isActive()) {
      prefaceSent();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) throws Exception {
    super.channelActive(ctx);
    prefaceSent();
  }

  private void prefaceSent() throws Http2Exception {
    if (!isPrefaceSent) {
      isPrefaceSent = true;
      decoder()
          .flowController()
          .incrementWindowSize(connection().connectionStream(), CONNECTION_WINDOW_BYTES - 65_535);
      begin();
    }
  }

  /** The connection is established, with TLS if the server has it. */
  void handshakeDone() {
    isHandshakeDone = true;
    begin();
  }

  /** Gives the waiting requests their streams. Netty reports an open connection before it has sent the preface. */
  private void begin() {
    if (!isHandshakeDone || !isPrefaceSent || isOpen) {
      return;
    }
    isOpen = true;
    armAge();
    pings.begin();
    home.usable(this);
    beginAssigned();
    if (lent == 0) {
      becameIdle();
    }
    flushLater();
    home.changed();
  }

  private void beginAssigned() {
    List<Http2ServerStream> waiting = assigned;
    assigned = new ArrayList<>(0);
    waiting.forEach(this::begin);
  }

  /** Gives a stream to its request. One for a WebSocket waits until it is known that the server takes it. */
  private void begin(Http2ServerStream stream) {
    if (!stream.isForTunnel() || takesTunnels) {
      stream.begin();
    } else if (hasSettings) {
      home.takesNoTunnel(stream);
    } else {
      tunnels.add(stream);
    }
  }

  private void beginTunnels() {
    List<Http2ServerStream> waiting = tunnels;
    tunnels = new ArrayList<>(0);
    waiting.forEach(this::begin);
  }

  void tunnelBegan(Http2ServerStream stream) {
    home.tunnelBegan(stream);
  }

  private void armAge() {
    // A fifth more or less, so that connections of the same moment do not end in the same moment.
    double jitter = 0.8 + 0.4 * ThreadLocalRandom.current().nextDouble();
    long nanos = (long) (site.config().connections().maxAge().toNanos() * jitter);
    site.deadlines().arm(age, nanos);
  }

  /** Ends the assigned streams of a connection that could not be opened. They are still lent. */
  List<Http2ServerStream> takeAssigned() {
    List<Http2ServerStream> waiting = assigned;
    assigned = new ArrayList<>(0);
    return waiting;
  }

  boolean isOpen() {
    return isOpen && !isClosed;
  }

  boolean isIdle() {
    return isOpen && !isClosed && lent == 0;
  }

  /** Returns true if all requests that wait for the connection were cancelled. */
  boolean isUnwanted() {
    for (Http2ServerStream stream : assigned) {
      if (!stream.isUnwanted()) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if one more request may have a stream. */
  boolean hasRoom() {
    return !isDraining
        && !isClosed
        && lent < allowedStreams()
        && connection().numActiveStreams() < allowedStreams();
  }

  /** Returns the streams that may be open at once. The server may change the number at any time, also to 0. */
  int allowedStreams() {
    int most = site.config().connections().maxStreams();
    return Math.min(
        most, hasSettings ? connection().local().maxActiveStreams() : STREAMS_BEFORE_SETTINGS);
  }

  /** Returns true if the server permits no stream at all now. */
  boolean isParked() {
    return hasSettings && connection().local().maxActiveStreams() == 0;
  }

  /** Reads a close of the server that the loop has not seen yet. Costs a system call if no stream is open. */
  boolean isUsable() {
    if (isOpen && connection().numActiveStreams() == 0) {
      UnreadInput.read(context().channel());
    }
    return !isDraining && !isClosed && (!isOpen || context().channel().isActive());
  }

  /** Reserves a stream for a request, which gets it at once or when the connection is open. */
  void assign(Http2ServerStream stream) {
    if (lent++ == 0) {
      site.deadlines().disarm(idle);
      if (isOpen) {
        pings.checkBeforeReuse();
      }
    }
    int most = site.config().connections().maxRequests();
    isDraining |= most > 0 && ++taken >= most;
    if (isOpen && !pings.isDoubtful()) {
      begin(stream);
    } else {
      assigned.add(stream);
    }
  }

  void released(Http2ServerStream stream) {
    lent--;
    if (lent == 0 && isOpen) {
      becameIdle();
    }
    home.released(stream);
  }

  private void becameIdle() {
    if (isDraining) {
      closeGently();
    } else if (!isClosed) {
      site.deadlines().arm(idle, site.config().keepAliveIdle().toNanos());
    }
  }

  /** Takes no more requests, and closes after the last one. */
  void drain() {
    if (isDraining || isClosed) {
      return;
    }
    isDraining = true;
    if (isOpen && lent == 0) {
      closeGently();
    }
    home.changed();
  }

  /** Closes with GOAWAY a connection that no request uses. The rest of a complete request may still leave. */
  void closeGently() {
    isDraining = true;
    ChannelHandlerContext ctx = context();
    site.loop().execute(() -> {
      if (ctx.channel().isActive()) {
        var unused = ctx.channel().close();
      }
    });
  }

  /** Closes at once. All streams are lost for this reason. */
  private void fail(Kind kind, String why) {
    failure(kind, why);
    goneAway();
    var unused = context().close();
  }

  private void goneAway() {
    isDraining = true;
    isGoneAway = true;
  }

  boolean isGoneAway() {
    return isGoneAway;
  }

  private void failure(Kind kind, String why) {
    if (failure == null) {
      failure = new ExchangeFailure(kind, server() + ": " + why);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    goneAway();
    isClosed = true;
    site.deadlines().disarm(idle);
    site.deadlines().disarm(age);
    pings.close();
    super.channelInactive(ctx);
    flushTouched();
    List<Http2ServerStream> waiting = tunnels;
    tunnels = new ArrayList<>(0);
    if (isOpen) {
      waiting.addAll(takeAssigned());
    }
    waiting.forEach(Http2ServerStream::loseUnsent);
    if (isOpen) {
      isOpen = false;
      home.closed(this);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof ChannelOutputShutdownEvent) {
      outputEnded(ctx);
    }
    super.userEventTriggered(ctx, event);
  }

  /** A write has failed. What the server sent before is still read: responses, or the reason why it takes no more. */
  private void outputEnded(ChannelHandlerContext ctx) {
    goneAway();
    if (!isOutputEnded) {
      isOutputEnded = true;
      var unused = ctx.executor().schedule(() -> ctx.close(), LAST_READ_SECONDS, TimeUnit.SECONDS);
    }
  }

  // For the streams.

  boolean canOpenStream() {
    return isOpen && !isGoneAway && connection().local().canOpenStream();
  }

  boolean hasSettings() {
    return hasSettings;
  }

  /** Returns true if a request was sent on this connection before. */
  boolean isReused() {
    return sent > 0;
  }

  boolean requiresHttp1() {
    return home.requiresHttp1();
  }

  /** Returns the number of reads in which bytes have come. */
  long reads() {
    return reads;
  }

  /** Returns true if the server has completed a response on this connection. */
  boolean hasServed() {
    return hasServed;
  }

  void served() {
    hasServed = true;
  }

  ChannelPromise newPromise() {
    return context().newPromise();
  }

  /** Opens a stream on the wire. The caller has checked {@link #canOpenStream}. */
  void writeHead(Http2ServerStream stream, Http2RequestHeaders headers, boolean end) {
    ChannelHandlerContext ctx = context();
    int id = connection().local().incrementAndGetNextStreamId();
    sent++;
    opening = stream;
    try {
      var unused = encoder().writeHeaders(ctx, id, headers, 0, end, ctx.newPromise());
    } finally {
      opening = null;
    }
    if (id > Integer.MAX_VALUE - LAST_NUMBERS) {
      drain();
    }
    flushLater();
  }

  void writeData(Http2Stream stream, ByteBuf data, boolean end, ChannelPromise promise) {
    budgets.sent(data.readableBytes());
    var unused = encoder().writeData(context(), stream.id(), data, 0, end, promise);
    flushLater();
  }

  void writeTrailers(Http2Stream stream, Http2OutboundHeaders trailers) {
    ChannelHandlerContext ctx = context();
    var unused = encoder().writeHeaders(ctx, stream.id(), trailers, 0, true, ctx.newPromise());
    flushLater();
  }

  void reset(Http2Stream stream, Http2Error code) {
    ChannelHandlerContext ctx = context();
    if (!isClosed) {
      var unused = resetStream(ctx, stream.id(), code.code(), ctx.newPromise());
      flushLater();
    }
  }

  /** Returns these bytes to the server's window for the stream. */
  void consumed(Http2Stream stream, int bytes) {
    try {
      if (decoder().flowController().consumeBytes(stream, bytes)) {
        flushLater();
      }
    } catch (Http2Exception e) {
      onError(context(), true, e);
    }
  }

  /** Enlarges the window of a stream that is held back by it. */
  void grow(Http2Stream stream, WindowGrowth window) {
    int bytes = window.growth(System.nanoTime(), ROUND_TRIP_NANOS, MAX_STREAM_WINDOW_BYTES);
    if (bytes == 0 || grown + bytes > MAX_GROWTH_BYTES) {
      return;
    }
    try {
      decoder().flowController().incrementWindowSize(stream, bytes);
      window.grown(bytes);
      grown += bytes;
      flushLater();
    } catch (Http2Exception e) {
      onError(context(), true, e);
    }
  }

  /** The window of this stream has ended. */
  void ended(WindowGrowth window) {
    grown -= window.size() - STREAM_WINDOW_BYTES;
  }

  /** Flushes the response of this stream at the end of the read. */
  void touched(Http2ServerStream stream) {
    int last = touched.size() - 1;
    if (last < 0 || touched.get(last) != stream) {
      touched.add(stream);
    }
  }

  private void flushTouched() {
    for (int i = 0; i < touched.size(); i++) {
      touched.get(i).flush();
    }
    touched.clear();
  }

  private void flushLater() {
    site.flushes().add(flushable);
  }

  /** Returns why streams were lost with the connection. */
  ExchangeFailure lossOf(boolean isHeadSeen) {
    ExchangeFailure known = failure;
    Kind kind = isHeadSeen ? Kind.RESPONSE_INCOMPLETE : Kind.CONNECTION_TERMINATED;
    return known == null
        ? new ExchangeFailure(kind, server() + ": connection closed by the server")
        : new ExchangeFailure(isHeadSeen ? kind : known.kind(), known.detail());
  }

  // Frames.

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    reads++;
    pings.bytesCame();
    super.channelRead(ctx, message);
  }

  /** Netty flushes at the end of a read. Here the flush waits for the end of the turn. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    flushTouched();
    isReadEnding = true;
    try {
      super.channelReadComplete(ctx);
    } finally {
      isReadEnding = false;
    }
    flushLater();
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (!isReadEnding) {
      super.flush(ctx);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      super.exceptionCaught(ctx, cause);
    } else {
      ExchangeFailure tls = TlsFailure.ofConnection(server(), cause);
      if (tls != null && failure == null) {
        failure = tls;
      }
      fail(Kind.CONNECTION_TERMINATED, "connection broken: " + SocketError.text(cause));
    }
  }

  private @Nullable Http2ServerStream streamOf(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(key);
  }

  private @Nullable Http2ServerStream streamOf(int id) {
    return streamOf(connection().stream(id));
  }

  @Override
  protected void onStreamError(
      ChannelHandlerContext ctx, boolean outbound, Throwable cause, StreamException known) {
    if (known.error() == Http2Error.STREAM_CLOSED
        && connection().stream(known.streamId()) == null) {
      // The server sent it before our reset arrived. Another reset would only count as an error.
      return;
    }
    Http2ServerStream stream = streamOf(known.streamId());
    if (stream != null) {
      stream.failure(
          new ExchangeFailure(kindOf(outbound, known), server() + ": " + known.getMessage()));
    }
    super.onStreamError(ctx, outbound, cause, known);
  }

  private static Kind kindOf(boolean outbound, StreamException known) {
    if (known instanceof HeaderListSizeException) {
      return outbound ? Kind.FIELDS_TOO_LARGE : Kind.RESPONSE_HEAD_TOO_LARGE;
    }
    return outbound ? Kind.CONNECTION_TERMINATED : Kind.RESPONSE_MALFORMED;
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext ctx,
      boolean outbound,
      Throwable cause,
      @Nullable Http2Exception known) {
    if (outbound && known == null && cause instanceof IOException) {
      outputEnded(ctx);
      return;
    }
    goneAway();
    if (known != null) {
      failure(
          outbound ? Kind.CONNECTION_TERMINATED : Kind.RESPONSE_MALFORMED,
          "HTTP/2: " + known.getMessage());
    } else if (!(cause instanceof ClosedChannelException)) {
      failure(Kind.CONNECTION_TERMINATED, "connection broken: " + SocketError.text(cause));
    }
    super.onConnectionError(ctx, outbound, cause, known);
  }

  /** Converts the frames of the server to calls of the streams. */
  private final class ResponseFrames extends Http2EventAdapter {
    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx,
        int streamId,
        Http2Headers headers,
        int dependsOn,
        short weight,
        boolean exclusive,
        int padding,
        boolean end)
        throws Http2Exception {
      onHeadersRead(ctx, streamId, headers, padding, end);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end)
        throws Http2Exception {
      site.clock().invalidate();
      Http2ServerStream stream = streamOf(streamId);
      if (stream != null) {
        stream.headers((Http2InboundHeaders) headers, end);
      }
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end)
        throws Http2Exception {
      Http2ServerStream stream = streamOf(streamId);
      return padding + (stream == null ? data.readableBytes() : stream.data(data, end));
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
      Http2ServerStream stream = streamOf(streamId);
      if (stream != null) {
        stream.resetByServer(errorCode);
      }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings)
        throws Http2Exception {
      budgets.settingsSeen();
      hasSettings = true;
      Boolean isEnabled = settings.connectProtocolEnabled();
      if (isEnabled != null) {
        takesTunnels = isEnabled;
      }
      beginTunnels();
      home.permitted(Http2ServerConnection.this);
    }

    @Override
    public void onSettingsAckRead(ChannelHandlerContext ctx) throws Http2Exception {
      budgets.settingsSeen();
    }

    @Override
    public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
      budgets.pingSeen();
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
      budgets.pingSeen();
      pings.responded(data);
    }

    @Override
    public void onPriorityRead(
        ChannelHandlerContext ctx, int streamId, int dependsOn, short weight, boolean exclusive)
        throws Http2Exception {
      budgets.prioritySeen();
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment)
        throws Http2Exception {
      budgets.windowUpdateSeen();
    }

    @Override
    public void onUnknownFrame(
        ChannelHandlerContext ctx, byte type, int streamId, Http2Flags flags, ByteBuf payload)
        throws Http2Exception {
      budgets.unknownSeen();
    }

    @Override
    public void onGoAwayRead(
        ChannelHandlerContext ctx, int lastStreamId, long errorCode, ByteBuf debugData)
        throws Http2Exception {
      goAway(lastStreamId, errorCode, debugData);
    }
  }

  /** Netty closes the streams above the last one after this call, without a reason. */
  private void goAway(int lastStreamId, long errorCode, ByteBuf debugData) throws Http2Exception {
    boolean isForHttp1 = errorCode == Http2Error.HTTP_1_1_REQUIRED.code() && home.requiresHttp1();
    if (errorCode != Http2Error.NO_ERROR.code()) {
      Http2Error error = Http2Error.valueOf(errorCode);
      int characters = Math.min(debugData.readableBytes(), MAX_DEBUG_CHARACTERS);
      String debug = debugData
          .toString(debugData.readerIndex(), characters, StandardCharsets.US_ASCII)
          .replaceAll("[^ -~]", "?");
      failure(
          Kind.CONNECTION_TERMINATED,
          "GOAWAY " + (error == null ? errorCode : error.name()) + " " + debug);
    }
    var unused = connection().forEachActiveStream(stream -> {
      Http2ServerStream of = streamOf(stream);
      if (of != null && stream.id() > lastStreamId) {
        of.unprocessed("GOAWAY before the request was processed");
        of.forHttp1(isForHttp1);
      }
      return true;
    });
    if (lastStreamId > 0 && lastStreamId != Integer.MAX_VALUE) {
      // It has processed requests, so that another connection is expected to do so too.
      served();
    }
    drain();
    isGoneAway = true;
  }

  /** Observes the start and end of all streams. */
  private final class Streams extends Http2ConnectionAdapter {
    @Override
    public void onStreamAdded(Http2Stream stream) {
      Http2ServerStream of = opening;
      if (of != null) {
        stream.setProperty(key, of);
        of.opened(stream);
      }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      Http2ServerStream of = stream.removeProperty(key);
      if (of != null) {
        of.closed();
      }
      // One more may be open on the wire.
      home.changed();
    }
  }

  /** Idle timeout. */
  private final class Idle extends Deadline {
    @Override
    protected void expired() {
      if (isIdle()) {
        closeGently();
        home.changed();
      }
    }
  }

  /** The maximum age. Streams that are open last on. */
  private final class Age extends Deadline {
    @Override
    protected void expired() {
      drain();
    }
  }

  /** The part of this connection that its PINGs use. */
  private final class Pings implements ServerPings.Owner {
    @Override
    public void writePing(long content) {
      ChannelHandlerContext ctx = context();
      var unused = encoder().writePing(ctx, false, content, ctx.newPromise());
      flushLater();
    }

    @Override
    public boolean hasRequests() {
      return lent > 0;
    }

    @Override
    public void proved() {
      beginAssigned();
    }

    @Override
    public void vanished(String why) {
      fail(Kind.CONNECTION_TERMINATED, why);
    }
  }
}
