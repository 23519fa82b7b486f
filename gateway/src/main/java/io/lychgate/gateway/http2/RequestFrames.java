package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.PriorityLines;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.TrailerFields;
import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Converts the frames of one connection to calls of its exchanges. */
final class RequestFrames extends Http2EventAdapter implements FrameTap.Reports {
  /** RFC 9218 section 7.1. */
  private static final byte PRIORITY_UPDATE = 0x10;

  /** Maximum bytes of a PRIORITY_UPDATE's field value: "u=1, i" with room for future parameters. */
  private static final int MAX_PRIORITY_FIELD = 128;

  private static final ExchangeFailure NO_ROOM = new ExchangeFailure(
      ExchangeFailure.Kind.OVERLOADED,
      "body: " + Limits.UPLOAD_BYTES_PER_LOOP
          + " bytes of bodies wait for their upstreams already");

  private final Http2Edge edge;
  private final Http2Connection connection;
  private final PriorityScheme scheme;
  private final FrameTap tap;
  private final FrameByFrame frames;
  private final LimitConfig limits;
  private final boolean takesTunnels;

  /** @param takesTunnels true if the gateway's SETTINGS allow extended CONNECT (RFC 8441 section 3) */
  RequestFrames(
      Http2Edge edge,
      PriorityScheme scheme,
      FrameTap tap,
      FrameByFrame frames,
      boolean takesTunnels) {
    this.edge = edge;
    this.connection = edge.connection();
    this.scheme = scheme;
    this.tap = tap;
    this.frames = frames;
    this.limits = edge.client().listener().limits();
    this.takesTunnels = takesTunnels;
  }

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
    // Netty also calls this for HEADERS without a priority, with the default of RFC 7540 5.3.5.
    TreeDependency given =
        tap.hadPriority() ? new TreeDependency(dependsOn, weight, exclusive) : null;
    headers(streamId, headers, given, end);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    headers(streamId, headers, null, end);
  }

  private void headers(
      int streamId, Http2Headers headers, @Nullable TreeDependency dependency, boolean end)
      throws Http2Exception {
    if (frames.dependsOnItself(streamId)) {
      // RFC 7540 5.3.1, for a first HEADERS frame and for trailers.
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "stream %d depends on itself", streamId);
    }
    Http2Stream stream = connection.stream(streamId);
    Http2ClientStream known = edge.clientStream(stream);
    if (known != null) {
      trailers(known, streamId, headers, end);
      return;
    }
    RequestHead request = Http2RequestHead.of(
        (Http2InboundHeaders) headers, edge.client().isSecure(), end, takesTunnels);
    if (request == null) {
      // RFC 9113 8.1.1: malformed requests are stream errors.
      throw Http2Exception.streamError(streamId, Http2Error.PROTOCOL_ERROR, "malformed request");
    }
    Urgency field = priorityField(request);
    if (request.fields().size() > limits.maxHeaderCount()) {
      edge.budgets().refusedHeadSeen();
      edge.refuse(
          stream,
          request,
          new ExchangeFailure(ExchangeFailure.Kind.FIELDS_TOO_LARGE, "fields: too many"),
          end);
      return;
    }
    edge.begin(stream, request, dependency, field, end);
  }

  private static @Nullable Urgency priorityField(RequestHead request) {
    CharSequence field = PriorityLines.valueOf(request.fields());
    return field == null ? null : PriorityField.parse(field);
  }

  private static void trailers(
      Http2ClientStream stream, int streamId, Http2Headers headers, boolean end)
      throws Http2Exception {
    if (!end) {
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "trailers without END_STREAM");
    }
    // Netty has already rejected pseudo-headers.
    Fields trailers = ((Http2InboundHeaders) headers).fields();
    if (!TrailerFields.areAllowedInRequest(trailers)) {
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "forbidden trailer (RFC 9110 6.5.1)");
    }
    Exchange exchange = stream.exchange();
    if (exchange != null) {
      exchange.clientTrailers(trailers);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end)
      throws Http2Exception {
    Http2ClientStream stream = edge.clientStream(streamId);
    Exchange exchange = stream == null ? null : stream.exchange();
    int bytes = data.readableBytes();
    if (stream == null || exchange == null) {
      if (stream != null && !end) {
        stream.bodyCame(bytes);
      }
      return bytes + padding;
    }
    if (!stream.received(bytes)) {
      exchange.refuseBody(NO_ROOM);
    }
    // The slice belongs to the decoder. Its window is returned when the bytes have left the
    // gateway.
    exchange.clientData(data.retain(), end);
    if (!end) {
      stream.bodyCame(bytes);
    }
    return padding;
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
    edge.resetByClient(streamId);
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext ctx, int streamId, int dependsOn, short weight, boolean exclusive)
      throws Http2Exception {
    edge.budgets().prioritySeen();
    if (!move(streamId, new TreeDependency(dependsOn, weight, exclusive))) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "PRIORITY: too many idle streams");
    }
  }

  /** Applies a priority of the client. Returns false if the client has moved more idle streams than the gateway remembers. */
  private boolean move(int streamId, StreamPriority wanted) {
    Http2ClientStream stream = edge.clientStream(streamId);
    if (stream != null && stream.waitsForDocument()) {
      return true;
    }
    boolean isRemembered = edge.distributor().reprioritize(streamId, wanted);
    if (stream != null) {
      stream.movedByClient();
    }
    StreamNotes.moved(edge.client(), edge.distributor(), streamId);
    return isRemembered;
  }

  @Override
  public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
    edge.budgets().pingSeen();
  }

  /** Handles the acknowledgement of {@link ReadProbe}'s PING, or of a PING that the gateway never sent. */
  @Override
  public void onPingAckRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
    edge.readProbe().pingAcknowledged(data);
    edge.budgets().pingSeen();
  }

  @Override
  public void onSettingsAckRead(ChannelHandlerContext ctx) throws Http2Exception {
    edge.readProbe().settingsAcknowledged();
    edge.budgets().settingsSeen();
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings)
      throws Http2Exception {
    edge.budgets().settingsSeen();
    scheme.read(settings);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment)
      throws Http2Exception {
    edge.budgets().windowUpdateSeen();
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext ctx, byte frameType, int streamId, Http2Flags flags, ByteBuf payload)
      throws Http2Exception {
    if (frameType == PRIORITY_UPDATE) {
      edge.budgets().prioritySeen();
      priorityUpdate(streamId, payload);
    } else {
      edge.budgets().unknownSeen();
    }
  }

  @Override
  public void strayFrame(byte frameType, int streamId) {
    try {
      if (frameType == PRIORITY_UPDATE) {
        throw onStream(streamId);
      }
      edge.budgets().unknownSeen();
    } catch (Http2Exception e) {
      edge.fail(e);
    }
  }

  @Override
  public void promiseReset(int streamId) {
    edge.promises().reset(streamId);
  }

  @Override
  public boolean isOpen(int streamId) {
    return connection.stream(streamId) != null;
  }

  /** Handles PRIORITY_UPDATE (RFC 9218 section 7.1). */
  private void priorityUpdate(int frameStreamId, ByteBuf payload) throws Http2Exception {
    if (frameStreamId != 0) {
      throw onStream(frameStreamId);
    }
    if (payload.readableBytes() < 4) {
      throw Http2Exception.connectionError(
          Http2Error.FRAME_SIZE_ERROR, "PRIORITY_UPDATE: too short");
    }
    int streamId = payload.readInt() & 0x7fff_ffff;
    if (streamId == 0) {
      throw Http2Exception.connectionError(
          Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE: for stream 0");
    }
    boolean mayHaveExisted = connection.streamMayHaveExisted(streamId);
    if (!mayHaveExisted) {
      refuseEarlyUpdate(streamId);
    }
    // For a closed stream, the frame comes too late.
    boolean isClosed = mayHaveExisted && !isOpen(streamId);
    if (!isClosed && payload.readableBytes() <= MAX_PRIORITY_FIELD) {
      Urgency wanted = PriorityField.parse(payload.toString(StandardCharsets.US_ASCII));
      if (wanted != null) {
        // A tree remembers fewer priorities than the client may send; the rest is dropped.
        var unused = move(streamId, wanted);
      }
    }
  }

  /** Returns the error for a PRIORITY_UPDATE that is not on stream 0 (RFC 9218 section 7.1). */
  private static Http2Exception onStream(int streamId) {
    return Http2Exception.connectionError(
        Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE: on stream %d (expected: 0)", streamId);
  }

  /** Rejects an invalid update for a stream that is not open yet. */
  private void refuseEarlyUpdate(int streamId) throws Http2Exception {
    if ((streamId & 1) == 0) {
      throw Http2Exception.connectionError(
          Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE: for push %d, not promised", streamId);
    }
    int most = limits.maxConcurrentStreams();
    int others = edge.distributor().idleStreams() + connection.remote().numActiveStreams();
    if (others >= most && !edge.distributor().isKnown(streamId)) {
      throw Http2Exception.connectionError(
          Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE: for more than %d streams", most);
    }
  }
}
