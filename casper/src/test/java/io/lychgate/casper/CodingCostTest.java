package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the native coding with the smallest size of any coding of a set: log2 C(2^b, n) bits for n keys of b bits. The table of
 * {@code docs/background/casper.md} is made here; {@code -Dlychgate.docs.write=true} writes it.
 */
final class CodingCostTest {
  private static final int CAPACITY_BITS = CasperParameters.defaults().capacityBits();
  private static final int H2O_CAPACITY_BITS = CasperParameters.h2o().capacityBits();
  private static final int SETS = 400;
  private static final Path DOCUMENT = Path.of("../docs/background/casper.md");
  private static final String BEGIN = "<!-- sizes: made by CodingCostTest -->\n";
  private static final String END = "<!-- end of sizes -->";

  /** Bits of the header (version, epoch, coding of the set), and padding bits of the last character. */
  private static final int HEADER_BITS = 8 + 5 + 3 + 16 + 5 + 4 + 9 + 8;

  @ParameterizedTest
  @ValueSource(
      ints = {
        10, 12, 14, 16, 20, 25, 30, 40, 50, 60, 75, 100, 130, 138, 139, 150, 200, 250, 300, 400,
        500, 600
      })
  void cookieIsWithinTwoPercentOfTheInformationBoundAndItsHeader(int keys) {
    Cost cost = Cost.ofNative(keys);

    assertThat(cost.bits / bound(CAPACITY_BITS, keys)).isBetween(1.0, 1.02);
    assertThat(cost.characters * 6).isLessThan(bound(CAPACITY_BITS, keys) * 1.02 + HEADER_BITS);
  }

  /** Keys aged by a manifest epoch cost the bits that distinguish them from the new ones. */
  @ParameterizedTest
  @ValueSource(ints = {40, 100, 200, 400, 600})
  void generationsCostNoMoreThanTheBoundOfADividedSet(int keys) {
    double bits = 0;
    Random random = new Random(keys);
    for (int set = 0; set < SETS; set++) {
      CacheFingerprint fingerprint =
          new CacheFingerprint(CasperParameters.defaults(), random.nextInt(1 << 16));
      int[] all = distinct(random, CAPACITY_BITS, keys);
      for (int i = 0; i < keys; i++) {
        if (i == keys / 4) {
          fingerprint.enterEpoch(fingerprint.epoch() + 1);
        }
        fingerprint.add(all[i]);
      }
      bits += 6 * Cost.charactersOf(new CasperCookie(CasperParameters.defaults()), fingerprint);
    }
    double divided = bound(CAPACITY_BITS, keys) + ofDivision(keys, keys / 4);

    assertThat(bits / SETS).isLessThan(divided * 1.02 + HEADER_BITS + 18);
  }

  /** Returns log2 of the number of ways to choose {@code older} of {@code keys}. */
  private static double ofDivision(int keys, int older) {
    double sum = 0;
    for (int i = 0; i < older; i++) {
      sum += Math.log((double) (keys - i) / (older - i));
    }
    return sum / Math.log(2);
  }

  private static int[] distinct(Random random, int bits, int count) {
    return random.ints(0, 1 << bits).distinct().limit(count).toArray();
  }

  @Test
  void documentHoldsTheMeasuredTable() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END);
    String made = document.substring(0, begin) + table() + document.substring(end);
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(DOCUMENT, made);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(made);
  }

  private static String table() {
    StringBuilder text = new StringBuilder(
        "| assets | bound | native | native ÷ bound | cookie | cookie's bits ÷ bound | H2O's bound | H2O |"
            + " H2O ÷ its bound | H2O's cookie |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (int keys : new int[] {10, 20, 50, 100, 138, 139, 200, 300, 400, 500}) {
      Cost ours = Cost.ofNative(keys);
      Cost theirs = Cost.ofH2o(keys);
      double bound = bound(CAPACITY_BITS, keys);
      double h2oBound = bound(H2O_CAPACITY_BITS, keys);
      text.append(String.format(
          Locale.ROOT,
          "| %d | %.2f | %.2f | %.3f | %.0f | %.3f | %.2f | %.2f | %.3f | %.0f |%n",
          keys,
          bound / keys,
          ours.bits / keys,
          ours.bits / bound,
          ours.characters,
          ours.characters * 6 / bound,
          h2oBound / keys,
          theirs.bits / keys,
          theirs.bits / h2oBound,
          theirs.characters));
    }
    return text.toString();
  }

  /** Returns log2 of the number of sets with {@code keys} keys. */
  private static double bound(int capacityBits, int keys) {
    double sum = 0;
    double all = 1L << capacityBits;
    for (int i = 0; i < keys; i++) {
      sum += Math.log((all - i) / (keys - i));
    }
    return sum / Math.log(2);
  }

  /**
   * Mean sizes over many sets of random keys.
   *
   * @param bits size of the keys alone, in bits
   * @param characters length of the cookie's value
   */
  private record Cost(double bits, double characters) {
    static Cost ofNative(int keys) {
      return of(CasperParameters.defaults(), keys);
    }

    static Cost ofH2o(int keys) {
      return of(CasperParameters.h2o(), keys);
    }

    private static Cost of(CasperParameters parameters, int count) {
      Random random = new Random(count);
      long bits = 0;
      long characters = 0;
      for (int set = 0; set < SETS; set++) {
        CacheFingerprint fingerprint = new CacheFingerprint(parameters, 1);
        int[] keys = distinct(random, parameters.capacityBits(), count);
        // One at a time, as pages send them: generations close as in a gateway.
        for (int key : keys) {
          fingerprint.add(key);
        }
        Arrays.sort(keys);
        int remainder = parameters.mode() == CasperMode.H2O
            ? GolombCodedSet.H2O_REMAINDER_BITS
            : GolombCodedSet.bestRemainderBits(keys, count);
        bits += GolombCodedSet.encodedBits(keys, count, remainder);
        characters += charactersOf(new CasperCookie(parameters), fingerprint);
        assertThat(fingerprint.size()).as("nothing was evicted").isEqualTo(count);
      }
      return new Cost((double) bits / SETS, (double) characters / SETS);
    }

    static int charactersOf(CasperCookie cookie, CacheFingerprint fingerprint) {
      String field = Objects.requireNonNull(cookie.write(fingerprint));
      return field.indexOf(';') - field.indexOf('=') - 1;
    }
  }
}
