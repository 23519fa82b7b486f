package io.lychgate.gateway.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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
    disk("lychgate.cache.disk.bytes", DiskStore::bytes, store, registry);
    disk("lychgate.cache.disk.max.bytes", DiskStore::maxBytes, store, registry);
    disk("lychgate.cache.disk.urls", DiskStore::urls, store, registry);
    diskCounter("lychgate.cache.disk.reads", DiskStore::reads, store, registry);
    diskCounter("lychgate.cache.disk.writes", DiskStore::written, store, registry);
    diskCounter("lychgate.cache.disk.skipped", DiskStore::skipped, store, registry);
    diskCounter("lychgate.cache.disk.failures", DiskStore::failures, store, registry);
  }

  private static void disk(
      String name, ToLongFunction<DiskStore> value, ResponseStore store, MeterRegistry registry) {
    gauge(name, all -> all.ofDisk(value), store, registry);
  }

  private static void diskCounter(
      String name, ToLongFunction<DiskStore> value, ResponseStore store, MeterRegistry registry) {
    FunctionCounter.builder(name, store, all -> all.ofDisk(value)).register(registry);
  }

  private static void gauge(
      String name,
      ToDoubleFunction<ResponseStore> value,
      ResponseStore store,
      MeterRegistry registry) {
    Gauge.builder(name, store, value).register(registry);
  }
}
