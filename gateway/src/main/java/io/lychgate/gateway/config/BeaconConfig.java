package io.lychgate.gateway.config;

import java.time.Duration;

/**
 * Whether pages tell the ledger what they used, and where.
 *
 * @param path where beacons are posted to on every site; the script is beside it, as {@code path.js}
 * @param window how long after a hint or push a beacon may still speak of it
 */
public record BeaconConfig(boolean enabled, String path, Duration window) {
  public BeaconConfig {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: one that begins with /)");
    }
    Require.positive("window", window);
  }

  /** Off. A minute: ten times what a slow page takes to load, and shorter than browsers keep idle connections. */
  public static BeaconConfig defaults() {
    return new BeaconConfig(false, "/.well-known/lychgate/ledger", Duration.ofMinutes(1));
  }
}
