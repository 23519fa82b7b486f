package io.lychgate.gateway.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.savings.Savings;
import io.lychgate.gateway.observe.savings.SavingsAccount;
import io.lychgate.gateway.testkit.FakeTicker;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetersTest {
  private final Observatory observatory =
      new Observatory(List.of(ImmediateEventExecutor.INSTANCE), new FakeTicker());
  private final LoopObserver loop = observatory.loops().get(0);
  private final int listener = observatory.listeners().numberOf("public");
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Meters meters = Meters.bind(observatory, AccessLog.off(), registry);

  @AfterEach
  void close() {
    meters.close();
    registry.close();
  }

  @Test
  void exportsConnectionsAndTheirEquivalent() {
    ConnectionRecord connection = open();
    for (int i = 0; i < 4; i++) {
      loop.exchangeStarted(connection, "www.example.com");
    }

    assertThat(registry.scrape())
        .contains("lychgate_connections_open{listener=\"public\",protocol=\"h2\"} 1.0")
        .contains("lychgate_connections_h1_equivalent{protocol=\"h2\"} 4.0")
        .contains("lychgate_connections_saved{protocol=\"h2\"} 3.0")
        .contains("lychgate_exchanges_in_flight{protocol=\"h2\"} 4.0");
  }

  @Test
  void exportsRequestsOfRoutesAddedLater() {
    int route = observatory.routes().numberOf("shop");
    ConnectionRecord connection = open();
    int place = loop.exchangeStarted(connection, "www.example.com");
    loop.exchangeEnded(connection, place, route, 304, 1_000_000);

    assertThat(registry.scrape())
        .contains("lychgate_requests_total{protocol=\"h2\",route=\"shop\",status=\"3xx\"} 1.0");
  }

  @Test
  void exportsDurationsAsAHistogramOfAllLoops() {
    ConnectionRecord connection = open();
    loop.exchangeEnded(connection, loop.exchangeStarted(connection, "a"), 0, 200, 1_000_000);
    loop.exchangeEnded(connection, loop.exchangeStarted(connection, "a"), 0, 200, 3_000_000);

    assertThat(registry.scrape())
        .contains("lychgate_request_duration_seconds_bucket{protocol=\"h2\",le=\"0.001048576\"} 1")
        .contains("lychgate_request_duration_seconds_bucket{protocol=\"h2\",le=\"+Inf\"} 2")
        .contains("lychgate_request_duration_seconds_count{protocol=\"h2\"} 2")
        .contains("lychgate_request_duration_seconds_sum{protocol=\"h2\"} 0.004");
  }

  @Test
  void exportsPushesHintsAndSkipReasons() {
    int reason = observatory.skipReasons().numberOf("already-cached");
    loop.pushSent();
    loop.pushReset();
    loop.hintsSent(3);
    loop.hintSkipped(reason);

    assertThat(registry.scrape())
        .contains("lychgate_push_total{outcome=\"sent\"} 1.0")
        .contains("lychgate_push_total{outcome=\"reset\"} 1.0")
        .contains("lychgate_hints_total{outcome=\"links\"} 3.0")
        .contains("lychgate_hints_skipped_total{reason=\"already-cached\"} 1.0");
  }

  @Test
  void exportsUpstreamsLoopsAndTheProcess() {
    int upstream = observatory.upstreams().numberOf("app");
    loop.upstreamConnectionOpened(upstream);
    loop.upstreamRequest(upstream);

    assertThat(registry.scrape())
        .contains("lychgate_upstream_connections_open{upstream=\"app\"} 1.0")
        .contains("lychgate_upstream_requests_total{upstream=\"app\"} 1.0")
        .contains("lychgate_cpu_seconds_total{loop=\"0\"}")
        .contains("jvm_memory_used_bytes")
        .contains("jvm_threads_live_threads");
  }

  @Test
  void sumsSavings() {
    ConnectionRecord connection = open();
    loop.handshake(connection, true, false, 300_000);
    loop.exchangeStarted(connection, "a");
    loop.exchangeStarted(connection, "a");
    loop.hintSkipped(observatory.skipReasons().numberOf("over-budget"));
    loop.connectionClosed(connection);

    Savings savings = new SavingsAccount(observatory).now();

    assertThat(savings.total()).isEqualTo(new Savings.Row(0, 1, 2, 0, 1, 2, 0));
    assertThat(savings.total().saved()).isEqualTo(1);
    assertThat(savings.byProtocol()).hasSize(3);
    assertThat(savings.hints()).contains(new Savings.Outcome("over-budget", 1));
    assertThat(savings.cpu().handshakeSeconds()).isEqualTo(0.0003);
    assertThat(savings.cpu().savedSeconds()).isNull();
    assertThat(savings.cpu().missing())
        .contains(new Savings.Missing("TLS handshakes over TCP", 1, 30));
  }

  private ConnectionRecord open() {
    return loop.connectionOpened(
        listener, WireProtocol.HTTP_2, new InetSocketAddress("192.0.2.1", 1));
  }
}
