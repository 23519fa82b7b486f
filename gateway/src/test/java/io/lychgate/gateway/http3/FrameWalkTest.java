package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Http3Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWalkTest {
  private static final byte[] CONTROL = Http3Bytes.join(
      Http3Bytes.settings(0x6, 1 << 20, 0x33, 1),
      Http3Bytes.frame(0x21 + 0x1fL * 9, new byte[70]),
      Http3Bytes.frame(0x7, Http3Bytes.integer(1L << 40)));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void followsFramesSplitAnywhere(int pieceBytes) {
    FrameWalk walk = new FrameWalk(true);

    assertThat(follow(walk, CONTROL, pieceBytes)).isNull();
    assertThat(walk.isBetweenFrames()).isTrue();
  }

  @Test
  void isBetweenFramesOnlyAfterACompleteFrame() {
    byte[] frames = Http3Bytes.join(Http3Bytes.data("hello"), Http3Bytes.data(""));
    for (int length = 0; length <= frames.length; length++) {
      FrameWalk walk = new FrameWalk(false);

      assertThat(follow(walk, Arrays.copyOf(frames, length), 3)).isNull();

      assertThat(walk.isBetweenFrames())
          .as("after %d bytes", length)
          .isEqualTo(length == 0 || length == 7 || length == 9);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000})
  void detectsWrongLengthsSplitAnywhere(int pieceBytes) {
    byte[] lie = Http3Bytes.join(Http3Bytes.settings(), Http3Bytes.frame(0x7, new byte[2]));

    assertThat(follow(new FrameWalk(true), lie, pieceBytes))
        .isEqualTo(Http3ErrorCode.H3_FRAME_ERROR);
  }

  @Test
  void leavesTheBytesToTheNextHandler() {
    ByteBuf bytes = Unpooled.wrappedBuffer(CONTROL);

    assertThat(new FrameWalk(true).follow(bytes)).isNull();

    assertThat(bytes.readableBytes()).isEqualTo(CONTROL.length);
  }

  /** Returns the first error; a stream reports no more than one. */
  static @Nullable Http3ErrorCode follow(FrameWalk walk, byte[] bytes, int pieceBytes) {
    Http3ErrorCode error = null;
    for (int from = 0; from < bytes.length && error == null; from += pieceBytes) {
      int length = Math.min(pieceBytes, bytes.length - from);
      error = walk.follow(Unpooled.wrappedBuffer(bytes, from, length));
    }
    return error;
  }
}
