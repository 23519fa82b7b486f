package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.testkit.Http3Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The script and the beacons over HTTP/3, before a route that would match everything. */
final class BeaconHttp3IT extends Http3Story {
  @Override
  GatewayConfig config() {
    GatewayConfig plain = super.config();
    LedgerConfig ledger = new LedgerConfig(
        true,
        0.04,
        200,
        Duration.ofSeconds(10),
        100,
        new BeaconConfig(true, "/told", Duration.ofMinutes(1)));
    return GatewayConfigs.with(plain, ledger, plain.accessLog());
  }

  @Test
  void servesTheScriptAndAcceptsABeacon() throws Exception {
    assertThat(client.get("/told.js").await().text()).contains("sendBeacon('/told'");

    Http3Request beacon = client.open();
    beacon.headers(
        Http3Request.head("POST", "/told")
            .set("content-type", "application/json")
            .set("sec-fetch-site", "same-origin"),
        false);
    beacon.data("{\"page\":\"/\"}".getBytes(StandardCharsets.UTF_8), true);

    assertThat(beacon.await().status()).isEqualTo(204);
    assertThat(origin.requests()).isEmpty();
  }
}
