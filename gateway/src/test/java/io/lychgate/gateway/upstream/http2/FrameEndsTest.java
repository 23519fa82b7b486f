package io.lychgate.gateway.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class FrameEndsTest {
  private static final int HEAD_BYTES = 9;

  private final FrameEnds ends = new FrameEnds();

  @Test
  void readThatBeginsWithAFrameHasNoRest() {
    assertThat(ends.pass(frames(0, 8, 16_384))).isZero();
    assertThat(ends.pass(frames(5))).isZero();
  }

  @Test
  void restEndsWithTheFrameThatAnEarlierReadHasBegun() {
    ByteBuf all = frames(20, 100, 7);

    assertThat(ends.pass(all.readSlice(HEAD_BYTES + 20 + HEAD_BYTES + 30))).isZero();
    assertThat(ends.pass(all)).isEqualTo(70);
  }

  @Test
  void frameMayBeCutWithinItsLength() {
    ByteBuf all = frames(300, 7);

    assertThat(ends.pass(all.readSlice(2))).isZero();
    assertThat(ends.pass(all)).isEqualTo(HEAD_BYTES - 2 + 300);
  }

  @Test
  void readWithinOneFrameIsAllRest() {
    ByteBuf all = frames(300, 7);

    assertThat(ends.pass(all.readSlice(100))).isZero();
    assertThat(ends.pass(all.readSlice(100))).isEqualTo(100);
    assertThat(ends.pass(all)).isEqualTo(HEAD_BYTES + 300 - 200);
  }

  @Test
  void readsOfAnySizeEndTheirFirstFrameWhereItEnds() {
    Random random = new Random(1);
    int[] lengths = random.ints(2000, 0, 40).toArray();
    TreeSet<Integer> boundaries = new TreeSet<>();
    int at = 0;
    for (int length : lengths) {
      boundaries.add(at);
      at += HEAD_BYTES + length;
    }
    boundaries.add(at);
    ByteBuf all = frames(lengths);

    while (all.isReadable()) {
      int start = all.readerIndex();
      ByteBuf read = all.readSlice(Math.min(all.readableBytes(), 1 + random.nextInt(120)));

      int frameEnd = Objects.requireNonNull(boundaries.ceiling(start));
      assertThat(ends.pass(read)).isEqualTo(Math.min(frameEnd - start, read.readableBytes()));
    }
  }

  private static ByteBuf frames(int... lengths) {
    ByteBuf frames = Unpooled.buffer();
    for (int length : lengths) {
      frames.writeMedium(length).writeZero(HEAD_BYTES - 3 + length);
    }
    return frames;
  }
}
