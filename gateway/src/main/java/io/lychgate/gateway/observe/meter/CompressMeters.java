package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.CompressCoding;
import io.lychgate.gateway.observe.count.CompressCoding.Work;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;

/** The metrics of the policy {@code compress}. */
final class CompressMeters {
  private final Observatory observatory;
  private final MeterRegistry registry;

  CompressMeters(Observatory observatory, MeterRegistry registry) {
    this.observatory = observatory;
    this.registry = registry;
  }

  void bind() {
    observatory.compressing().watch(this::bindRoute);
    for (CompressCoding coding : CompressCoding.values()) {
      Tags tags = Tags.of("coding", coding.tag());
      work("lychgate.compress.bytes", tags.and("direction", "in"), Work.BYTES_IN, coding, 1);
      work("lychgate.compress.bytes", tags.and("direction", "out"), Work.BYTES_OUT, coding, 1);
      work("lychgate.compress.cpu.seconds", tags, Work.NANOS, coding, (double)
          TimeUnit.SECONDS.toNanos(1));
      Gauge.builder(
              "lychgate.compress.open",
              observatory,
              o -> Math.max(0, sum(o, Work.BEGUN, coding) - sum(o, Work.ENDED, coding)))
          .tags(tags)
          .register(registry);
    }
  }

  private void bindRoute(String route, int number) {
    for (CompressOutcome outcome : CompressOutcome.values()) {
      FunctionCounter.builder(
              "lychgate.compress.responses",
              observatory,
              o -> o.sum(loop -> loop.get(outcome, number)))
          .tags("route", route, "outcome", outcome.tag())
          .register(registry);
    }
  }

  private void work(String name, Tags tags, Work what, CompressCoding coding, double unit) {
    FunctionCounter.builder(name, observatory, o -> sum(o, what, coding) / unit)
        .tags(tags)
        .register(registry);
  }

  private static long sum(Observatory o, Work what, CompressCoding coding) {
    return o.sum(loop -> loop.get(what, coding));
  }
}
