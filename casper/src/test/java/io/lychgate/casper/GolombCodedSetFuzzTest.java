package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A set of any keys has the computed length and is read back. */
class GolombCodedSetFuzzTest {
  private static final int CAPACITY_BITS = 24;

  @FuzzTest
  void readsBackAnyKeys(byte[] input) {
    int[] keys = keys(input);
    int best = GolombCodedSet.bestRemainderBits(keys, keys.length);
    assertReadBack(keys, best);
    assertReadBack(keys, GolombCodedSet.H2O_REMAINDER_BITS);
    assertThat(GolombCodedSet.encodedBits(keys, keys.length, best))
        .isLessThanOrEqualTo(GolombCodedSet.encodedBits(keys, keys.length, best + 1));
  }

  /** Arbitrary bits decode to any number of keys, all within range. */
  @FuzzTest
  void readsAnyBits(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int remainderBits = Math.floorMod(input[0], 31);
    int[] keys = new int[64];
    int count = GolombCodedSet.decodeAll(new BitReader(input, input.length), remainderBits, keys);
    assertThat(count).isBetween(-1, keys.length);
    assertAscending(keys, count);
    int[] exact = new int[Math.max(0, count)];
    if (GolombCodedSet.decode(
        new BitReader(input, input.length), remainderBits, CAPACITY_BITS, exact, 0, exact.length)) {
      assertAscending(exact, exact.length);
      assertThat(IntStream.of(exact)).allMatch(key -> key >>> CAPACITY_BITS == 0);
    }
  }

  private static void assertAscending(int[] keys, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(keys[i]).isGreaterThan(i == 0 ? -1 : keys[i - 1]);
    }
  }

  private static void assertReadBack(int[] keys, int remainderBits) {
    BitWriter out = new BitWriter(0);
    GolombCodedSet.encode(keys, keys.length, remainderBits, out);
    long bits = GolombCodedSet.encodedBits(keys, keys.length, remainderBits);
    assertThat((long) out.length()).isEqualTo((bits + 7) / 8);

    int[] read = new int[keys.length];
    BitReader in = new BitReader(out.bytes(), out.length());
    assertThat(GolombCodedSet.decode(in, remainderBits, CAPACITY_BITS, read, 0, read.length))
        .isTrue();
    assertThat(read).isEqualTo(keys);
    assertThat(in.remaining()).isLessThan(8);
  }

  private static int[] keys(byte[] input) {
    TreeSet<Integer> keys = new TreeSet<>();
    ByteBuffer bytes = ByteBuffer.wrap(input);
    while (bytes.remaining() >= 3) {
      keys.add((bytes.getShort() & 0xffff) << 8 | (bytes.get() & 0xff));
    }
    return keys.stream().mapToInt(Integer::intValue).toArray();
  }
}
