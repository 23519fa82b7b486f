package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SpreadCodeTest {
  private static final int BUCKETS = 272;

  @Test
  void decodesWhatItEncodes() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      long[] counts = new long[BUCKETS];
      int filled = random.nextInt(BUCKETS);
      for (int i = 0; i < filled; i++) {
        counts[random.nextInt(BUCKETS)] = random.nextLong() >>> (1 + random.nextInt(63));
      }
      assertThat(decoded(SpreadCode.encode(counts))).isEqualTo(counts);
    }
  }

  @Test
  void distributionWithoutValuesHasNoBytes() {
    assertThat(SpreadCode.encode(new long[BUCKETS])).isEmpty();
    assertThat(decoded(new byte[0])).containsOnly(0);
  }

  @Test
  void fewBucketsTakeFewBytes() {
    long[] counts = new long[BUCKETS];
    Arrays.fill(counts, 100, 110, 60);

    assertThat(SpreadCode.encode(counts)).hasSize(1 + 2 * 10);
  }

  @Test
  void mergeAddsEachBucket() {
    long[] one = new long[BUCKETS];
    long[] other = new long[BUCKETS];
    one[3] = 5;
    other[3] = 6;
    other[271] = 1;

    long[] sum =
        decoded(SpreadCode.merge(SpreadCode.encode(one), SpreadCode.encode(other), BUCKETS));

    assertThat(sum[3]).isEqualTo(11);
    assertThat(sum[271]).isEqualTo(1);
    assertThat(Arrays.stream(sum).sum()).isEqualTo(12);
  }

  @Test
  void unknownVersionIsRefused() {
    assertThatThrownBy(() -> decoded(new byte[] {2, 0, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("distribution: version 2 (expected: 1)");
  }

  @Test
  void damagedBytesAreRefused() {
    byte[][] damaged = {
      {1, 5}, {1, 5, (byte) 0x80}, {1, (byte) 0xff, (byte) 0xff, 1, 1}, {1, (byte) 0x90, 2, 1}
    };
    for (byte[] code : damaged) {
      assertThatThrownBy(() -> decoded(code))
          .as(Arrays.toString(code))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("distribution: damaged (");
    }
  }

  @Test
  void negativeCountIsRefused() {
    assertThatThrownBy(() -> SpreadCode.encode(new long[] {-1}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long[] decoded(byte[] code) {
    long[] counts = new long[BUCKETS];
    SpreadCode.addTo(counts, code);
    return counts;
  }
}
