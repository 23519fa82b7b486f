package io.lychgate.gateway.config.account;

import java.time.Duration;
import java.util.Locale;

/**
 * The ends of sessions of the admin plane.
 *
 * @param idle time without a request after which a session expires
 * @param life time from the login after which a session expires
 */
public record SessionConfig(Duration idle, Duration life, Binding bindAddress) {

  private static final Duration LEAST = Duration.ofMinutes(1);
  private static final Duration MOST = Duration.ofDays(90);

  /** The addresses from which a session may be used. */
  public enum Binding {
    /** All addresses. */
    OFF,
    /** The network of the login: /24 of IPv4, /48 of IPv6. */
    NETWORK;

    public static Binding of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public SessionConfig {
    require("idle", idle);
    require("life", life);
    if (idle.compareTo(life) > 0) {
      throw new IllegalArgumentException(
          "idle: " + idle.toSeconds() + "s (expected: at most life, " + life.toSeconds() + "s)");
    }
  }

  public static SessionConfig defaults() {
    return new SessionConfig(Duration.ofHours(8), Duration.ofDays(7), Binding.OFF);
  }

  private static void require(String name, Duration value) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          name + ": " + value.toSeconds() + "s (expected: 1m to 90d)");
    }
  }
}
