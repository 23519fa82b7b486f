package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;

class AuthorityPeaksTest {
  private final AuthorityPeaks peaks = new AuthorityPeaks();

  @Test
  void isThePeakOfExchangesInFlight() {
    int a = peaks.started("www.example.com");
    peaks.started("www.example.com");
    peaks.ended(a);
    peaks.started("www.example.com");

    assertThat(peaks.sum()).isEqualTo(2);
  }

  @Test
  void isAtMostTheConnectionsOfABrowserToOneAuthority() {
    for (int i = 0; i < 100; i++) {
      peaks.started("www.example.com");
    }

    assertThat(peaks.sum()).isEqualTo(6);
  }

  @Test
  void sumsAuthorities() {
    for (int i = 0; i < 3; i++) {
      peaks.started("www.example.com");
      peaks.started("static.example.com");
      peaks.started("img.example.com");
    }

    assertThat(peaks.sum()).isEqualTo(9);
  }

  @Test
  void comparesAuthoritiesWithoutCaseAndWithoutTheirType() {
    assertThat(peaks.started("www.example.com")).isEqualTo(0);
    assertThat(peaks.started(new AsciiString("WWW.example.com"))).isEqualTo(0);
  }

  @Test
  void countsEachAuthoritySeparately() {
    int a = peaks.started("a");
    int b = peaks.started("b");
    peaks.ended(b);
    peaks.started("b");
    peaks.ended(a);

    assertThat(peaks.sum()).isEqualTo(2);
  }

  @Test
  void isBoundedWhenAClientInventsAuthorities() {
    for (int i = 0; i < 10_000; i++) {
      peaks.ended(peaks.started("host" + i));
    }

    assertThat(peaks.sum()).isEqualTo(17);
  }
}
