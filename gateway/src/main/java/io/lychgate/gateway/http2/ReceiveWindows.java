package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.LimitConfig;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.loop.ByteBudget;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;

/**
 * Flow control of what the client of one connection sends (RFC 9113 section 5.2). Event loop only.
 *
 * <p>A stream's window is given back when its bytes have left for good, the connection's as soon as they are here: a stream whose
 * upstream does not read holds nothing up but itself. What can pile up is bounded thrice: for a stream by its window; for a
 * connection by as many windows as it may have streams, and windows grow only while they are emptied; for a loop by
 * {@link Limits#UPLOAD_BYTES_PER_LOOP}.
 */
final class ReceiveWindows {
  /** Where the path can't be asked: a mobile network's. */
  private static final long UNKNOWN_ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(50);

  private final ClientConnection client;
  private final Http2LocalFlowController flow;
  private final Channel channel;
  private final Http2Stream connection;
  private final WindowGrowth connectionGrowth;

  /** Bytes by which windows of this connection have grown. */
  private long grown;

  ReceiveWindows(
      ClientConnection client,
      Http2LocalFlowController flow,
      Channel channel,
      Http2Stream connection) {
    this.client = client;
    this.flow = flow;
    this.channel = channel;
    this.connection = connection;
    this.connectionGrowth = new WindowGrowth(limits().connectionWindowBytes(), System.nanoTime());
  }

  /** SETTINGS can only size the windows of streams; that of the connection grows by WINDOW_UPDATE (RFC 9113 section 6.9.2). */
  boolean open() throws Http2Exception {
    int delta = limits().connectionWindowBytes() - flow.initialWindowSize(connection);
    if (delta > 0) {
      flow.incrementWindowSize(connection, delta);
    }
    return delta > 0;
  }

  WindowGrowth ofStream() {
    return new WindowGrowth(limits().streamWindowBytes(), System.nanoTime());
  }

  /**
   * Body has come, and is in memory from now on.
   *
   * @return false if there is too much of it on this loop
   */
  boolean received(int bytes) throws Http2Exception {
    if (connectionGrowth.used(bytes)) {
      grow(connection, connectionGrowth, Limits.MAX_CONNECTION_WINDOW_BYTES);
    }
    return uploads().take(bytes);
  }

  /** Body of a stream has left for good. */
  void consumed(Http2Stream stream, WindowGrowth growth, int bytes) throws Http2Exception {
    if (growth.used(bytes)) {
      grow(stream, growth, Limits.MAX_STREAM_WINDOW_BYTES);
    }
  }

  /** Bytes that were {@link #received} are in memory no longer. */
  void released(int bytes) {
    uploads().giveBack(bytes);
  }

  /** A stream has ended, and its window with it. */
  void ended(WindowGrowth growth) {
    int had = growth.size() - limits().streamWindowBytes();
    grown -= had;
    client.loop().windows().giveBack(had);
  }

  void closed() {
    client.loop().windows().giveBack(grown);
    grown = 0;
  }

  private void grow(Http2Stream stream, WindowGrowth growth, int most) throws Http2Exception {
    long roundTrip = TcpState.of(channel).roundTripNanos();
    int bytes =
        growth.growth(System.nanoTime(), roundTrip == 0 ? UNKNOWN_ROUND_TRIP : roundTrip, most);
    if (bytes > 0 && client.loop().windows().tryTake(bytes)) {
      grown += bytes;
      growth.grown(bytes);
      flow.incrementWindowSize(stream, bytes);
    }
  }

  private ByteBudget uploads() {
    return client.loop().uploads();
  }

  private LimitConfig limits() {
    return client.listener().limits();
  }
}
