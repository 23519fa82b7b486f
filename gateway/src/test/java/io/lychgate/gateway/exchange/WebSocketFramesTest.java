package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketFramesTest {
  private static byte[] frame(int first, int payload, boolean isMasked) {
    ByteBuffer head = ByteBuffer.allocate(14).put((byte) first);
    int mask = isMasked ? 0x80 : 0;
    if (payload < 126) {
      head.put((byte) (mask | payload));
    } else if (payload < 1 << 16) {
      head.put((byte) (mask | 126)).putShort((short) payload);
    } else {
      head.put((byte) (mask | 127)).putLong(payload);
    }
    if (isMasked) {
      head.putInt(0x01020304);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(head.array(), 0, head.position());
    out.writeBytes(new byte[payload]);
    return out.toByteArray();
  }

  @ParameterizedTest(name = "{0} bytes, masked: {1}")
  @CsvSource({"0,false", "1,true", "125,false", "126,true", "65535,false", "65536,true"})
  void findsTheEndOfAFrameInAnyPieces(int payload, boolean isMasked) {
    byte[] bytes = frame(0x82, payload, isMasked);
    WebSocketFrames whole = new WebSocketFrames(isMasked);
    WebSocketFrames cut = new WebSocketFrames(isMasked);

    whole.follow(Unpooled.wrappedBuffer(bytes));
    for (int i = 0; i < bytes.length; i++) {
      cut.follow(Unpooled.wrappedBuffer(bytes, i, 1));
      assertThat(cut.isBetweenFrames()).isEqualTo(i == bytes.length - 1);
    }

    assertThat(whole.isBetweenFrames()).isTrue();
    assertThat(whole.hasClosed()).isFalse();
  }

  @Test
  void stopsAfterTheFrameInProgress() {
    WebSocketFrames frames = new WebSocketFrames(false);
    byte[] one = frame(0x81, 10, false);
    frames.follow(Unpooled.wrappedBuffer(one, 0, 5));
    ByteBuf rest = Unpooled.wrappedBuffer(
        Unpooled.wrappedBuffer(one, 5, 7), Unpooled.wrappedBuffer(frame(0x81, 3, false)));

    assertThat(frames.followFrame(rest)).isEqualTo(7);
    assertThat(frames.isBetweenFrames()).isTrue();
    assertThat(frames.followFrame(rest)).isZero();
  }

  @Test
  void findsACloseFrameBetweenOthers() {
    WebSocketFrames frames = new WebSocketFrames(true);
    frames.follow(Unpooled.wrappedBuffer(frame(0x01, 3, true), frame(0x88, 2, true)));

    assertThat(frames.hasClosed()).isTrue();
    assertThat(frames.isBetweenFrames()).isTrue();
  }

  /** Reserved opcodes, long or fragmented control frames, a mask from a server, and a length with its highest bit set. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"8300", "8b00", "897e0080", "0900", "818000000000", "827fffffffffffffffff"})
  void stopsAfterAnInvalidFrame(String hex) {
    WebSocketFrames frames = new WebSocketFrames(false);

    frames.follow(Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex)));
    frames.follow(Unpooled.wrappedBuffer(frame(0x88, 2, false)));

    assertThat(frames.isBetweenFrames()).isFalse();
    assertThat(frames.hasClosed()).isFalse();
  }
}
