package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.NewestJdk;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@NewestJdk
final class ChangingGaugeTest {
  private static final Tags A = Tags.of("server", "a");
  private static final Tags B = Tags.of("server", "b");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ChangingGauge gauge = new ChangingGauge("requests", registry);

  private List<String> lines() {
    return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void hasTheLatestValueOfEachSeries() {
    gauge.replace(Map.of(A, () -> 1, B, () -> 2));
    gauge.replace(Map.of(A, () -> 3, B, () -> 4));

    assertThat(lines())
        .containsExactlyInAnyOrder("requests{server=\"a\"} 3.0", "requests{server=\"b\"} 4.0");
  }

  @Test
  void dropsSeriesThatAreGone() {
    gauge.replace(Map.of(A, () -> 1));
    gauge.replace(Map.of(B, () -> 2));

    assertThat(lines()).containsExactly("requests{server=\"b\"} 2.0");
    gauge.replace(Map.of());
    assertThat(lines()).isEmpty();
    gauge.replace(Map.of(B, () -> 5));
    assertThat(lines()).containsExactly("requests{server=\"b\"} 5.0");
  }

  /** Otherwise a scrape could meet the gauge twice. */
  @Test
  void removesNoSeriesThatStays() {
    List<String> removed = new ArrayList<>();
    registry.config().onMeterRemoved(meter -> removed.add(meter.getId().getTag("server")));
    gauge.replace(Map.of(A, () -> 1, B, () -> 2));

    gauge.replace(Map.of(A, () -> 3));

    assertThat(removed).containsExactly("b");
  }
}
