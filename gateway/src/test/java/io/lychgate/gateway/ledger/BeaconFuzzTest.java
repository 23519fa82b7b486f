package io.lychgate.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.Limits;

/** Any body is read as a beacon within its limits, or is rejected without being quoted. */
class BeaconFuzzTest {
  @FuzzTest
  void readsAnyBeacon(byte[] body) {
    try {
      Beacon beacon = BeaconReader.read(body, body.length);
      assertThat(beacon.page())
          .startsWith("/")
          .hasSizeLessThanOrEqualTo(Limits.ASSET_URL_CHARACTERS);
      assertThat(beacon.transferred()).hasSizeLessThanOrEqualTo(Limits.BEACON_ASSETS);
      beacon.transferred().forEach((path, bytes) -> {
        assertThat(path).startsWith("/").hasSizeLessThanOrEqualTo(Limits.ASSET_URL_CHARACTERS);
        assertThat(bytes).isNotNegative();
        assertThat(beacon.isUsed(path)).isTrue();
      });
    } catch (MalformedBeaconException e) {
      assertThat(e.getMessage()).matches("(beacon|page|assets): [a-z, JSON]+");
    }
  }
}
