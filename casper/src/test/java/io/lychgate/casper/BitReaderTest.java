package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitReaderTest {
  @Test
  void readsBackARandomMixOfNumbersAndRuns() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      BitWriter writer = new BitWriter(0);
      List<int[]> written = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int width = random.nextInt(31);
        int value = width == 0 ? random.nextInt(40) : random.nextInt(1 << Math.min(30, width));
        written.add(new int[] {width, value});
        if (width == 0) {
          writer.writeUnary(value);
        } else {
          writer.writeBits(value, width);
        }
      }

      BitReader reader = new BitReader(writer.bytes(), writer.length());
      for (int[] item : written) {
        assertThat(item[0] == 0 ? reader.readUnary() : reader.readBits(item[0])).isEqualTo(item[1]);
      }
      assertThat(reader.remaining()).isLessThan(8);
    }
  }

  @Test
  void readingPastTheEndReturnsAValue() {
    BitReader reader = new BitReader(new byte[] {0x10}, 1);

    assertThat(reader.readBits(9)).isEqualTo(-1);
    assertThat(reader.readUnary()).isEqualTo(3);
    assertThat(reader.readUnary()).isEqualTo(-1);
    assertThat(reader.readBits(1)).isEqualTo(-1);
    assertThat(reader.readBits(0)).isZero();
  }
}
