package io.lychgate.gateway.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
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
    bindTwins(store, registry);
    disk("lychgate.cache.disk.bytes", DiskStore::bytes, store, registry);
    disk("lychgate.cache.disk.max.bytes", DiskStore::maxBytes, store, registry);
    disk("lychgate.cache.disk.urls", DiskStore::urls, store, registry);
    diskCounter("lychgate.cache.disk.reads", DiskStore::reads, store, registry);
    diskCounter("lychgate.cache.disk.writes", DiskStore::written, store, registry);
    diskCounter("lychgate.cache.disk.skipped", DiskStore::skipped, store, registry);
    diskCounter("lychgate.cache.disk.failures", DiskStore::failures, store, registry);
  }

  private static void bindTwins(ResponseStore store, MeterRegistry registry) {
    for (TwinOutcome outcome : TwinOutcome.values()) {
      FunctionCounter.builder("lychgate.cache.twins", store, all -> all.twins().count(outcome))
          .tag("outcome", outcome.tag())
          .register(registry);
    }
    gauge("lychgate.cache.twins.waiting", ResponseStore::twinsWaiting, store, registry);
    twinBytes("in", ResponseStore::twinBytesIn, store, registry);
    twinBytes("out", ResponseStore::twinBytesOut, store, registry);
    FunctionCounter.builder(
            "lychgate.cache.twins.cpu.seconds",
            store,
            all -> (double) all.twins().nanos() / TimeUnit.SECONDS.toNanos(1))
        .register(registry);
  }

  private static void twinBytes(
      String direction,
      ToDoubleFunction<ResponseStore> value,
      ResponseStore store,
      MeterRegistry registry) {
    FunctionCounter.builder("lychgate.cache.twins.bytes", store, value)
        .tag("direction", direction)
        .register(registry);
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
