package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.FieldSamples;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.http.GatheredFrames;
import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.http.OutboundLimits;
import io.lychgate.gateway.http.WholeFrames;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2InboundFrameLogger;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Configures Netty's connection handler. It extends the abstract builder, because the public one hides half of the defences. The
 * encoder's defences are in {@link OutboundLimits}, because Netty applies its own only to an encoder that it creates.
 */
public final class Http2EdgeBuilder
    extends AbstractHttp2ConnectionHandlerBuilder<Http2Edge, Http2EdgeBuilder> {
  /** Maximum number of promised streams without a response. Pushes get a response at once. */
  private static final int MAX_RESERVED_STREAMS = 100;

  /**
   * RST_STREAM frames of a peer in a window (CVE-2023-44487). A browser that leaves a page resets its requests: at most 100. Each
   * may cost a connection to an upstream, so a client gets no more than two pages' worth.
   */
  private static final int MAX_RESETS_READ = 200;

  private static final int RESET_WINDOW_SECONDS = 30;

  /** Consecutive DATA frames without data or END_STREAM. */
  private static final int MAX_EMPTY_DATA_FRAMES = 4;

  /** Maximum number of CONTINUATION frames that add little (VU#421644). */
  private static final int MAX_SMALL_CONTINUATIONS = 16;

  private final ClientConnection client;
  private final SchedulerDistributor distributor;
  private final PriorityScheme scheme;
  private final FrameTap tap = new FrameTap();
  private final GatheredFrames gathered = new GatheredFrames();

  /** Returns a handler for one accepted connection. */
  public static Http2Edge edgeOf(ClientConnection client) {
    return new Http2EdgeBuilder(client).build();
  }

  private Http2EdgeBuilder(ClientConnection client) {
    this.client = client;
    DefaultHttp2Connection connection = new DefaultHttp2Connection(true, MAX_RESERVED_STREAMS);
    LimitConfig limits = client.listener().limits();
    Snapshot snapshot = client.loop().snapshots().get();
    this.scheme = new PriorityScheme(snapshot.config().priority().scheme());
    this.distributor = new SchedulerDistributor(connection, scheme, limits.maxConcurrentStreams());
    connection
        .remote()
        .flowController(new DefaultHttp2RemoteFlowController(connection, distributor));
    connection
        .local()
        .flowController(new DefaultHttp2LocalFlowController(
            connection, DefaultHttp2LocalFlowController.DEFAULT_WINDOW_UPDATE_RATIO, true));
    Http2Settings settings = new Http2Settings()
        .maxConcurrentStreams(limits.maxConcurrentStreams())
        .initialWindowSize(limits.streamWindowBytes())
        .maxHeaderListSize(limits.maxHeaderBytes());
    scheme.announce(settings);
    if (snapshot.takesWebSockets()) {
      settings.connectProtocolEnabled(true);
    }
    initialSettings(settings);
    decoderEnforceMaxRstFramesPerWindow(MAX_RESETS_READ, RESET_WINDOW_SECONDS);
    decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_DATA_FRAMES);
    // Netty rejects limits once it has the codec, but still applies the two limits above to it.
    codec(connection, limits);
    gracefulShutdownTimeoutMillis(client.listener().timeouts().drain().toMillis());
  }

  private void codec(Http2Connection connection, LimitConfig limits) {
    Http2ConnectionEncoder encoder = new OutboundLimits(new DefaultHttp2ConnectionEncoder(
        connection, new WholeFrames(gathered, FieldSamples.sent(client))));
    Http2FrameReader reader = new DefaultHttp2FrameReader(
        Http2InboundHeaders.decoder(limits.maxHeaderBytes(), FieldSamples.received(client)),
        MAX_SMALL_CONTINUATIONS);
    Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
        connection,
        encoder,
        new Http2InboundFrameLogger(reader, tap),
        Http2PromisedRequestVerifier.ALWAYS_VERIFY,
        true,
        true,
        true,
        true);
    codec(decoder, encoder);
  }

  /** Builds the edge of one connection. */
  @Override
  protected Http2Edge build() {
    return super.build();
  }

  @Override
  protected Http2Edge build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    FrameByFrame frames = new FrameByFrame(decoder);
    Http2Edge edge = new Http2Edge(frames, encoder, settings, client, distributor, gathered);
    RequestFrames requests = new RequestFrames(
        edge, scheme, tap, frames, Boolean.TRUE.equals(settings.connectProtocolEnabled()));
    frames.frameListener(requests);
    tap.reportTo(requests);
    return edge;
  }
}
