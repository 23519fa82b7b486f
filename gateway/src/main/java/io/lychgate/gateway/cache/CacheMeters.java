package io.lychgate.gateway.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** The metrics of the memory of the response cache. Those of its requests are counted by route. */
public final class CacheMeters {
  private CacheMeters() {}

  /** Registers all metrics. */
  public static void bind(ResponseStore store, MeterRegistry registry) {
    gauge("lychgate.cache.bytes", ResponseStore::bytes, store, registry);
    gauge("lychgate.cache.filling.bytes", ResponseStore::fillingBytes, store, registry);
    gauge("lychgate.cache.max.bytes", ResponseStore::memory, store, registry);
    gauge("lychgate.cache.urls", ResponseStore::urls, store, registry);
    FunctionCounter.builder("lychgate.cache.evictions", store, ResponseStore::evictions)
        .register(registry);
  }

  private static void gauge(
      String name,
      ToDoubleFunction<ResponseStore> value,
      ResponseStore store,
      MeterRegistry registry) {
    Gauge.builder(name, store, value).register(registry);
  }
}
