package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.trace.Tracing;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Metrics of the spans. */
public final class TraceMeters {
  private TraceMeters() {}

  public static void bind(Tracing tracing, MeterRegistry registry) {
    spans("exported", tracing, Tracing::exported, registry);
    spans("dropped", tracing, Tracing::dropped, registry);
    spans("failed", tracing, Tracing::failed, registry);
  }

  private static void spans(
      String outcome, Tracing tracing, ToDoubleFunction<Tracing> count, MeterRegistry registry) {
    FunctionCounter.builder("lychgate.trace.spans", tracing, count)
        .tag("outcome", outcome)
        .register(registry);
  }
}
