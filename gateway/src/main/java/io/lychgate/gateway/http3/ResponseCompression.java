package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.http3.qpack.Instructions;
import io.lychgate.gateway.http3.qpack.Malformed;
import io.lychgate.gateway.http3.qpack.ResponseFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import org.jspecify.annotations.Nullable;

/** The field sections of one connection's responses, with the client's dynamic table. Event loop only. */
final class ResponseCompression {
  /** Stream type of the encoder stream (RFC 9204 section 4.2). */
  private static final int ENCODER_STREAM = 0x2;

  /** RFC 9114 section 11.2.1. */
  private static final int HEADERS_FRAME = 0x1;

  private final Http3Edge edge;
  private final QuicChannel connection;
  private final ResponseFields fields;
  private final Instructions fromClient;
  private @Nullable InstructionStream toClient;

  ResponseCompression(Http3Edge edge, QuicChannel connection, QpackConfig config) {
    this.edge = edge;
    this.connection = connection;
    this.fields = new ResponseFields(config.capacityBytes(), config.blockedStreams());
    this.fromClient = fields.decoderInstructions();
  }

  /** Applies the client's SETTINGS. Before them, its table is not used. */
  void settings(Http3Settings settings) {
    ByteBuf capacity = connection.alloc().directBuffer();
    if (fields.begin(
        orNothing(settings.qpackMaxTableCapacity()),
        orNothing(settings.qpackBlockedStreams()),
        capacity)) {
      toClient = new InstructionStream(edge, connection, ENCODER_STREAM);
      toClient.write(capacity);
    } else {
      capacity.release();
    }
  }

  private static long orNothing(@Nullable Long setting) {
    return setting == null ? 0 : setting;
  }

  /** Handles data of the client's decoder stream. */
  void take(ByteBuf data) {
    try {
      fromClient.take(connection.alloc(), data);
    } catch (Malformed e) {
      edge.fail(Http3ErrorCode.QPACK_DECODER_STREAM_ERROR, "");
    }
  }

  /** Returns a handler for the pipeline of a request stream, before Netty's codec. */
  ChannelHandler sections() {
    return new Sections();
  }

  void closed() {
    fromClient.close();
  }

  private ByteBuf translate(long stream, ByteBuf frame) {
    InstructionStream to = toClient;
    if (to == null) {
      return frame;
    }
    ByteBuf instructions = connection.alloc().directBuffer();
    ByteBuf translated =
        fields.translate(stream, frame, connection.alloc(), instructions, to.room());
    // Instructions come first: a section that needs them may leave in the same packet.
    to.write(instructions);
    return translated;
  }

  /** Translates HEADERS frames. Netty writes each frame in its own buffer. */
  private final class Sections extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      boolean isHeaders = message instanceof ByteBuf frame
          && frame.isReadable()
          && frame.getByte(frame.readerIndex()) == HEADERS_FRAME;
      long stream = ((QuicStreamChannel) ctx.channel()).streamId();
      ctx.write(isHeaders ? translate(stream, (ByteBuf) message) : message, promise);
    }
  }
}
