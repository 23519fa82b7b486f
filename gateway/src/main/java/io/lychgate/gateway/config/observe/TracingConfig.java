package io.lychgate.gateway.config.observe;

import io.lychgate.gateway.config.check.Require;
import org.jspecify.annotations.Nullable;

/**
 * Where the spans of traced requests go.
 *
 * @param collector null if the gateway passes trace contexts on but records no spans
 * @param service name of this gateway in traces
 * @param queue spans that wait for the collector; further ones are dropped
 * @param redact values that no span shows
 */
public record TracingConfig(
    @Nullable OtlpConfig collector, String service, int queue, Redaction redact) {
  public static final String DEFAULT_SERVICE = "lychgate";

  /** Spans. About 4 MiB of heap. */
  public static final int DEFAULT_QUEUE = 2048;

  public static final int MAX_QUEUE = 100_000;

  public TracingConfig {
    Require.text("service", service);
    Require.range("queue", queue, 1, MAX_QUEUE);
  }

  public static TracingConfig defaults() {
    return new TracingConfig(null, DEFAULT_SERVICE, DEFAULT_QUEUE, Redaction.DEFAULT);
  }
}
