package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.http.GatheredFrames;
import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.http.OutboundLimits;
import io.lychgate.gateway.http.WholeFrames;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2HeadersEncoder.SensitivityDetector;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import io.netty.util.AsciiString;
import java.util.Set;

/** Configures Netty's connection handler as a client. */
final class Http2ServerConnectionBuilder
    extends AbstractHttp2ConnectionHandlerBuilder<
        Http2ServerConnection, Http2ServerConnectionBuilder> {
  /** Maximum number of CONTINUATION frames that add little (VU#421644). */
  private static final int MAX_SMALL_CONTINUATIONS = 16;

  /** Consecutive DATA frames without data or END_STREAM. */
  private static final int MAX_EMPTY_DATA_FRAMES = 4;

  /** Bytes of one stream that are sent before the turn of the next one: a frame. */
  private static final int BYTES_OF_TURN = 16 * 1024;

  /** Time for the rest of complete requests to leave when the connection closes. */
  private static final long CLOSE_MILLIS = 10_000;

  /**
   * Bytes of the table for fields of responses: the default (RFC 9113 section 6.5.2), and stated in spite of that. nginx adds each
   * field to the table anew, and never refers to one. If the size is stated, it makes the table empty first, so that nothing is kept.
   */
  private static final long TABLE_BYTES = 4096;

  /** Fields that no table may hold: users share it, and sizes would let one guess the secrets of another (RFC 7541 section 7.1). */
  private static final Set<AsciiString> SECRETS = Set.of(
      HttpHeaderNames.AUTHORIZATION, HttpHeaderNames.COOKIE, HttpHeaderNames.PROXY_AUTHORIZATION);

  private static final SensitivityDetector SENSITIVE =
      (name, value) -> name instanceof AsciiString text && SECRETS.contains(text);

  private final GatheredFrames gathered = new GatheredFrames();
  private final Http2ServerConnection.Home home;
  private final boolean isSecure;

  private Http2ServerConnectionBuilder(Http2ServerConnection.Home home, boolean isSecure) {
    this.home = home;
    this.isSecure = isSecure;
    DefaultHttp2Connection connection = new DefaultHttp2Connection(false, 0);
    UniformStreamByteDistributor distributor = new UniformStreamByteDistributor(connection);
    distributor.minAllocationChunk(BYTES_OF_TURN);
    connection
        .remote()
        .flowController(new DefaultHttp2RemoteFlowController(connection, distributor));
    connection
        .local()
        .flowController(new DefaultHttp2LocalFlowController(
            connection, DefaultHttp2LocalFlowController.DEFAULT_WINDOW_UPDATE_RATIO, true));
    int maxHeadBytes = home.site().config().maxResponseHeaderBytes();
    initialSettings(new Http2Settings()
        .pushEnabled(false)
        .headerTableSize(TABLE_BYTES)
        .initialWindowSize(Http2ServerConnection.STREAM_WINDOW_BYTES)
        .maxHeaderListSize(maxHeadBytes));
    decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_DATA_FRAMES);
    gracefulShutdownTimeoutMillis(CLOSE_MILLIS);
    Http2ConnectionEncoder encoder = new OutboundLimits(
        new DefaultHttp2ConnectionEncoder(connection, new WholeFrames(gathered, SENSITIVE)));
    Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
        connection,
        encoder,
        new DefaultHttp2FrameReader(
            Http2InboundHeaders.decoder(maxHeadBytes), MAX_SMALL_CONTINUATIONS),
        Http2PromisedRequestVerifier.ALWAYS_VERIFY,
        true,
        true,
        true,
        true);
    codec(decoder, encoder);
  }

  /** Returns the handler of one connection that is being opened. */
  static Http2ServerConnection connectionOf(Http2ServerConnection.Home home, boolean isSecure) {
    return new Http2ServerConnectionBuilder(home, isSecure).build();
  }

  @Override
  protected Http2ServerConnection build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    Http2ServerConnection connection =
        new Http2ServerConnection(home, isSecure, decoder, encoder, settings, gathered);
    frameListener(connection.frames());
    return connection;
  }
}
