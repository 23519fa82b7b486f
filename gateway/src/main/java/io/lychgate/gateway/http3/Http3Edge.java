package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.exchange.FieldSamples;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.OriginSet;
import io.lychgate.gateway.http.PlainSize;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.TokenBucket;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.DefaultHttp3GoAwayFrame;
import io.netty.handler.codec.http3.DefaultHttp3SettingsFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionStats;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One HTTP/3 connection: its request streams, priorities, budgets and close. Event loop only. */
public final class Http3Edge implements Drainable {
  /** About one round trip: the time between the first and the last GOAWAY (RFC 9114 section 5.2). */
  private static final long DRAIN_GRACE_MILLIS = 500;

  /** Time without a packet to the client after which nothing waits for a retransmission: some round trips. */
  private static final long QUIET_MILLIS = 300;

  /** RFC 9114 section 5.2: the largest request stream number, in a GOAWAY that only announces the shutdown. */
  private static final long LAST_REQUEST_ID = (1L << 62) - 4;

  /** Maximum bytes of a frame of an unknown type that are read and dropped. Netty holds them in memory. */
  private static final int MAX_UNKNOWN_FRAME_BYTES = 1024;

  /**
   * Maximum number of streams of one connection that ended by a reset, or without a FIN that Netty has read. Netty 4.2.18 keeps each
   * of them, about 1 KiB, until the connection closes. At this number the connection is drained, so that the client opens another
   * one.
   */
  private static final int MAX_KEPT_STREAMS = 256;

  /** Time between two checks for unreported events: a check costs a call into quiche or two for each open stream. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final ClientConnection client;
  private final LoopContext loop;
  private final QuicChannel channel;
  private final LimitConfig limits;
  private final boolean takesTunnels;
  private final EarlyRequestGate.Handshake handshake;
  private final ConnectionErrors errors = this::fail;
  private final StreamPriorities priorities;
  private final LongObjectMap<RequestStream> streams = new LongObjectHashMap<>();
  private final Idle idle = new Idle();
  private final DrainEnd drainEnd = new DrainEnd();
  private final Look look = new Look();

  /**
   * Budget of resets (CVE-2023-44487), as on HTTP/2: 200 at once, and 7 a second, which is 200 in about 30 s. A browser that leaves
   * a page resets its requests: at most 100.
   */
  private final TokenBucket resets = new TokenBucket(200, 7);

  /** Clients send an occasional frame of grease (RFC 9114 section 7.2.8). */
  private final TokenBucket unknown = new TokenBucket(200, 20);

  private final TurnBudget turns;

  /** Streams to read from in the loop's next turn. */
  private final ArrayDeque<RequestStream> awaitingTurn = new ArrayDeque<>(0);

  private final FieldCompression compression;
  private final PlainSize.Samples received;
  private final PlainSize.Samples sent;
  private boolean urgencyStated;
  private int keptStreams;
  private boolean isEnding;
  private long opened;
  private long highestId = -4;

  /** Requests from this stream on are rejected. */
  private long refusedFrom = Long.MAX_VALUE;

  private Http3Edge(ClientConnection client, QuicChannel channel) {
    this.client = client;
    this.loop = client.loop();
    this.handshake = new EarlyRequestGate.Handshake(loop.observer());
    this.channel = channel;
    this.received = FieldSamples.received(client);
    this.sent = FieldSamples.sent(client);
    this.limits = client.listener().limits();
    this.turns = new Decoding();
    // With early data, clients use the settings of an earlier connection. So this setting stays the
    // same (RFC 9114 section 7.2.4.2), even if the routes change.
    this.takesTunnels =
        client.listener().quic().earlyData() || loop.snapshots().get().takesWebSockets();
    this.priorities = new StreamPriorities(limits.maxConcurrentStreams());
    this.compression = new FieldCompression(client.listener().quic().qpack(), maxFieldSection());
  }

  /** Adds HTTP/3 to a connection, whose handshake may still be in progress. */
  public static Http3Edge addTo(QuicChannel channel, ClientConnection client) {
    Http3Edge edge = new Http3Edge(client, channel);
    Http3ServerConnectionHandler http3 = new Http3ServerConnectionHandler(
        edge.new RequestStreams(),
        new ControlStream(edge),
        null,
        new DefaultHttp3SettingsFrame(edge.settings()),
        // Disables Netty's dynamic table because of its bugs; FieldCompression adds one if
        // configured.
        true,
        null,
        null,
        MAX_UNKNOWN_FRAME_BYTES);
    StreamGuards.addAround(http3, channel.pipeline(), edge.compression, edge.errors);
    edge.compression.begin(edge.errors, channel);
    channel.closeFuture().addListener(closed -> edge.closed());
    edge.armIdle();
    return edge;
  }

  /** The share of a loop's turn that the frames of this connection may take. */
  TurnBudget turns() {
    return turns;
  }

  /** Queues a read from this stream for a later turn. */
  void awaitTurn(RequestStream stream) {
    awaitingTurn.add(stream);
  }

  private Http3Settings settings() {
    Http3Settings settings = new Http3Settings().maxFieldSectionSize(maxFieldSection());
    compression.offer(settings);
    return takesTunnels ? settings.enableConnectProtocol(true) : settings;
  }

  /**
   * Returns the limit for SETTINGS. Netty closes the whole connection above it. So the limit is a quarter above the configured one,
   * and requests in between get a 431 response.
   */
  private int maxFieldSection() {
    return limits.maxHeaderBytes() + limits.maxHeaderBytes() / 4;
  }

  FieldCompression compression() {
    return compression;
  }

  /** Returns the samples of requests' sections; none with a dynamic table, whose insertions cost bytes elsewhere. */
  PlainSize.Samples samplesReceived() {
    return compression.isOfRequests() ? PlainSize.Samples.NONE : received;
  }

  /** Returns the samples of responses' sections; none with a dynamic table. */
  PlainSize.Samples samplesSent() {
    return compression.isOfResponses() ? PlainSize.Samples.NONE : sent;
  }

  /** Returns true if the gateway's SETTINGS allow extended CONNECT (RFC 9220 section 3). */
  boolean takesTunnels() {
    return takesTunnels;
  }

  public ClientConnection client() {
    return client;
  }

  DeadlineWheel deadlines() {
    return loop.deadlines();
  }

  // Handshake.

  /** Returns true if data read now may be a replay of earlier client data (RFC 8446 section 8). */
  boolean isEarly() {
    return handshake.isInProgress();
  }

  /** Call when the client has completed the handshake. */
  public void handshakeEnded() {
    handshake.ended();
  }

  /** Sends the origins of the connection behind the SETTINGS (RFC 9412). Call when HTTP/3 has begun. */
  public void sendOrigins() {
    ByteBuf origins = channel.parent().localAddress() instanceof InetSocketAddress local
        ? client.origins(local.getPort())
        : null;
    if (origins != null && !writeOrigins(origins)) {
      // The control stream is opened by a task of this loop.
      loop.loop().execute(() -> {
        if (!writeOrigins(origins)) {
          origins.release();
        }
      });
    }
  }

  /** Writes behind Netty's codec, which refuses types that it does not know. */
  private boolean writeOrigins(ByteBuf payload) {
    QuicStreamChannel control = Http3.getLocalControlStream(channel);
    ChannelHandlerContext codec = control == null ? null : control.pipeline().firstContext();
    if (codec == null) {
      return false;
    }
    ByteBuf head = channel.alloc().buffer(1 + Integer.BYTES);
    head.writeByte(OriginSet.FRAME_TYPE);
    // RFC 9000 16: an integer of four bytes begins with the bits 10.
    head.writeInt(0x8000_0000 | payload.readableBytes());
    var unused = codec.write(head);
    var unused2 = codec.writeAndFlush(payload);
    return true;
  }

  // Streams.

  /** Registers a new request stream. Returns false if it came after the last GOAWAY and must be rejected. */
  boolean opened(RequestStream stream) {
    long id = stream.id();
    opened++;
    highestId = Math.max(highestId, id);
    streams.put(id, stream);
    priorities.opened(id);
    loop.deadlines().disarm(idle);
    return id < refusedFrom;
  }

  /** Starts the check for events that Netty does not report. Call it when an exchange has begun and its response is not complete. */
  void lookAgain() {
    if (!look.isArmed()) {
      loop.deadlines().arm(look, LOOK_NANOS);
    }
  }

  void closed(RequestStream stream) {
    streams.remove(stream.id());
    // A stream that was reset before its head has not taken its early priority.
    var unused = priorities.takeEarly(stream.id());
    if (streams.isEmpty()) {
      if (client.isDraining() && refusedFrom != Long.MAX_VALUE) {
        closeWhenQuiet();
      } else {
        armIdle();
      }
    }
  }

  /** Records a stream that ended by a reset of either side. */
  void wasReset(long streamId, boolean byClient) {
    compression.abandoned(streamId);
    if (byClient && !resets.take()) {
      fail(Http3ErrorCode.H3_EXCESSIVE_LOAD, "too many resets");
    } else {
      streamKept();
    }
  }

  /** Counts a stream that Netty keeps until the connection closes. */
  void streamKept() {
    keptStreams++;
    if (keptStreams == MAX_KEPT_STREAMS) {
      client.closing(CloseReason.LIMIT);
      drain();
    }
  }

  @Nullable
  Urgency takeEarlyPriority(long streamId) {
    return priorities.takeEarly(streamId);
  }

  /**
   * Returns true for a stream that the client may open within its limit. Only such a stream can be prioritized (RFC 9218 section
   * 7.2).
   */
  boolean mayBeRequest(long streamId) {
    return streamId % 4 == 0 && streamId / 4 < opened + limits.maxConcurrentStreams();
  }

  /** Records that the client has sent an urgency, by a field or by an update. */
  void urgencyStated() {
    urgencyStated = true;
  }

  boolean isUrgencyStated() {
    return urgencyStated;
  }

  void reprioritize(long streamId, Urgency priority) {
    urgencyStated = true;
    RequestStream stream = streams.get(streamId);
    if (stream != null) {
      stream.update(priority);
    } else {
      priorities.remember(streamId, priority);
    }
  }

  /** Counts a frame of an unknown type on any stream. */
  void unknownSeen() {
    if (!unknown.take()) {
      fail(Http3ErrorCode.H3_EXCESSIVE_LOAD, "too many frames of unknown types");
    }
  }

  // Close.

  @Override
  public void drain() {
    if (client.isDraining()) {
      return;
    }
    client.drain();
    // RFC 9114 5.2: announces the shutdown first, so that requests in flight are still served.
    goAway(LAST_REQUEST_ID);
    channel.eventLoop().schedule(this::stopAccepting, DRAIN_GRACE_MILLIS, TimeUnit.MILLISECONDS);
    loop.deadlines().arm(drainEnd, client.listener().timeouts().drain().toNanos());
  }

  private void stopAccepting() {
    if (!channel.isOpen()) {
      return;
    }
    refusedFrom = highestId + 4;
    goAway(refusedFrom);
    if (streams.isEmpty()) {
      closeWhenQuiet();
    }
  }

  /**
   * Closes the connection when its last packets have reached the client. A CONNECTION_CLOSE ends the retransmission of lost packets
   * (RFC 9000 section 10.2): the end of a response, or the GOAWAY, would then be lost, and the client could not tell which requests
   * it may retry. The end of the drain bounds the wait.
   */
  private void closeWhenQuiet() {
    if (!isEnding) {
      isEnding = true;
      lookForQuiet(packetsSent());
    }
  }

  private void lookForQuiet(long sentBefore) {
    var unused = channel
        .eventLoop()
        .schedule(
            () -> {
              if (!channel.isOpen()) {
                return;
              }
              long sent = packetsSent();
              if (streams.isEmpty() && sent == sentBefore) {
                close(Http3ErrorCode.H3_NO_ERROR, "");
              } else {
                lookForQuiet(sent);
              }
            },
            QUIET_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private long packetsSent() {
    // Available at once on the loop of the connection.
    QuicConnectionStats stats = channel.collectStats().getNow();
    return stats == null ? 0 : stats.sent();
  }

  private void goAway(long id) {
    QuicStreamChannel control = Http3.getLocalControlStream(channel);
    if (control != null) {
      control.writeAndFlush(new DefaultHttp3GoAwayFrame(id));
    }
  }

  /** Closes the connection with this error code, because the client violated the protocol. */
  void fail(Http3ErrorCode code, String why) {
    client.closing(
        code == Http3ErrorCode.H3_EXCESSIVE_LOAD ? CloseReason.LIMIT : CloseReason.ERROR);
    close(code, why);
  }

  /** Closes the connection at once, without an error, because its listener stops. */
  public void close() {
    client.closing(CloseReason.DRAIN);
    close(Http3ErrorCode.H3_NO_ERROR, "");
  }

  /** Closes the connection. A GOAWAY before the close states which requests the client may retry (RFC 9114 5.3). */
  private void close(Http3ErrorCode code, String why) {
    if (refusedFrom == Long.MAX_VALUE && channel.isOpen()) {
      refusedFrom = highestId + 4;
      goAway(refusedFrom);
    }
    ByteBuf reason =
        why.isEmpty() ? Unpooled.EMPTY_BUFFER : ByteBufUtil.writeAscii(channel.alloc(), why);
    channel.close(true, code.code(), reason);
  }

  private void closed() {
    loop.deadlines().disarm(idle);
    loop.deadlines().disarm(drainEnd);
    loop.deadlines().disarm(look);
    compression.closed();
  }

  private void armIdle() {
    if (channel.isOpen()) {
      loop.deadlines().arm(idle, client.listener().timeouts().idleConnection().toNanos());
    }
  }

  /** Adds the gateway's handlers before and after Netty's to the pipeline of each request stream. */
  private final class RequestStreams extends ChannelInitializer<QuicStreamChannel> {
    @Override
    protected void initChannel(QuicStreamChannel stream) {
      FinalFrame finalFrame = new FinalFrame();
      stream.pipeline().addFirst(finalFrame);
      if (isEarly()) {
        stream.pipeline().addLast(new EarlyRequestGate(client, handshake));
      }
      stream.pipeline().addLast(new RequestStream(Http3Edge.this, stream, finalFrame));
    }

    @Override
    public boolean isSharable() {
      return true;
    }
  }

  /**
   * Limits reads to the share of a turn. Streams are read one by one on their own demand; those that would exceed the budget wait.
   */
  private final class Decoding extends TurnBudget {
    Decoding() {
      super(client.turnShare());
    }

    @Override
    protected void suspended() {
      loop.observer().turnSpent(client.record().protocol());
    }

    @Override
    protected void decodeOn() {
      for (int remaining = awaitingTurn.size(); remaining > 0; remaining--) {
        awaitingTurn.remove().turnCame();
      }
    }

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {
      fail(Http3ErrorCode.H3_INTERNAL_ERROR, "");
    }
  }

  /** Idle timeout of a connection without an exchange. Packets alone, such as pings, do not keep a connection open. */
  private final class Idle extends Deadline {
    @Override
    protected void expired() {
      client.closing(CloseReason.IDLE);
      close(Http3ErrorCode.H3_NO_ERROR, "");
    }
  }

  /** Checks the streams for events that Netty does not report in time: cancellations, and ends of requests. */
  private final class Look extends Deadline {
    @Override
    protected void expired() {
      List<Runnable> events = null;
      for (RequestStream stream : streams.values()) {
        Runnable event = stream.unreported();
        if (event != null) {
          events = events == null ? new ArrayList<>() : events;
          events.add(event);
        }
      }
      if (events != null) {
        events.forEach(Runnable::run);
      }
      if (!streams.isEmpty() && channel.isOpen()) {
        loop.deadlines().arm(this, LOOK_NANOS);
      }
    }
  }

  /** Timeout of the drain, which closes the connection even with requests in flight. */
  private final class DrainEnd extends Deadline {
    @Override
    protected void expired() {
      close(Http3ErrorCode.H3_NO_ERROR, "");
    }
  }
}
