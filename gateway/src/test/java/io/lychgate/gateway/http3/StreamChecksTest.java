package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamResetException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks of a client's streams before Netty's codec. */
final class StreamChecksTest {
  private final List<Http3ErrorCode> errors = new ArrayList<>();

  private EmbeddedChannel stream(ChannelHandler check) {
    return new EmbeddedChannel(check);
  }

  private EmbeddedChannel unidirectional() {
    FieldCompression compression = new FieldCompression(QpackConfig.defaults(), 8192);
    return stream(new UnidirectionalStream(compression, this::failed));
  }

  private EmbeddedChannel request() {
    return stream(new RequestFrames(this::failed));
  }

  private void failed(Http3ErrorCode code, String why) {
    errors.add(code);
  }

  /** Returns the number of bytes that pass the check. */
  private static int bytesPassed(EmbeddedChannel stream, byte[] bytes) {
    stream.writeInbound(Unpooled.wrappedBuffer(bytes));
    int passed = 0;
    for (ByteBuf next = stream.readInbound(); next != null; next = stream.readInbound()) {
      passed += next.readableBytes();
      next.release();
    }
    return passed;
  }

  private static byte[] typed(long type, byte[]... frames) {
    return Http3Bytes.join(Http3Bytes.integer(type), Http3Bytes.join(frames));
  }

  private static QuicStreamResetException reset() {
    return new QuicStreamResetException("reset", Http3ErrorCode.H3_NO_ERROR.code());
  }

  @Test
  void wellFormedControlStreamPasses() {
    byte[] control = typed(0, Http3Bytes.settings());

    assertThat(bytesPassed(unidirectional(), control)).isEqualTo(control.length);
    assertThat(errors).isEmpty();
  }

  @Test
  void malformedFrameOnTheControlStreamClosesTheConnectionOnce() {
    EmbeddedChannel stream = unidirectional();
    byte[] lie = Http3Bytes.frame(0x7, new byte[2]);

    assertThat(bytesPassed(stream, typed(0, Http3Bytes.settings(), lie))).isZero();
    assertThat(bytesPassed(stream, lie)).isZero();

    assertThat(errors).containsExactly(Http3ErrorCode.H3_FRAME_ERROR);
  }

  @Test
  void clientMayNotOpenAPushStream() {
    assertThat(bytesPassed(unidirectional(), typed(1, new byte[1]))).isZero();

    assertThat(errors).containsExactly(Http3ErrorCode.H3_STREAM_CREATION_ERROR);
  }

  @Test
  void streamOfAnUnknownTypeIsReadAndDropped() {
    EmbeddedChannel stream = unidirectional();

    assertThat(bytesPassed(stream, typed(0x1_0000_0000L, new byte[9]))).isZero();
    stream.pipeline().fireExceptionCaught(reset());

    assertThat(errors).isEmpty();
  }

  @Test
  void resetOfACriticalStreamClosesTheConnection() {
    EmbeddedChannel stream = unidirectional();
    int unused = bytesPassed(stream, typed(0, Http3Bytes.settings()));

    stream.pipeline().fireExceptionCaught(reset());

    assertThat(errors).containsExactly(Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM);
  }

  @Test
  void requestThatEndsWithinAFrameClosesTheConnection() {
    EmbeddedChannel whole = request();
    int unused = bytesPassed(whole, Http3Bytes.data("hello"));
    whole.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    assertThat(errors).isEmpty();

    EmbeddedChannel partial = request();
    int unused2 = bytesPassed(partial, new byte[] {0, 5, 'h'});
    partial.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

    assertThat(errors).containsExactly(Http3ErrorCode.H3_FRAME_ERROR);
  }
}
