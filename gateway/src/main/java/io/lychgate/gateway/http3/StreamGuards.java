package io.lychgate.gateway.http3;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.quic.LateStream;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;

/** Adds the gateway's handlers before and after Netty's to each stream that a client opens. */
final class StreamGuards {
  private static final String BEHIND = "behindHttp3";

  private final FieldCompression compression;
  private final ConnectionErrors errors;

  private StreamGuards(FieldCompression compression, ConnectionErrors errors) {
    this.compression = compression;
    this.errors = errors;
  }

  /** Adds Netty's connection handler to the pipeline, between the gateway's handlers. */
  static void addAround(
      Http3ServerConnectionHandler http3,
      ChannelPipeline connection,
      FieldCompression compression,
      ConnectionErrors errors) {
    StreamGuards guards = new StreamGuards(compression, errors);
    connection.addLast(guards.new Before());
    connection.addLast(BEHIND, guards.new Behind());
    // Opens the control stream at once, and reports to the handler behind it that it cannot.
    connection.addBefore(BEHIND, null, http3);
  }

  private final class Before extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof QuicStreamChannel stream) {
        if (!ctx.channel().isOpen()) {
          // A closed connection closes no further streams, so this one must not be registered.
          LateStream.drop(stream);
          return;
        }
        if (stream.type() == QuicStreamType.BIDIRECTIONAL) {
          stream.pipeline().addLast(new RequestFrames(errors));
          compression.addTo(stream);
        } else {
          stream.pipeline().addLast(new UnidirectionalStream(compression, errors));
        }
      }
      ctx.fireChannelRead(message);
    }
  }

  private final class Behind extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof QuicStreamChannel stream) {
        UnidirectionalStream guard = stream.pipeline().get(UnidirectionalStream.class);
        if (guard != null) {
          stream.pipeline().addLast(guard.failures());
        }
      }
      ctx.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      if (cause instanceof Http3Exception && cause.getCause() instanceof QuicException) {
        // RFC 9114 6.2: transport parameters of a client must permit the critical streams of its
        // peer.
        errors.fail(Http3ErrorCode.H3_GENERAL_PROTOCOL_ERROR, "no control stream permitted");
      } else {
        ctx.fireExceptionCaught(cause);
      }
    }
  }
}
