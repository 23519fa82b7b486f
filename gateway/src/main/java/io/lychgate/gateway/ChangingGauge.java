package io.lychgate.gateway;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;

/**
 * A gauge whose series come and go. Micrometer's {@code MultiGauge} removes all series and adds them again: the registry drops a gauge
 * with its last series, and a scrape fails that meets a series in the old gauge and in the new one. Here a series that stays is never
 * removed.
 */
final class ChangingGauge {
  private final String name;
  private final MeterRegistry registry;
  private final Map<Tags, Series> series = new HashMap<>(); // Guarded by this.

  /** One series, with the latest way to read its value. */
  private record Series(AtomicReference<DoubleSupplier> value, Gauge meter) {}

  ChangingGauge(String name, MeterRegistry registry) {
    this.name = name;
    this.registry = registry;
  }

  /** Replaces the values of all series, and removes those that are not among them. Any thread. */
  synchronized void replace(Map<Tags, DoubleSupplier> values) {
    values.forEach(
        (tags, value) -> series.computeIfAbsent(tags, this::added).value().set(value));
    for (Iterator<Map.Entry<Tags, Series>> each = series.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Tags, Series> known = each.next();
      if (!values.containsKey(known.getKey())) {
        registry.remove(known.getValue().meter());
        each.remove();
      }
    }
  }

  private Series added(Tags tags) {
    AtomicReference<DoubleSupplier> value = new AtomicReference<>(() -> Double.NaN);
    Gauge meter = Gauge.builder(name, value, latest -> latest.get().getAsDouble())
        .tags(tags)
        .register(registry);
    return new Series(value, meter);
  }
}
