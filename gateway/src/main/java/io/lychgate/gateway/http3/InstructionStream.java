package io.lychgate.gateway.http3;

import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A QPACK stream that the gateway opens (RFC 9204 section 4.2): its type, and instructions. The client opens the same two types. */
final class InstructionStream {
  /** Type of an encoder stream. */
  static final int ENCODER = 0x2;

  /** Type of a decoder stream. */
  static final int DECODER = 0x3;

  /** Maximum number of writes that wait for room. Beyond it, the client causes instructions but does not read them. */
  private static final int MAX_WAITING = 256;

  /** Instructions precede the streams that wait for them. */
  private static final Urgency FIRST = Urgency.of(0, false);

  private final ConnectionErrors errors;

  /** Data to send when the stream opens, with its type first. */
  private final ByteBuf early;

  private @Nullable QuicStreamChannel stream;
  private int waiting;

  InstructionStream(ConnectionErrors errors, QuicChannel connection, int type) {
    this.errors = errors;
    this.early = connection.alloc().directBuffer().writeByte(type);
    var unused =
        connection.createStream(QuicStreamType.UNIDIRECTIONAL, null).addListener(this::opened);
  }

  private void opened(Future<? super QuicStreamChannel> opening) {
    if (opening.isSuccess() && opening.getNow() instanceof QuicStreamChannel opened) {
      stream = opened;
      StreamPriorities.apply(opened, FIRST);
      write(early);
    } else {
      // RFC 9114 6.2: a client must allow at least three such streams.
      early.release();
      errors.fail(Http3ErrorCode.H3_STREAM_CREATION_ERROR, "no stream for QPACK");
    }
  }

  /** Returns the number of bytes that would leave at once (RFC 9204 section 2.1.3). */
  long room() {
    return stream == null || waiting > 0 ? 0 : stream.bytesBeforeUnwritable();
  }

  /** Sends instructions, and releases the buffer. */
  void write(ByteBuf instructions) {
    QuicStreamChannel to = stream;
    if (to != null && waiting < MAX_WAITING && instructions.isReadable()) {
      waiting++;
      to.writeAndFlush(instructions).addListener(this::written);
      return;
    }
    if (to != null && instructions.isReadable()) {
      errors.fail(Http3ErrorCode.H3_EXCESSIVE_LOAD, "QPACK instructions are not read");
    } else if (to == null && early.refCnt() > 0) {
      early.writeBytes(instructions);
    }
    instructions.release();
  }

  private void written(Future<? super Void> write) {
    waiting--;
    if (!write.isSuccess()) {
      // RFC 9204 4.2: the client must not stop this stream.
      errors.fail(Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM, "QPACK stream stopped");
    }
  }
}
