package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Metrics of file descriptors: the data path's limit and use, and the effects of a shortage. */
public final class DescriptorMeters {
  private final DescriptorBudget budget;
  private final MeterRegistry registry;

  private DescriptorMeters(DescriptorBudget budget, MeterRegistry registry) {
    this.budget = budget;
    this.registry = registry;
  }

  /** Registers all metrics. */
  public static void bind(DescriptorBudget budget, MeterRegistry registry) {
    DescriptorMeters meters = new DescriptorMeters(budget, registry);
    meters.gauge("lychgate.descriptors.open", DescriptorBudget::open);
    meters.gauge("lychgate.descriptors.max", DescriptorBudget::max);
    meters.gauge("lychgate.descriptors.capacity", DescriptorBudget::capacity);
    meters.gauge("lychgate.descriptors.held", b -> b.held(true) + b.held(false));
    meters.gauge("lychgate.descriptors.short", b -> b.isShort() ? 1 : 0);
    meters.counter("lychgate.descriptors.shortages", DescriptorBudget::shortages);
    meters.counter("lychgate.descriptors.idle.closed", DescriptorBudget::closedIdle);
    meters.counter("lychgate.descriptors.accept.pauses", DescriptorBudget::pauses);
    for (Use use : Use.values()) {
      FunctionCounter.builder("lychgate.descriptors.refused", budget, b -> (double) b.refusals(use))
          .tag("use", use.tag())
          .register(registry);
    }
  }

  private void gauge(String name, ToDoubleFunction<DescriptorBudget> value) {
    Gauge.builder(name, budget, value).register(registry);
  }

  private void counter(String name, ToDoubleFunction<DescriptorBudget> value) {
    FunctionCounter.builder(name, budget, value).register(registry);
  }
}
