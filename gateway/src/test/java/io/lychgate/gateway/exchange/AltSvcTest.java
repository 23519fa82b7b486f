package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.AltSvcConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Alt-Svc field values per client place. */
final class AltSvcTest {
  private static final int BOUND = 8443;

  private final AltSvc altSvc = new AltSvc();

  private static AltSvcConfig percent(int percent) {
    return new AltSvcConfig(Duration.ofHours(1), false, percent, false, null, 0);
  }

  private @Nullable String fieldFor(int place) {
    var value = altSvc.valueFor(place);
    return value == null ? null : value.toString();
  }

  private static int placeOf(String address) throws UnknownHostException {
    return AltSvc.placeOf(new InetSocketAddress(InetAddress.getByName(address), 1));
  }

  @Test
  void advertisesTheBoundPortByDefault() {
    altSvc.adopt(percent(100), BOUND);
    assertThat(fieldFor(99)).isEqualTo("h3=\":8443\"; ma=3600");

    altSvc.adopt(
        new AltSvcConfig(Duration.ofSeconds(60), true, 100, false, "h3.example.com", 443), BOUND);
    assertThat(fieldFor(0)).isEqualTo("h3=\"h3.example.com:443\"; ma=60; persist=1");
  }

  @Test
  void advertisesNothingWithoutHttp3AndClearsIfConfigured() {
    altSvc.adopt(percent(100), 0);
    assertThat(fieldFor(0)).isNull();

    altSvc.adopt(new AltSvcConfig(Duration.ofHours(1), false, 100, true, null, 0), 0);
    assertThat(fieldFor(0)).isEqualTo("clear");
    assertThat(fieldFor(99)).isEqualTo("clear");
  }

  @Test
  void rollOutAdvertisesToTheFirstPlacesAndClearsForOthers() {
    altSvc.adopt(percent(25), BOUND);

    assertThat(fieldFor(24)).startsWith("h3=");
    assertThat(fieldFor(25)).isEqualTo("clear");
    altSvc.adopt(percent(0), BOUND);
    assertThat(fieldFor(0)).isEqualTo("clear");
  }

  @Test
  void oneNetworkHasOnePlace() throws UnknownHostException {
    assertThat(placeOf("192.0.2.1")).isEqualTo(placeOf("192.0.2.254"));
    assertThat(placeOf("2001:db8:1:2ff::1")).isEqualTo(placeOf("2001:db8:1:200:a:b:c:d"));
    assertThat(AltSvc.placeOf(null)).isZero();
  }

  /** Operators rely on places: they are the same in every node and after an update. */
  @Test
  void placesAreStableAcrossVersions() throws UnknownHostException {
    assertThat(placeOf("192.0.2.1")).isEqualTo(29);
    assertThat(placeOf("2001:db8::1")).isEqualTo(51);
  }

  @Test
  void networksAreSpreadEvenly() throws UnknownHostException {
    int inFirstTenth = 0;
    int networks = 20_000;
    for (int i = 0; i < networks; i++) {
      inFirstTenth += placeOf("10." + (i >> 8 & 255) + "." + (i & 255) + ".1") < 10 ? 1 : 0;
    }

    assertThat(inFirstTenth).isBetween(networks * 9 / 100, networks * 11 / 100);
  }
}
