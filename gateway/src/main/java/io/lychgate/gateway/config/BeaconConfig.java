package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;

/**
 * Settings of beacons, by which pages report to the ledger which resources they used.
 *
 * @param path path of every site that beacons are posted to; the script is at the same path with {@code .js} appended
 * @param window time after a hint or push during which a beacon may still report on it
 */
public record BeaconConfig(boolean enabled, String path, Duration window) {
  public BeaconConfig {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: one that begins with /)");
    }
    Require.positive("window", window);
  }

  /** Returns the default: off. A minute is ten times the load time of a slow page, and less than browsers keep idle connections. */
  public static BeaconConfig defaults() {
    return new BeaconConfig(false, "/.well-known/lychgate/ledger", Duration.ofMinutes(1));
  }
}
