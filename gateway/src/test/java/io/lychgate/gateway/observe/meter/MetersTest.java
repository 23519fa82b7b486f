package io.lychgate.gateway.observe.meter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.census.BrowserFamily;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
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
  void exportsTheAccountOfConnections() {
    loop.accepted(listener);
    loop.accepted(listener);
    loop.handshakeFailed(listener, FailureReason.TLS);
    ConnectionRecord connection = open();
    loop.handshake(connection, true, true, 1);
    loop.exchangeStarted(connection, "a");
    loop.siteFound(connection, 0);
    loop.pageView(connection, 0, BrowserFamily.SAFARI);
    loop.firstByte(connection, 0, 1_000_000);
    loop.fieldsOut(connection, 300, 30);
    connection.closing(CloseReason.LIMIT);
    loop.connectionClosed(connection);

    assertThat(registry.scrape())
        .contains("lychgate_connections_accepted_total{listener=\"public\"} 2.0")
        .contains("lychgate_handshakes_failed_total{listener=\"public\",reason=\"tls\"} 1.0")
        .contains(
            "lychgate_connections_closed_total{listener=\"public\",protocol=\"h2\",reason=\"limit\"} 1.0")
        .contains("lychgate_handshakes_early_total{protocol=\"h2\"} 1.0")
        .contains("lychgate_page_views_total{browser=\"safari\",protocol=\"h2\"} 1.0")
        .contains(
            "lychgate_header_sampled_bytes_total{direction=\"out\",form=\"plain\",protocol=\"h2\"} 300.0")
        .contains("lychgate_first_byte_seconds_bucket{protocol=\"h2\",le=\"5.12E-4\"} 0")
        .contains("lychgate_first_byte_seconds_bucket{protocol=\"h2\",le=\"0.001024\"} 1")
        .contains("lychgate_first_byte_seconds_sum{protocol=\"h2\"} 0.001")
        .contains("lychgate_connection_requests_bucket{protocol=\"h2\",le=\"1.0\"} 1")
        .contains("lychgate_connection_requests_sum{protocol=\"h2\"} 1.0")
        .contains("lychgate_connection_age_seconds_count{protocol=\"h2\"} 1");
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

  @Test
  void connectionsInPlainTextAvoidNoHandshakes() {
    for (int i = 0; i < 30; i++) {
      loop.handshake(open(WireProtocol.HTTP_1_1), false, false, 1_000_000);
    }
    for (WireProtocol protocol : new WireProtocol[] {WireProtocol.HTTP_1_1, WireProtocol.HTTP_2}) {
      sample(protocol);
    }
    ConnectionRecord plain = open();
    for (int i = 0; i < 6; i++) {
      loop.exchangeStarted(plain, "a");
    }

    Savings savings = new SavingsAccount(observatory).now();

    assertThat(savings.total().saved()).isEqualTo(5);
    assertThat(savings.cpu().savedSeconds()).isNotNull().isLessThanOrEqualTo(1e-3);
  }

  /** Counts 100 sampled requests without a measurable time. */
  private void sample(WireProtocol protocol) {
    loop.cycleEnded(Long.MAX_VALUE, listener, protocol, 100);
  }

  @Test
  void costsAndRequestsInFlightAreThoseOfTheirPart() {
    ConnectionRecord connection = open();
    for (int i = 0; i < 30; i++) {
      loop.handshake(open(), false, false, 2_000_000);
    }
    int place = loop.exchangeStarted(connection, "a");
    loop.siteFound(connection, 0);
    loop.exchangeStarted(connection, "a");
    loop.siteFound(connection, 0);
    loop.requestEnded(connection, 0, 200, true);
    loop.exchangeEnded(connection, place, 0, 200, 1);
    long unused = loop.cpuNanos();

    Savings savings = new SavingsAccount(observatory).now();

    assertThat(savings.total().inFlight()).isEqualTo(1);
    assertThat(savings.byListener())
        .singleElement()
        .satisfies(each -> assertThat(each.row().inFlight()).isEqualTo(1));
    assertThat(savings.bySite()).singleElement().satisfies(site -> {
      assertThat(site.row().inFlight()).isEqualTo(1);
      assertThat(site.row().open()).isEqualTo(1);
    });
    Savings.Cost cost = requireNonNull(savings.cpu().costs().get(WireProtocol.HTTP_2));
    assertThat(cost.handshake()).isEqualTo(new Savings.Mean(0.002, List.of()));
    assertThat(cost.request())
        .isEqualTo(new Savings.Mean(
            null, List.of(new Savings.Missing("sampled HTTP/2 requests", 0, 100))));
    assertThat(savings.cpu().measuringSeconds()).isPositive().isLessThan(0.001);
  }

  @Test
  void savingsExplainWhatIsAbsent() {
    Savings none = new SavingsAccount(observatory).now();
    assertThat(none.requestsPerConnection().mean()).isNull();
    assertThat(none.requestsPerConnection().missing())
        .containsExactly(new Savings.Missing("closed connections", 0, 1));
    assertThat(none.headers().plainBytes()).isNull();
    assertThat(none.headers().missing())
        .containsExactly(new Savings.Missing("sampled header sections", 0, 1));
    assertThat(none.memory().bytesPerConnection()).isNull();
  }

  @Test
  void savingsShowTheAccountOfConnections() {
    int upstream = observatory.upstreams().numberOf("app");
    loop.upstreamConnectionOpened(upstream);
    for (int requests : new int[] {1, 7, 0}) {
      ConnectionRecord connection = open();
      for (int i = 0; i < requests; i++) {
        loop.exchangeStarted(connection, "a");
        loop.siteFound(connection, 0);
        loop.upstreamRequest(upstream);
      }
      loop.fieldsOut(connection, 300, 30);
      loop.connectionClosed(connection);
    }
    loop.handshakeFailed(listener, FailureReason.TIMEOUT);

    Savings savings = new SavingsAccount(observatory).now();

    assertThat(savings.requestsPerConnection().mean()).isEqualTo(8 / 3.0);
    assertThat(savings.requestsPerConnection().buckets())
        .contains(
            new Savings.Bucket(0L, 1),
            new Savings.Bucket(1L, 1),
            new Savings.Bucket(10L, 1),
            new Savings.Bucket(null, 0));
    assertThat(savings.closings()).contains(new Savings.Outcome("client", 3));
    assertThat(savings.failures()).contains(new Savings.Outcome("timeout", 1));
    assertThat(savings.headers().plainBytes()).isEqualTo(900);
    assertThat(savings.headers().codedBytes()).isEqualTo(90);
    assertThat(savings.upstream().saved()).isEqualTo(7);
    assertThat(savings.byListener()).extracting(Savings.Named::name).containsExactly("public");
    assertThat(savings.bySite()).hasSize(1);
    assertThat(savings.bySite().get(0).row().opened()).isEqualTo(2);
    assertThat(savings.bySite().get(0).row().requests()).isEqualTo(8);
  }

  private ConnectionRecord open() {
    return open(WireProtocol.HTTP_2);
  }

  private ConnectionRecord open(WireProtocol protocol) {
    return loop.connectionOpened(listener, protocol, new InetSocketAddress("192.0.2.1", 1));
  }
}
