package io.lychgate.gateway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.bench.BenchDesk.Session;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BenchDeskTest {
  private static final InetAddress CLIENT = InetAddress.getLoopbackAddress();

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final BenchDesk desk = new BenchDesk(() -> now);

  private String cookie() {
    return Objects.requireNonNull(
        desk.redeem("shop.test", desk.link("shop.test").token()));
  }

  @Test
  void linkIsForOneUse() {
    String token = desk.link("shop.test").token();

    assertThat(desk.redeem("shop.test", token)).isNotNull();
    assertThat(desk.redeem("shop.test", token)).isNull();
  }

  @Test
  void linkIsForItsSiteOnly() {
    String token = desk.link("shop.test").token();

    assertThat(desk.redeem("other.test", token)).isNull();
    assertThat(desk.redeem("shop.test", token)).isNotNull();
  }

  @Test
  void linkEndsAfterFiveMinutes() {
    String token = desk.link("shop.test").token();

    now = now.plus(BenchDesk.LINK_LIFETIME);

    assertThat(desk.redeem("shop.test", token)).isNull();
  }

  @Test
  void cookieIsForItsSiteUntilItsEnd() {
    String cookie = cookie();

    assertThat(desk.session("shop.test", cookie)).isNotNull();
    assertThat(desk.session("other.test", cookie)).isNull();
    now = now.plus(BenchDesk.SESSION_LIFETIME);
    assertThat(desk.session("shop.test", cookie)).isNull();
  }

  @Test
  void linkIsNoCookieAndCookieIsNoLink() {
    assertThat(desk.session("shop.test", desk.link("shop.test").token())).isNull();
    assertThat(desk.redeem("shop.test", cookie())).isNull();
  }

  @Test
  void forgedTokensAreRefused() {
    String token = desk.link("shop.test").token();
    int dot = token.indexOf('.');

    for (String forged : List.of(
        "",
        ".",
        "a.b",
        "%%.%%",
        token.substring(0, dot),
        token.substring(0, dot + 1),
        token.substring(0, token.length() - 4),
        "A" + token,
        token + ".",
        "x".repeat(600) + token,
        new BenchDesk(() -> now).link("shop.test").token())) {
      assertThat(desk.redeem("shop.test", forged)).as(forged).isNull();
    }
  }

  @Test
  void anotherNodeOfTheFleetAcceptsTheLink() {
    BenchDesk other = new BenchDesk(() -> now);
    desk.secrets(List.of(new byte[32]));
    other.secrets(List.of(new byte[32]));

    assertThat(other.redeem("shop.test", desk.link("shop.test").token())).isNotNull();
  }

  @Test
  void usedLinksAreBoundedAndFreedWithTheirEnd() {
    for (int i = 0; i < BenchDesk.MOST_USED_LINKS; i++) {
      assertThat(desk.redeem("shop.test", desk.link("shop.test").token())).isNotNull();
    }

    assertThat(desk.redeem("shop.test", desk.link("shop.test").token())).isNull();
    now = now.plus(BenchDesk.LINK_LIFETIME);
    assertThat(desk.redeem("shop.test", desk.link("shop.test").token())).isNotNull();
  }

  @Test
  void protocolIsOfASessionAndOfItsAddressForATime() {
    Session session = Objects.requireNonNull(desk.session("shop.test", cookie()));

    assertThat(desk.choose(session, "shop.test", CLIENT, "h1", false)).isTrue();

    assertThat(desk.protocolOf(session)).isEqualTo("h1");
    assertThat(desk.protocolOf("shop.test", CLIENT)).isEqualTo("h1");
    assertThat(desk.protocolOf("other.test", CLIENT)).isNull();
    now = now.plus(BenchDesk.CHOICE_LIFETIME).plus(Duration.ofSeconds(1));
    assertThat(desk.protocolOf(session)).isNull();
    assertThat(desk.protocolOf("shop.test", CLIENT)).isNull();
  }

  @Test
  void choicesAreBounded() {
    for (int i = 0; i < BenchDesk.MOST_CHOICES; i++) {
      assertThat(desk.choose(new Session("s" + i), "shop.test", CLIENT, "h1", false))
          .isTrue();
    }

    assertThat(desk.choose(new Session("more"), "shop.test", CLIENT, "h1", false))
        .isFalse();
    assertThat(desk.choose(new Session("s1"), "shop.test", CLIENT, null, false)).isTrue();
    assertThat(desk.choose(new Session("more"), "shop.test", CLIENT, "h1", false))
        .isTrue();
  }
}
