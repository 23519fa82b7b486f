package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;

final class VisitorCookieTest {
  private static final Duration LIFE = Duration.ofDays(30);
  private static final long NOW = 1_800_000_000_000L;

  private final VisitorCookie cookie = new VisitorCookie(new KeyedHash(new byte[32]));

  @Test
  void readsItsOwnCookie() {
    VisitorCookie.Made made = cookie.make(NOW);

    assertThat(made.value()).matches("[A-Za-z0-9_-]{27}");
    assertThat(cookie.read(made.value(), LIFE, NOW)).isEqualTo(made.number());
    assertThat(cookie.read(made.value(), LIFE, NOW + LIFE.toMillis())).isEqualTo(made.number());
    assertThat(cookie.make(NOW).value()).isNotEqualTo(made.value());
  }

  @Test
  void expiredCookieIsAbsent() {
    String value = cookie.make(NOW).value();

    assertThat(cookie.read(value, LIFE, NOW + LIFE.plusHours(3).toMillis())).isNull();
    assertThat(cookie.read(value, LIFE, NOW - Duration.ofDays(1).toMillis()))
        .as("of the future")
        .isNull();
  }

  @Test
  void changedCookieIsAbsent() {
    byte[] bytes = Base64.getUrlDecoder().decode(cookie.make(NOW).value());
    for (int i = 0; i < bytes.length * 8; i++) {
      byte[] changed = bytes.clone();
      changed[i / 8] ^= (byte) (1 << i % 8);
      String value = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
      assertThat(cookie.read(value, LIFE, NOW)).as("bit %d", i).isNull();
    }
  }

  @Test
  void foreignTextIsAbsent() {
    for (String value : new String[] {
      "", "x", "=".repeat(27), "é".repeat(27), " ".repeat(27), "A".repeat(27), "A".repeat(4096)
    }) {
      assertThat(cookie.read(value, LIFE, NOW)).as(value).isNull();
    }
    VisitorCookie other = new VisitorCookie(new KeyedHash(new byte[] {1}));
    assertThat(cookie.read(other.make(NOW).value(), LIFE, NOW)).isNull();
  }
}
