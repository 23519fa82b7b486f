package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GolombCodedSetTest {
  @Test
  void writesTwoKeysAsH2oDoes() {
    BitWriter bits = new BitWriter(0);

    GolombCodedSet.encode(new int[] {1620, 3446}, 2, 6, bits);

    assertThat(bits.bits()).isEqualTo(67);
    assertThat(Arrays.copyOf(bits.bytes(), bits.length()))
        .containsExactly(0, 0, 0, 0x54, 0, 0, 0, 0x0c, 0x20);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 6, 9, 14})
  void readsBackWhatItWrote(int remainderBits) {
    Random random = new Random(remainderBits);
    for (int round = 0; round < 300; round++) {
      int[] keys = randomKeys(random, 1 + random.nextInt(15));
      BitWriter bits = new BitWriter(0);
      GolombCodedSet.encode(keys, keys.length, remainderBits, bits);

      int[] all = new int[keys.length + 8 + bits.length() * 8];
      int count =
          GolombCodedSet.decodeAll(new BitReader(bits.bytes(), bits.length()), remainderBits, all);
      int[] counted = new int[keys.length];
      boolean whole = GolombCodedSet.decode(
          new BitReader(bits.bytes(), bits.length()), remainderBits, 15, counted, 0, keys.length);

      assertThat(bits.bits())
          .isEqualTo((int) GolombCodedSet.encodedBits(keys, keys.length, remainderBits));
      assertThat(Arrays.copyOf(all, count)).isEqualTo(keys);
      assertThat(whole).isTrue();
      assertThat(counted).isEqualTo(keys);
    }
  }

  @ParameterizedTest
  @CsvSource({"13, 50", "13, 100", "13, 200", "15, 50", "15, 100", "15, 200", "11, 100", "20, 100"})
  void theBestRemainderBitsStayWithinTwoPercentOfTheBound(int capacityBits, int count) {
    Random random = new Random(7L * capacityBits + count);
    long bits = 0;
    int rounds = 200;
    for (int round = 0; round < rounds; round++) {
      int[] keys =
          random.ints(0, 1 << capacityBits).distinct().limit(count).sorted().toArray();
      bits +=
          GolombCodedSet.encodedBits(keys, count, GolombCodedSet.bestRemainderBits(keys, count));
    }

    assertThat((double) bits / rounds).isLessThan(1.02 * bound(capacityBits, count));
  }

  @Test
  void bestRemainderBitsGiveTheShortestCode() {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      int[] keys = randomKeys(random, 1 + random.nextInt(20));
      long best = GolombCodedSet.encodedBits(
          keys, keys.length, GolombCodedSet.bestRemainderBits(keys, keys.length));
      for (int other = 0; other < 24; other++) {
        assertThat(best)
            .as("%d bits, %d keys", other, keys.length)
            .isLessThanOrEqualTo(GolombCodedSet.encodedBits(keys, keys.length, other) + 2);
      }
    }
  }

  @Test
  void dropsACodewordCutOffByTheEnd() {
    int[] keys = new int[8];

    assertThat(GolombCodedSet.decodeAll(new BitReader(new byte[] {0, 0, 0}, 3), 6, keys))
        .isZero();
    assertThat(GolombCodedSet.decodeAll(new BitReader(new byte[] {-1, -1}, 2), 6, keys))
        .isEqualTo(2);
    assertThat(keys).startsWith(63, 127);
  }

  @Test
  void refusesMoreKeysThanThereIsRoomFor() {
    byte[] ones = new byte[70];
    Arrays.fill(ones, (byte) -1);

    assertThat(GolombCodedSet.decodeAll(new BitReader(ones, 70), 6, new int[79]))
        .isEqualTo(-1);
    assertThat(GolombCodedSet.decodeAll(new BitReader(ones, 70), 6, new int[80]))
        .isEqualTo(80);
  }

  /** log2 C(2^capacityBits, count): the mean length of any code of all sets of {@code count} keys is at least this. */
  private static double bound(int capacityBits, int count) {
    double bits = 0;
    for (int i = 0; i < count; i++) {
      bits += Math.log(((1 << capacityBits) - i) / (double) (count - i)) / Math.log(2);
    }
    return bits;
  }

  private static int[] randomKeys(Random random, int capacityBits) {
    TreeSet<Integer> keys = new TreeSet<>();
    int wanted = 1 + random.nextInt(60);
    for (int i = 0; i < wanted; i++) {
      keys.add(random.nextInt(1 << Math.min(15, capacityBits)));
    }
    return keys.stream().mapToInt(Integer::intValue).toArray();
  }
}
