package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.QpackConfig;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * QPACK's dynamic tables of one connection (RFC 9204), as far as the configuration has them. They stand before Netty's codec, which codes without
 * one. Event loop only.
 */
final class FieldCompression {
  private final QpackConfig config;
  private final int maxSection;
  private @Nullable RequestCompression requests;
  private @Nullable ResponseCompression responses;

  /** @param maxSection octets of a request's field section that Netty takes */
  FieldCompression(QpackConfig config, int maxSection) {
    this.config = config;
    this.maxSection = maxSection;
  }

  /** What our SETTINGS say of it. */
  void offer(Http3Settings settings) {
    if (config.dynamicTable().ofRequests()) {
      settings
          .qpackMaxTableCapacity(config.capacityBytes())
          .qpackBlockedStreams(config.blockedStreams());
    }
  }

  /** The connection is there; its first stream comes later. */
  void begin(Http3Edge edge, QuicChannel connection) {
    if (config.dynamicTable().ofRequests()) {
      requests = new RequestCompression(edge, connection, config, maxSection);
    }
    if (config.dynamicTable().ofResponses()) {
      responses = new ResponseCompression(edge, connection, config);
    }
  }

  /** What the client's SETTINGS say of it. */
  void settings(Http3Settings settings) {
    if (responses != null) {
      responses.settings(settings);
    }
  }

  /** Puts what is needed into the pipeline of a request stream, before Netty's codec. */
  void addTo(QuicStreamChannel stream) {
    if (requests != null) {
      stream.pipeline().addLast(requests.sections(stream));
    }
    if (responses != null) {
      stream.pipeline().addLast(responses.sections());
    }
  }

  /** Whether the client's streams of a type are of a table here. */
  boolean isAbout(long streamType) {
    return (streamType == UnidirectionalStream.QPACK_ENCODER && requests != null)
        || (streamType == UnidirectionalStream.QPACK_DECODER && responses != null);
  }

  /** What came on such a stream; releases it. */
  void take(long streamType, ByteBuf octets) {
    if (streamType == UnidirectionalStream.QPACK_ENCODER && requests != null) {
      requests.take(octets);
    } else if (responses != null) {
      responses.take(octets);
    }
  }

  /** A request stream ended by a reset of either side. */
  void abandoned(long streamId) {
    if (requests != null) {
      requests.abandoned(streamId);
    }
  }

  /** The connection is over. */
  void closed() {
    if (requests != null) {
      requests.closed();
    }
    if (responses != null) {
      responses.closed();
    }
  }
}
