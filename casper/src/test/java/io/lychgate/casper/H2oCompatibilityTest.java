package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.H2oVectors.Vector;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys and cookies, byte by byte, compared with those of H2O 2.2.5. */
class H2oCompatibilityTest {
  static Stream<Vector> vectors() {
    return H2oVectors.all().stream();
  }

  static Stream<Vector> vectorsWithSetCookie() {
    return vectors().filter(v -> v.setCookie() != null && v.keys("decoded_keys") != null);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void keysEqualThoseOfH2o(Vector vector) {
    vector.json().get("candidate_keys").properties().forEach(entry -> {
      int key = ResourceKey.masked(ResourceKey.h2o(entry.getKey()), vector.capacityBits());

      assertThat(key).as(entry.getKey()).isEqualTo(entry.getValue().asInt());
    });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectorsWithSetCookie")
  void cookiesOfH2oAreReadAndWrittenBackUnchanged(Vector vector) {
    String setCookie = Objects.requireNonNull(vector.setCookie());
    CasperParameters parameters =
        CasperParameters.h2o(Math.max(1, vector.capacityBits()), TrackedTypes.ALL);
    CacheFingerprint fingerprint = new CacheFingerprint(parameters, 0);
    CasperCookie cookie = new CasperCookie(parameters);

    boolean found = cookie.read(setCookie.substring(0, setCookie.indexOf(';')), fingerprint);

    assertThat(found).isTrue();
    assertThat(keysOf(fingerprint)).isEqualTo(vector.keys("decoded_keys"));
    assertThat(cookie.write(fingerprint)).isEqualTo(setCookie);
  }

  @Test
  void cookiesWhoseTimingWasRacyHoldTheExpectedKeys() {
    List<Vector> expecting =
        vectors().filter(v -> v.keys("expected_keys") != null).toList();

    assertThat(expecting).isNotEmpty();
    for (Vector vector : expecting) {
      CacheFingerprint fingerprint = new CacheFingerprint(CasperParameters.h2o(), 0);
      for (String path : vector.texts("expected_paths")) {
        fingerprint.add(ResourceKey.h2o(path));
      }

      assertThat(keysOf(fingerprint)).isEqualTo(vector.keys("expected_keys"));
      assertThat(new CasperCookie(CasperParameters.h2o()).write(fingerprint))
          .isEqualTo(vector.setCookie());
    }
  }

  static int[] keysOf(CacheFingerprint fingerprint) {
    int[] keys = new int[fingerprint.size()];
    fingerprint.generation(0, keys);
    return keys;
  }
}
