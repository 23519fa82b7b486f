package io.lychgate.gateway.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.store.User;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalTest {

  @ParameterizedTest(name = "{0} covers {1}: {2}")
  @CsvSource({
    "a.example, a.example, true",
    "a.example, A.Example, true",
    "a.example, b.a.example, false",
    "a.example, xa.example, false",
    "*.a.example, b.a.example, true",
    "*.a.example, c.b.a.example, true",
    "*.a.example, *.b.a.example, true",
    "*.a.example, *.a.example, true",
    "*.a.example, a.example, false",
    "*.a.example, xa.example, false",
    "*.a.example, *.example, false",
    "a.example, *.a.example, false",
    "*.a.example, *, false",
    "*, *, true",
    "*, a.example, true",
    "a.example, '', false",
    "*.a.example, '', false"
  })
  void siteCoversEachHostOfAPattern(String site, String host, boolean covers) {
    assertThat(Principal.covers(site, host)).isEqualTo(covers);
  }

  @Test
  void rolesForDifferentSitesDoNotMix() {
    Principal ann = Principal.of(new User(
        "ann",
        List.of(
            new Grant(Role.VIEWER, List.of("a.example", "b.example")),
            new Grant(Role.PUBLISHER, List.of("c.example"))),
        "",
        false));

    assertThat(ann.covers(Role.VIEWER, List.of("a.example", "c.example"))).isTrue();
    assertThat(ann.covers(Role.PUBLISHER, List.of("c.example"))).isTrue();
    assertThat(ann.covers(Role.PUBLISHER, List.of("a.example"))).isFalse();
    assertThat(ann.hasForAllSites(Role.VIEWER)).isFalse();
    assertThat(ann.isAdmin()).isFalse();
    assertThat(ann.includes(new Grant(Role.EDITOR, List.of("c.example")))).isTrue();
    assertThat(ann.includes(new Grant(Role.EDITOR, List.of("a.example", "c.example"))))
        .isFalse();
  }

  @Test
  void nameOfAnOperationIsThatOfTheContract() {
    assertThat(Permission.MERGE_INTO_DRAFT.operationId()).isEqualTo("mergeIntoDraft");
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.77, 192.0.2.0/24",
    "2001:db8:1:2:3::4, 2001:db8:1:0:0:0:0:0/48",
    "::ffff:192.0.2.77, 192.0.2.0/24"
  })
  void keepsTheNetworkOfAClientOnly(String address, String network) throws Exception {
    assertThat(ClientNetwork.of(InetAddress.getByName(address))).isEqualTo(network);
  }

  @Test
  void operatorWithAKnownBrowserGetsInWhileManyAddressesGuess() throws Exception {
    TestClock clock = new TestClock();
    LoginThrottle throttle = new LoginThrottle(clock);
    InetAddress home = InetAddress.getByName("198.51.100.1");
    int tried = 0;
    for (int i = 0; i < 2000; i++) {
      InetAddress address = InetAddress.getByAddress(new byte[] {10, 0, (byte) (i >> 8), (byte) i});
      tried += throttle.attempt(address, "admin").isZero() ? 1 : 0;
      clock.advance(Duration.ofMillis(100));
    }

    assertThat(tried).as("guesses in 200 s").isLessThan(25);
    assertThat(throttle.attempt(home, "admin")).as("an unknown browser waits").isPositive();
    assertThat(throttle.attempt(home, "admin", "known")).isZero();
    throttle.succeeded(home, "admin", "known");
    assertThat(throttle.attempt(home, "other")).isZero();
  }
}
