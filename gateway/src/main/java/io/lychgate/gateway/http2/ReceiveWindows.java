package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.http.WindowGrowth;
import io.lychgate.gateway.loop.ByteBudget;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;

/**
 * Flow control for the data that the client of one connection sends (RFC 9113 section 5.2). Event loop only.
 *
 * <p>A stream's window is returned when its bytes have left the gateway. The connection's window is returned as soon as bytes
 * arrive, so a stream whose upstream does not read blocks only itself. Queued bytes have three limits. A stream is limited by its
 * window. A connection is limited by one window per allowed stream; windows grow only while they are emptied. A loop is limited by
 * {@link Limits#UPLOAD_BYTES_PER_LOOP}.
 */
final class ReceiveWindows {
  /** Round trip of a mobile network, used where the path's own is unknown. */
  private static final long UNKNOWN_ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(50);

  private final LimitConfig limits;
  private final ByteBudget windows;
  private final ByteBudget uploads;
  private final Http2LocalFlowController flow;
  private final Channel channel;
  private final Http2Stream connection;
  private final WindowGrowth connectionGrowth;

  /** Bytes by which the windows of this connection have grown. */
  private long grown;

  /**
   * @param windows the loop's budget by which receive windows may grow
   * @param uploads the loop's budget for request bodies that wait for their upstreams
   */
  ReceiveWindows(
      LimitConfig limits,
      ByteBudget windows,
      ByteBudget uploads,
      Http2LocalFlowController flow,
      Channel channel,
      Http2Stream connection) {
    this.limits = limits;
    this.windows = windows;
    this.uploads = uploads;
    this.flow = flow;
    this.channel = channel;
    this.connection = connection;
    this.connectionGrowth = new WindowGrowth(limits.connectionWindowBytes(), System.nanoTime());
  }

  /** Opens the connection's window by WINDOW_UPDATE. SETTINGS size only the windows of streams (RFC 9113 section 6.9.2). */
  boolean open() throws Http2Exception {
    int delta = limits.connectionWindowBytes() - flow.initialWindowSize(connection);
    if (delta > 0) {
      flow.incrementWindowSize(connection, delta);
    }
    return delta > 0;
  }

  WindowGrowth ofStream() {
    return new WindowGrowth(limits.streamWindowBytes(), System.nanoTime());
  }

  /**
   * Accounts for body bytes that are in memory from now on.
   *
   * @return false if this loop holds too many
   */
  boolean received(int bytes) throws Http2Exception {
    if (connectionGrowth.used(bytes)) {
      grow(connection, connectionGrowth, Limits.MAX_CONNECTION_WINDOW_BYTES);
    }
    return uploads.take(bytes);
  }

  /** Accounts for body bytes of a stream that have left the gateway. */
  void consumed(Http2Stream stream, WindowGrowth growth, int bytes) throws Http2Exception {
    if (growth.used(bytes)) {
      grow(stream, growth, Limits.MAX_STREAM_WINDOW_BYTES);
    }
  }

  /** Accounts for {@link #received} bytes that are no longer in memory. */
  void released(int bytes) {
    uploads.giveBack(bytes);
  }

  /**
   * Permits the client to send all that it has left on a stream that is reset next. These bytes are ignored, and only the
   * connection's window is accounted for.
   */
  void openWide(Http2Stream stream, Http2FrameWriter writer, ChannelHandlerContext ctx) {
    int rest = Integer.MAX_VALUE - flow.initialWindowSize(stream);
    var unused = writer.writeWindowUpdate(ctx, stream.id(), rest, ctx.newPromise());
  }

  /** Ends the window of a stream that has ended. */
  void ended(WindowGrowth growth) {
    int had = growth.size() - limits.streamWindowBytes();
    grown -= had;
    windows.giveBack(had);
  }

  void closed() {
    windows.giveBack(grown);
    grown = 0;
  }

  private void grow(Http2Stream stream, WindowGrowth growth, int most) throws Http2Exception {
    long roundTrip = TcpState.of(channel).roundTripNanos();
    int bytes =
        growth.growth(System.nanoTime(), roundTrip == 0 ? UNKNOWN_ROUND_TRIP : roundTrip, most);
    if (bytes > 0 && windows.tryTake(bytes)) {
      grown += bytes;
      growth.grown(bytes);
      flow.incrementWindowSize(stream, bytes);
    }
  }
}
