package io.lychgate.gateway.timing;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of the timings of real visitors. */
public final class TimingMeters {
  private TimingMeters() {}

  /** Registers all metrics. */
  public static void bind(PageTimings timings, MeterRegistry registry) {
    TimingCounts counts = timings.counts();
    for (PageOutcome outcome : PageOutcome.values()) {
      FunctionCounter.builder("lychgate.timings.pages", counts, all -> all.get(outcome))
          .tag("outcome", outcome.token())
          .register(registry);
    }
    for (ReportOutcome outcome : ReportOutcome.values()) {
      FunctionCounter.builder("lychgate.timings.reports", counts, all -> all.get(outcome))
          .tag("outcome", outcome.token())
          .register(registry);
    }
    for (ResourceOutcome outcome : ResourceOutcome.values()) {
      FunctionCounter.builder("lychgate.timings.resources", counts, all -> all.get(outcome))
          .tag("outcome", outcome.token())
          .register(registry);
    }
    Gauge.builder("lychgate.timings.waiting", timings, PageTimings::waiting).register(registry);
  }
}
