package io.lychgate.gateway.http2;

import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.ClientFlush;
import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.exchange.LingeringClose;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.OriginSet;
import io.lychgate.gateway.http.FrameBudgets;
import io.lychgate.gateway.http.GatheredFrames;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.UnreadBytes;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Exception.HeaderListSizeException;
import io.netty.handler.codec.http2.Http2Exception.StreamException;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection: its streams, sending order, budgets and close. Event loop only. */
public final class Http2Edge extends Http2ConnectionHandler implements Drainable {
  /** About one round trip: the time between the first and the last GOAWAY (RFC 9113 section 6.8). */
  private static final long DRAIN_GRACE_MILLIS = 500;

  /** Time that a client may continue to send after the last GOAWAY. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  /** RFC 9113 section 6.8: the stream number in a GOAWAY that only announces the shutdown. */
  private static final int ANY_STREAM = Integer.MAX_VALUE;

  /**
   * Maximum number of streams whose response is complete while the rest of their request is awaited. A client can leave a hundred
   * requests open on each of its connections, and each is an object that the garbage collector copies.
   */
  private static final int MAX_AWAITING_REST = 8;

  /** Cancelled requests that cost as much as one frame. */
  private static final int REQUESTS_OF_COST = 4;

  private final ClientConnection client;
  private final LoopContext loop;
  private final FrameByFrame frames;
  private final SchedulerDistributor distributor;
  private final GatheredFrames gathered;
  private final Http2Connection.PropertyKey key;
  private final FrameBudgets budgets = new FrameBudgets();
  private final Decoding turns;
  private final Ending ending;
  private final PushPromises promises = new PushPromises(this);
  private final ClosedStreams closedStreams;
  private final Idle idle = new Idle();
  private final ArrayDeque<Http2ClientStream> writable = new ArrayDeque<>(1);

  private final ReadProbe readProbe = new ReadProbe(this::ping);
  private final ClientFlush flushable;
  private @Nullable ChannelHandlerContext context;
  private @Nullable SendRoom room;
  private @Nullable ReceiveWindows windows;

  /** The streams whose response is complete and whose request is not, the oldest first. */
  private final ArrayDeque<Http2ClientStream> awaitingRest = new ArrayDeque<>(0);

  /** Set by a connection error, whose GOAWAY the client must still receive. */
  private boolean ended;

  private boolean isFlushDue;

  /** True while a flush is deferred. */
  private boolean isReadEnding;

  /** The early streams of the most recently requested page. */
  private @Nullable EarlyStreams early;

  Http2Edge(
      FrameByFrame frames,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      ClientConnection client,
      SchedulerDistributor distributor,
      GatheredFrames gathered) {
    super(frames, encoder, settings);
    setCumulator(UnreadBytes.CUMULATOR);
    this.client = client;
    this.loop = client.loop();
    this.frames = frames;
    this.turns = new Decoding();
    this.ending = new Ending();
    frames.boundBy(turns);
    this.flushable = new ClientFlush(client) {
      @Override
      protected void flush() {
        Http2Edge.this.flushNow();
      }
    };
    this.distributor = distributor;
    this.gathered = gathered;
    this.closedStreams = new ClosedStreams(client.listener().limits().maxConcurrentStreams());
    this.key = connection().newKey();
    connection().addListener(new StreamEnds());
  }

  ClientConnection client() {
    return client;
  }

  DeadlineWheel deadlines() {
    return loop.deadlines();
  }

  SchedulerDistributor distributor() {
    return distributor;
  }

  FrameBudgets budgets() {
    return budgets;
  }

  PushPromises promises() {
    return promises;
  }

  ReceiveWindows windows() {
    if (windows == null) {
      throw new IllegalStateException("windows: none (expected: the handler is in a pipeline)");
    }
    return windows;
  }

  /** Returns the early streams that new streams join; null if there is no page to be ahead of. */
  @Nullable
  EarlyStreams early() {
    if (early != null && !early.isOpen()) {
      early = null;
    }
    return early;
  }

  void early(EarlyStreams of) {
    early = of;
  }

  ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the handler is in a pipeline)");
    }
    return context;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    context = ctx;
    // Must come before anything is queued: its marks must not be lower than the bytes that wait
    // already.
    room = new SendRoom(ctx.channel());
    ctx.pipeline().addBefore(ctx.name(), null, gathered);
    super.handlerAdded(ctx);
    sendOrigins(ctx);
    windows = new ReceiveWindows(
        client.listener().limits(),
        loop.windows(),
        loop.uploads(),
        decoder().flowController(),
        ctx.channel(),
        connection().connectionStream());
    if (windows.open()) {
      ctx.flush();
    }
    loop.deadlines().arm(idle, client.listener().timeouts().idleConnection().toNanos());
  }

  /** RFC 8336: the frame may follow the SETTINGS at once. A client that does not know it ignores it. */
  private void sendOrigins(ChannelHandlerContext ctx) {
    ByteBuf origins = ctx.channel().localAddress() instanceof InetSocketAddress local
        ? client.origins(local.getPort())
        : null;
    if (origins != null) {
      var unused = encoder()
          .writeFrame(
              ctx,
              OriginSet.FRAME_TYPE,
              Http2CodecUtil.CONNECTION_STREAM_ID,
              new Http2Flags(),
              origins,
              ctx.newPromise());
    }
  }

  @Nullable
  Http2ClientStream clientStream(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(key);
  }

  /** Returns the stream with this number; null if it is not open, or has no exchange. */
  @Nullable
  Http2ClientStream clientStream(int streamId) {
    return clientStream(connection().stream(streamId));
  }

  /** Starts the exchange of a request that has arrived on this stream. */
  void begin(
      Http2Stream stream,
      RequestHead request,
      @Nullable TreeDependency dependency,
      @Nullable Urgency field,
      boolean end) {
    loop.deadlines().disarm(idle);
    start(stream, request, dependency, field).begin(end);
  }

  /** Responds with a failure to a request that the edge does not pass on. */
  void refuse(Http2Stream stream, RequestHead request, ExchangeFailure failure, boolean end) {
    loop.deadlines().disarm(idle);
    start(stream, request, null, null).refuse(failure, end);
  }

  private Exchange start(
      Http2Stream stream,
      RequestHead request,
      @Nullable TreeDependency dependency,
      @Nullable Urgency field) {
    Http2ClientStream clientStream = new Http2ClientStream(this, stream, null);
    stream.setProperty(key, clientStream);
    distributor.open(stream, dependency, field, clientStream);
    StreamNotes.opened(client, distributor, stream.id(), ClientStream.NOT_PROMISED, request);
    Exchange exchange = new Exchange(client, clientStream, request, false);
    clientStream.exchange(exchange);
    return exchange;
  }

  /** Registers a stream promised on this page here and in the sending order. */
  Http2ClientStream openPromised(Http2Stream stream, Http2ClientStream document) {
    Http2ClientStream promised = new Http2ClientStream(this, stream, document);
    stream.setProperty(key, promised);
    distributor.openPromised(stream, distributor.belowDocument((int) document.id()), promised);
    return promised;
  }

  /** Registers a stream that awaits the rest of its request. Above the limit, the oldest one stops: its rest is the most overdue. */
  void awaitsRest(Http2ClientStream stream) {
    awaitingRest.add(stream);
    if (awaitingRest.size() > MAX_AWAITING_REST) {
      awaitingRest.remove().stopUpload();
    }
  }

  void awaitsNoRest(Http2ClientStream stream) {
    var unused = awaitingRest.remove(stream);
  }

  boolean hasMoreInput() {
    return frames.hasMoreInput();
  }

  ReadProbe readProbe() {
    return readProbe;
  }

  private void ping() {
    ChannelHandlerContext ctx = context();
    var unused = encoder().writePing(ctx, false, ReadProbe.PAYLOAD, ctx.newPromise());
    flushNow();
  }

  int streamsInProgress() {
    return connection().remote().numActiveStreams() + promises.open();
  }

  /**
   * Notifies the stream's exchange that the stream accepts data again. The notification is queued, because this call comes from
   * within a round of sending.
   */
  void becameWritable(Http2ClientStream stream) {
    if (writable.isEmpty()) {
      loop.loop().execute(this::notifyWritable);
    }
    writable.add(stream);
  }

  private void notifyWritable() {
    try {
      for (int remaining = writable.size(); remaining > 0; remaining--) {
        Exchange exchange = writable.remove().exchange();
        if (exchange != null) {
          exchange.clientWritable();
        }
      }
    } finally {
      // Also after an exception: the next stream is queued behind these and starts no task.
      if (!writable.isEmpty()) {
        loop.loop().execute(this::notifyWritable);
      }
    }
  }

  /**
   * Netty flushes at the end of a read cycle. Here, the flush waits for the end of the loop's turn, so that responses completed
   * meanwhile leave with it.
   */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (turns.isSuspended()) {
      turns.readOn();
      // Netty's handler would continue to read.
      discardSomeReadBytes();
      ctx.fireChannelReadComplete();
    } else {
      isReadEnding = true;
      try {
        super.channelReadComplete(ctx);
      } finally {
        isReadEnding = false;
      }
    }
    flushLater();
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (isReadEnding) {
      return;
    }
    SendRoom sending = sendRoom();
    sending.flushStarted();
    super.flush(ctx);
    sending.flushEnded(distributor.hasMore());
  }

  private SendRoom sendRoom() {
    if (room == null) {
      throw new IllegalStateException("room: none (expected: the handler is in a pipeline)");
    }
    return room;
  }

  void flushLater() {
    loop.flushes().add(flushable);
  }

  /** Flushes after this time if no other flush comes first. */
  void flushWithin(long nanos) {
    if (!isFlushDue) {
      isFlushDue = true;
      var unused = context().executor().schedule(this::flushDue, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void flushDue() {
    isFlushDue = false;
    if (context().channel().isActive()) {
      flushNow();
    }
  }

  void flushNow() {
    flush(context());
  }

  void reset(int streamId, Http2Error code) {
    ChannelHandlerContext ctx = context();
    if (!ctx.channel().isActive()) {
      // The end of the connection ends the stream. A write would fail, with an exception for each
      // of its streams.
      return;
    }
    var unused = resetStream(ctx, streamId, code.code(), ctx.newPromise());
    flushLater();
  }

  void fail(Http2Exception cause) {
    onError(context(), true, cause);
  }

  /** Called when the last frame of a stream has been written. */
  @Override
  public void closeStreamLocal(Http2Stream stream, ChannelFuture future) {
    Http2ClientStream clientStream = clientStream(stream);
    if (clientStream != null) {
      clientStream.endWritten();
    }
    super.closeStreamLocal(stream, future);
  }

  @Override
  public void drain() {
    if (client.isDraining()) {
      return;
    }
    client.drain();
    ChannelHandlerContext ctx = context();
    // RFC 9113 6.8: announces the shutdown first, so that requests in flight are still served.
    var unused = super.goAway(
        ctx, ANY_STREAM, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx.newPromise());
    flushNow();
    var unused2 =
        ctx.executor().schedule(this::stopAccepting, DRAIN_GRACE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Stops serving new streams. The announcement has reached the client. */
  private void stopAccepting() {
    ChannelHandlerContext ctx = context();
    if (ctx.channel().isActive()) {
      var unused = goAway(
          ctx, ANY_STREAM, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx.newPromise());
      // The client still sends WINDOW_UPDATE frames for the last response. At a closed socket they
      // would cause a reset, which discards the end of the response.
      if (!ended) {
        ctx.pipeline().addFirst(new LingeringClose(LINGER));
      }
      var unused2 = ctx.channel().close();
    }
  }

  /**
   * Sends GOAWAY with the last created stream. Netty names no stream when a frame or its fields cannot be read: it might have
   * processed a stream not recorded yet. This edge processes only created streams.
   */
  @Override
  public ChannelFuture goAway(
      ChannelHandlerContext ctx,
      int lastStreamId,
      long errorCode,
      ByteBuf debugData,
      ChannelPromise promise) {
    int last = Math.min(lastStreamId, connection().remote().lastStreamCreated());
    return super.goAway(ctx, last, errorCode, debugData, promise);
  }

  @Override
  public long idleSince() {
    if (!idle.isArmed() || connection().numActiveStreams() > 0) {
      return BUSY;
    }
    long armed = client.listener().timeouts().idleConnection().toNanos();
    return loop.clock().nanoTime() + loop.deadlines().remainingNanos(idle) - armed;
  }

  /** Closes the connection as its idle timeout does. */
  @Override
  public void closeIdle() {
    client.closing(CloseReason.LIMIT);
    var unused = context().channel().close();
  }

  /** An idle stream cannot be reset (RFC 9113 section 6.4), so an error on it closes the connection (5.4.1). */
  @Override
  protected void onStreamError(
      ChannelHandlerContext ctx, boolean outbound, Throwable cause, StreamException known) {
    if (!ctx.channel().isActive()) {
      // The end of the connection ends its streams. A client can leave with a hundred of them, and
      // each reset would fail with an exception.
      return;
    }
    if (known instanceof HeaderListSizeException) {
      try {
        budgets.refusedHeadSeen();
      } catch (Http2Exception tooMany) {
        fail(tooMany);
        return;
      }
    }
    if (!outbound && frames.isSettings()) {
      // RFC 9113 6.9.2: SETTINGS make a window too large. Netty would leave the windows of other
      // streams unchanged.
      fail(Http2Exception.connectionError(known.error(), "%s", known.getMessage()));
      return;
    }
    int streamId = known.streamId();
    boolean hasExisted = connection().streamMayHaveExisted(streamId);
    if (outbound) {
      super.onStreamError(ctx, outbound, cause, known);
    } else if (frames.isAfterEnd()) {
      // RFC 9113 5.1: takes precedence over other errors.
      StreamException late = late(streamId);
      super.onStreamError(ctx, outbound, late, late);
    } else if (frames.isOfMessage() && hasExisted && connection().stream(streamId) == null) {
      onClosedStreamError(ctx, streamId);
    } else if (frames.isOfFields() && !hasExisted) {
      openToReset(streamId);
      super.onStreamError(ctx, outbound, cause, known);
    } else if (hasExisted) {
      super.onStreamError(ctx, outbound, cause, known);
    } else {
      fail(Http2Exception.connectionError(known.error(), "%s", known.getMessage()));
    }
  }

  /** Handles HEADERS or DATA on a closed stream (RFC 9113 sections 5.1 and 5.1.1). */
  private void onClosedStreamError(ChannelHandlerContext ctx, int streamId) {
    switch (closedStreams.causeOf(streamId)) {
      case RESET_BY_GATEWAY -> {
        // The client sent it before it saw the reset: ignored.
      }
      case RESET_BY_CLIENT -> {
        StreamException late = late(streamId);
        super.onStreamError(ctx, false, late, late);
      }
      case PASSED_OVER ->
        fail(Http2Exception.connectionError(
            Http2Error.PROTOCOL_ERROR, "stream %d: below one that was opened", streamId));
      case ENDED ->
        fail(Http2Exception.connectionError(
            Http2Error.STREAM_CLOSED, "stream %d: a frame after its end", streamId));
    }
  }

  private static StreamException late(int streamId) {
    return (StreamException) Http2Exception.streamError(
        streamId, Http2Error.STREAM_CLOSED, "stream %d: a frame after its end", streamId);
  }

  /**
   * Opens the stream of malformed fields, so that it can be reset. Netty rejects such fields before it has opened their stream.
   * Frames that the client sends before it sees the reset would then be connection errors.
   */
  private void openToReset(int streamId) {
    try {
      var unused = connection().remote().createStream(streamId, false);
    } catch (Http2Exception notAllowed) {
      // Above the limit of streams, or after GOAWAY.
      closedStreams.resetByGateway(streamId);
    }
  }

  /** Records an RST_STREAM of the client. */
  void resetByClient(int streamId) {
    closedStreams.resetByClient(streamId);
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext ctx,
      boolean outbound,
      Throwable cause,
      @Nullable Http2Exception known) {
    noteError(cause, known);
    if (!ended) {
      ended = true;
      ctx.pipeline().addFirst(new LingeringClose(LINGER));
    }
    super.onConnectionError(ctx, outbound, cause, known);
    if (known == null || known.shutdownHint() == Http2Exception.ShutdownHint.HARD_SHUTDOWN) {
      // Deferred: this may be called by an exchange.
      loop.loop().execute(this::abandonExchanges);
    }
  }

  /** Cancels all exchanges: nothing more is sent to the client, whose connection lingers. */
  private void abandonExchanges() {
    turns.spend(connection().numActiveStreams() / REQUESTS_OF_COST);
    try {
      connection().forEachActiveStream(stream -> {
        Http2ClientStream clientStream = clientStream(stream);
        if (clientStream != null) {
          clientStream.abandon();
        }
        return true;
      });
    } catch (Http2Exception impossible) {
      throw new IllegalStateException("abandoned exchanges", impossible);
    }
  }

  private void noteError(Throwable cause, @Nullable Http2Exception known) {
    if (known != null) {
      boolean isFlood = known.error() == Http2Error.ENHANCE_YOUR_CALM;
      client.closing(isFlood ? CloseReason.LIMIT : CloseReason.ERROR);
    } else if (cause instanceof ClosedChannelException) {
      // A write after the end.
    } else {
      client.closing(cause instanceof IOException ? CloseReason.RESET : CloseReason.ERROR);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    loop.deadlines().disarm(idle);
    ending.begin(ctx);
  }

  private void end(ChannelHandlerContext ctx) throws Exception {
    super.channelInactive(ctx);
    windows().closed();
  }

  /** A connection whose end waits for its turn keeps its state until then. */
  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) throws Exception {
    if (!ending.isSuspended()) {
      super.handlerRemoved0(ctx);
    }
  }

  /**
   * The end of a connection whose client has left. A client can leave with 40,000 requests on its connections, and to cancel them
   * takes 0.1 s, so they share the turns of the loop.
   */
  private final class Ending extends TurnBudget {
    Ending() {
      super(client.turnShare());
    }

    void begin(ChannelHandlerContext ctx) throws Exception {
      if (allowsMore()) {
        spend(cost());
        end(ctx);
      }
    }

    private int cost() {
      return connection().numActiveStreams() / REQUESTS_OF_COST;
    }

    @Override
    protected void suspended() {}

    @Override
    protected void decodeOn() {
      spend(cost());
      ChannelHandlerContext ctx = context();
      try {
        end(ctx);
        handlerRemoved0(ctx);
      } catch (Exception broken) {
        throw new IllegalStateException("the end of a connection", broken);
      }
    }

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {
      context().channel().close();
    }
  }

  /** The share of a loop's turn that the frames of this connection may take. */
  private final class Decoding extends TurnBudget {
    /** The read that spent the share is over, so the next one adds to the waiting input. */
    private boolean isReadOn;

    Decoding() {
      super(client.turnShare());
    }

    @Override
    protected void suspended() {
      loop.observer().turnSpent(client.record().protocol());
    }

    /**
     * Stops reading after a second read, so that no more than one is added to the waiting input. Most clients have sent nothing
     * more until their turn comes, and to stop and to resume costs two system calls.
     */
    void readOn() {
      if (isReadOn) {
        context().channel().config().setAutoRead(false);
      }
      isReadOn = true;
    }

    @Override
    protected void decodeOn() {
      ChannelHandlerContext ctx = context();
      if (ctx.isRemoved() || !ctx.channel().isActive()) {
        return;
      }
      try {
        channelRead(ctx, Unpooled.EMPTY_BUFFER);
        channelReadComplete(ctx);
      } catch (Exception broken) {
        broken(ctx, broken);
      }
    }

    private void broken(ChannelHandlerContext ctx, Exception cause) {
      try {
        exceptionCaught(ctx, cause);
      } catch (Exception unexpected) {
        ctx.close();
      }
    }

    @Override
    protected void resumed() {
      isReadOn = false;
      if (!ended) {
        context().channel().config().setAutoRead(true);
      }
    }

    @Override
    protected void failed() {
      context().channel().close();
    }
  }

  /** Observes the start and end of all streams. */
  private final class StreamEnds extends Http2ConnectionAdapter {
    @Override
    public void onStreamAdded(Http2Stream stream) {
      // RFC 9113 5.1.1: streams that clients open have odd numbers.
      if ((stream.id() & 1) != 0) {
        closedStreams.opened(stream.id());
      }
    }

    @Override
    public void onStreamHalfClosed(Http2Stream stream) {
      Http2ClientStream clientStream = clientStream(stream);
      Exchange exchange = clientStream == null ? null : clientStream.exchange();
      if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL
          && clientStream != null
          && exchange != null
          && !exchange.isTunnel()
          && !exchange.isRequestEnded()) {
        clientStream.awaitRest();
      }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      if (stream.isResetSent()) {
        closedStreams.resetByGateway(stream.id());
      }
      ended(stream);
      if (connection().numActiveStreams() == 0) {
        loop.deadlines().arm(idle, client.listener().timeouts().idleConnection().toNanos());
      }
    }

    /** Handles a promise that is refused before its HEADERS. Netty never opened it, and removes it without a close. */
    @Override
    public void onStreamRemoved(Http2Stream stream) {
      ended(stream);
    }

    private void ended(Http2Stream stream) {
      Http2ClientStream clientStream = stream.removeProperty(key);
      if (clientStream != null) {
        promises.ended(clientStream);
        clientStream.closed();
      }
    }
  }

  /** Idle timeout of a connection without an exchange. */
  private final class Idle extends Deadline {
    @Override
    protected void expired() {
      client.closing(CloseReason.IDLE);
      var unused = context().channel().close();
    }
  }
}
