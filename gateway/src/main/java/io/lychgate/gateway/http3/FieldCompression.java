package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.QpackConfig;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * QPACK's dynamic tables of one connection (RFC 9204), as far as the configuration enables them. They precede Netty's codec, which
 * uses no dynamic table. Event loop only.
 */
final class FieldCompression {
  private final QpackConfig config;
  private final int maxSection;
  private @Nullable RequestCompression requests;
  private @Nullable ResponseCompression responses;

  /** @param maxSection maximum bytes of a request's field section that Netty accepts */
  FieldCompression(QpackConfig config, int maxSection) {
    this.config = config;
    this.maxSection = maxSection;
  }

  /** Adds the QPACK values to the gateway's SETTINGS. */
  void offer(Http3Settings settings) {
    if (config.dynamicTable().ofRequests()) {
      settings
          .qpackMaxTableCapacity(config.capacityBytes())
          .qpackBlockedStreams(config.blockedStreams());
    }
  }

  /** Begins when the connection exists, before its first stream. */
  void begin(ConnectionErrors errors, QuicChannel connection) {
    if (config.dynamicTable().ofRequests()) {
      requests = new RequestCompression(errors, connection, config, maxSection);
    }
    if (config.dynamicTable().ofResponses()) {
      responses = new ResponseCompression(errors, connection, config);
    }
  }

  /** Returns true if requests may refer to a dynamic table. Its insertions arrive on another stream. */
  boolean isOfRequests() {
    return requests != null;
  }

  /** Returns true if responses may refer to a dynamic table. Its insertions leave on another stream. */
  boolean isOfResponses() {
    return responses != null;
  }

  /** Applies the QPACK values of the client's SETTINGS. */
  void settings(Http3Settings settings) {
    if (responses != null) {
      responses.settings(settings);
    }
  }

  /** Adds the required handlers to the pipeline of a request stream, before Netty's codec. */
  void addTo(QuicStreamChannel stream) {
    if (requests != null) {
      stream.pipeline().addLast(requests.sections(stream));
    }
    if (responses != null) {
      stream.pipeline().addLast(responses.sections());
    }
  }

  /** Returns true if the client's streams of this type belong to a dynamic table here. */
  boolean isAbout(long streamType) {
    return (streamType == InstructionStream.ENCODER && requests != null)
        || (streamType == InstructionStream.DECODER && responses != null);
  }

  /** Handles data of such a stream, and releases it. */
  void take(long streamType, ByteBuf data) {
    if (streamType == InstructionStream.ENCODER && requests != null) {
      requests.take(data);
    } else if (responses != null) {
      responses.take(data);
    }
  }

  /** Handles a request stream that ended by a reset of either side. */
  void abandoned(long streamId) {
    if (requests != null) {
      requests.abandoned(streamId);
    }
  }

  /** Releases the tables, because the connection is closed. */
  void closed() {
    if (requests != null) {
      requests.closed();
    }
    if (responses != null) {
      responses.closed();
    }
  }
}
