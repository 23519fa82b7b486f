package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.AltSvcConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is told what of HTTP/3. */
final class AltSvcTest {
  private static final int BOUND = 8443;

  private final AltSvc altSvc = new AltSvc();

  private static AltSvcConfig percent(int percent) {
    return new AltSvcConfig(Duration.ofHours(1), false, percent, false, null, 0);
  }

  private @Nullable String told(int place) {
    var value = altSvc.valueFor(place);
    return value == null ? null : value.toString();
  }

  private static int placeOf(String address) throws UnknownHostException {
    return AltSvc.placeOf(new InetSocketAddress(InetAddress.getByName(address), 1));
  }

  @Test
  void saysTheBoundPortUnlessToldOtherwise() {
    altSvc.adopt(percent(100), BOUND);
    assertThat(told(99)).isEqualTo("h3=\":8443\"; ma=3600");

    altSvc.adopt(
        new AltSvcConfig(Duration.ofSeconds(60), true, 100, false, "h3.example.com", 443), BOUND);
    assertThat(told(0)).isEqualTo("h3=\"h3.example.com:443\"; ma=60; persist=1");
  }

  @Test
  void saysNothingWhereThereIsNoHttp3AndClearsWhenAsked() {
    altSvc.adopt(percent(100), 0);
    assertThat(told(0)).isNull();

    altSvc.adopt(new AltSvcConfig(Duration.ofHours(1), false, 100, true, null, 0), 0);
    assertThat(told(0)).isEqualTo("clear");
    assertThat(told(99)).isEqualTo("clear");
  }

  @Test
  void aRollOutTellsTheFirstPlacesAndTakesItFromTheOthers() {
    altSvc.adopt(percent(25), BOUND);

    assertThat(told(24)).startsWith("h3=");
    assertThat(told(25)).isEqualTo("clear");
    altSvc.adopt(percent(0), BOUND);
    assertThat(told(0)).isEqualTo("clear");
  }

  @Test
  void oneNetworkHasOnePlace() throws UnknownHostException {
    assertThat(placeOf("192.0.2.1")).isEqualTo(placeOf("192.0.2.254"));
    assertThat(placeOf("2001:db8:1:2ff::1")).isEqualTo(placeOf("2001:db8:1:200:a:b:c:d"));
    assertThat(AltSvc.placeOf(null)).isZero();
  }

  /** The place is part of what an operator relies on: the same in every node, and after an update. */
  @Test
  void placesDoNotChangeFromVersionToVersion() throws UnknownHostException {
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
