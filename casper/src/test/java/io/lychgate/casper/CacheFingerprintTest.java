package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CacheFingerprintTest {
  private static final CasperParameters NATIVE = CasperParameters.defaults();

  @Test
  void agreesWithANaiveModel() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);
      Map<Integer, Integer> ages = new HashMap<>();
      for (int step = 0; step < 120; step++) {
        if (random.nextInt(20) == 0) {
          fingerprint.startGeneration();
          ages.replaceAll((key, age) -> age + 1);
          ages.values().removeIf(age -> age >= CasperParameters.GENERATIONS);
        } else if (random.nextInt(10) == 0) {
          int[] others = random.ints(5, 0, 300).distinct().sorted().toArray();
          int age = random.nextInt(CasperParameters.GENERATIONS);
          fingerprint.merge(others, 0, others.length, age);
          for (int key : others) {
            ages.merge(key, age, Math::min);
          }
        } else {
          int key = random.nextInt(300);
          fingerprint.add(key);
          ages.put(key, 0);
        }
        assertSame(fingerprint, ages);
      }
    }
  }

  @Test
  void refutedKeyStaysAbsentUntilItIsAddedAgain() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);
    for (int key = 1; key <= 2 * CasperLimits.REFUTED_KEYS; key++) {
      fingerprint.add(key);
      fingerprint.refute(key);
    }
    assertThat(fingerprint.isEmpty()).isTrue();

    int last = 2 * CasperLimits.REFUTED_KEYS;
    fingerprint.merge(new int[] {1, last - 1, last}, 0, 3, 0);
    assertThat(fingerprint.contains(1)).as("refuted too long ago").isTrue();
    assertThat(fingerprint.contains(last)).isFalse();

    fingerprint.add(last);
    fingerprint.merge(new int[] {last - 1, last}, 0, 2, 0);
    assertThat(fingerprint.contains(last)).isTrue();
    assertThat(fingerprint.contains(last - 1)).isFalse();
  }

  @Test
  void newerEpochAgesKeysAndOlderEpochDoesNot() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 65535);
    fingerprint.add(1);

    fingerprint.enterEpoch(0);
    assertThat(fingerprint.oldestAge()).isEqualTo(1);
    fingerprint.enterEpoch(65535);
    fingerprint.enterEpoch(0);
    assertThat(fingerprint.oldestAge()).isEqualTo(1);
  }

  @Test
  void keyThatIsNotAddedAgainExpiresAfterFourEpochs() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 1);
    fingerprint.add(1);
    fingerprint.add(2);
    for (int epoch = 2; epoch <= 5; epoch++) {
      fingerprint.enterEpoch(epoch);
      fingerprint.add(2);
    }

    assertThat(fingerprint.contains(1)).isFalse();
    assertThat(fingerprint.contains(2)).isTrue();
  }

  @Test
  void theNewestGenerationIsClosedWhenItIsFull() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 1);
    for (int key = 0; key < 10_000; key++) {
      fingerprint.add(key);
    }

    assertThat(fingerprint.size())
        .isLessThanOrEqualTo(CasperParameters.GENERATIONS * NATIVE.keysPerGeneration());
    assertThat(fingerprint.contains(9_999)).isTrue();
    assertThat(fingerprint.contains(0)).isFalse();
  }

  @Test
  void untrackedTypesAreNeitherStoredNorFound() {
    CacheFingerprint fingerprint = new CacheFingerprint(CasperParameters.h2o(), 0);
    PushCandidate image = PushCandidate.of("/i.png", Destination.IMAGE, Delivery.AUTO, 1, "");
    fingerprint.add(image, CandidateFacts.UNKNOWN);
    assertThat(fingerprint.isEmpty()).isTrue();

    fingerprint.add(image.h2oKey());
    assertThat(fingerprint.contains(image, CandidateFacts.UNKNOWN)).isFalse();
  }

  @Test
  void parametersOutOfRangeAreRefusedWithTheirName() {
    assertThatThrownBy(() -> CasperParameters.h2o(16, TrackedTypes.ALL))
        .hasMessage("capacityBits: 16 (expected: 1-15)");
    assertThatThrownBy(() -> new CasperParameters(CasperMode.NATIVE, 15, TrackedTypes.ALL, 10, 1))
        .hasMessage("maxCookieBytes: 10 (expected: 64-4096)");
    assertThatThrownBy(() -> new CasperParameters(CasperMode.NATIVE, 15, TrackedTypes.ALL, 100, 0))
        .hasMessage("maxAgeSeconds: 0 (expected: >= 1)");
  }

  private static void assertSame(CacheFingerprint fingerprint, Map<Integer, Integer> ages) {
    assertThat(fingerprint.size()).isEqualTo(ages.size());
    for (int age = 0; age < CasperParameters.GENERATIONS; age++) {
      int wanted = age;
      int[] expected = ages.entrySet().stream()
          .filter(entry -> entry.getValue() == wanted)
          .mapToInt(Map.Entry::getKey)
          .sorted()
          .toArray();
      int[] keys = new int[fingerprint.size()];
      int count = fingerprint.generation(age, keys);
      assertThat(Arrays.copyOf(keys, count)).isEqualTo(expected);
    }
  }
}
