package io.lychgate.gateway.config.observe;

import io.lychgate.gateway.config.check.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A collector that takes OTLP.
 *
 * @param endpoint http or https, without query; for {@code http}, {@code /v1/traces} or {@code /v1/logs} is added to its path
 * @param headers fields of each request by name
 * @param timeout time for one request
 * @param ca certificates of authorities in PEM that the collector's certificate must be from; null for those of the JDK
 */
public record OtlpConfig(
    URI endpoint,
    Protocol protocol,
    Map<String, Secret> headers,
    Duration timeout,
    @Nullable Path ca) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  public static final Duration MAX_TIMEOUT = Duration.ofSeconds(60);

  /** The protocol below OTLP. */
  public enum Protocol {
    HTTP,
    GRPC
  }

  public OtlpConfig {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    if (timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "timeout: " + timeout + " (expected: at most " + MAX_TIMEOUT.toSeconds() + "s)");
    }
  }

  /**
   * Returns the URL for one kind of signal.
   *
   * @param signal {@code traces} or {@code logs}
   */
  public String url(String signal) {
    String base = endpoint.toString();
    if (protocol == Protocol.GRPC) {
      return base;
    }
    String suffix = "v1/" + signal;
    if (base.endsWith("/" + suffix)) {
      return base;
    }
    return base + (base.endsWith("/") ? "" : "/") + suffix;
  }
}
