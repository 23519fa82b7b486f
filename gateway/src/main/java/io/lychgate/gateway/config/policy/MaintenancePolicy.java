package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maintenance of what is behind the gateway: {@code maintenance}. Requests get 503.
 *
 * @param isOn true if it is switched on, or if its file existed when the configuration was read
 * @param switchFile null for none
 * @param retryAfter the time after which clients should come back
 * @param page the page that clients get; empty for that of {@code errorPages}, or the gateway's own
 * @param clients ranges of addresses that are served as usual
 * @param header a field by which requests are served as usual; null for none
 * @param cookie a cookie by which requests are served as usual; null for none
 */
public record MaintenancePolicy(
    boolean isOn,
    @Nullable Path switchFile,
    Duration retryAfter,
    PageBodies page,
    List<AddressRange> clients,
    @Nullable Pass header,
    @Nullable Pass cookie)
    implements Policy {
  public static final String KEY = "maintenance";

  /** Default. Long enough that clients do not come back all at once, and short enough for a restart. */
  public static final Duration RETRY_AFTER = Duration.ofMinutes(5);

  /** Address ranges, which are compared one after the other. */
  public static final int MAX_RANGES = 256;

  /**
   * The name of a field or cookie, and the value by which it lets a request pass.
   *
   * @param secret never printed
   */
  public record Pass(String name, String secret) {
    @Override
    public String toString() {
      return name + "=***";
    }
  }

  public MaintenancePolicy {
    clients = List.copyOf(clients);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return isOn ? "on: 503 for all but those allowed" : "off";
  }

  @Override
  public List<Path> files() {
    List<Path> files = new ArrayList<>(page.files());
    if (switchFile != null) {
      files.add(switchFile);
    }
    return files;
  }
}
