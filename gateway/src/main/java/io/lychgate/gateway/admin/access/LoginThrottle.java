package io.lychgate.gateway.admin.access;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Slows down password guessing: after some failures each further one doubles the wait, counted per address and per name.
 *
 * <p>The wait for a name stays short, because otherwise an attacker could lock an operator out; the wait for an address may grow
 * long. An attempt from a browser in which the user has signed in before counts for this browser alone, so that others cannot keep the user
 * out with many addresses. An attempt counts as failed from its start until it succeeds, so concurrent attempts gain nothing.
 */
public final class LoginThrottle {
  private static final Duration LONGEST_FOR_ADDRESS = Duration.ofMinutes(15);
  private static final Duration LONGEST_FOR_NAME = Duration.ofSeconds(30);

  /** Bounds memory. An attacker with more addresses is limited by the rate for each name. */
  private static final int MAX_ENTRIES = 20_000;

  private static final Duration EXPIRY = Duration.ofHours(1);

  private final InstantSource clock;
  private final FailureWaits failures = new FailureWaits(MAX_ENTRIES, EXPIRY);

  public LoginThrottle(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns zero if the attempt may proceed, and counts it as failed until it succeeds. Otherwise returns the time to wait. */
  public Duration attempt(InetAddress address, String name) {
    return attempt(address, name, null);
  }

  /** @param device id of the browser, if the user has signed in there before */
  public Duration attempt(InetAddress address, String name, @Nullable String device) {
    long now = clock.millis();
    List<String> keys = keys(address, name, device);
    long wait = keys.stream().mapToLong(key -> failures.waitOf(key, now)).max().orElse(0);
    if (wait > 0) {
      return Duration.ofMillis(wait);
    }
    keys.forEach(key ->
        failures.count(key, now, key.startsWith("n") ? LONGEST_FOR_NAME : LONGEST_FOR_ADDRESS));
    return Duration.ZERO;
  }

  public void succeeded(InetAddress address, String name) {
    succeeded(address, name, null);
  }

  public void succeeded(InetAddress address, String name, @Nullable String device) {
    failures.forget(keys(address, name, device));
  }

  private static List<String> keys(InetAddress address, String name, @Nullable String device) {
    return device == null ? List.of(addressKey(address), nameKey(name)) : List.of("d" + device);
  }

  private static String addressKey(InetAddress address) {
    return "a" + ClientNetwork.ofHousehold(address);
  }

  private static String nameKey(String name) {
    return "n" + name.toLowerCase(Locale.ROOT);
  }
}
