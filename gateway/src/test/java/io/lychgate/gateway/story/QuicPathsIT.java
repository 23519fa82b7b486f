package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.CongestionControl;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QuicConfig;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.meter.Meters;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.UdpRelay;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Responses over a path that loses packets, and its metrics. */
class QuicPathsIT extends Http3Story {
  private static final int ONE_LOST_OF = 40;

  @ParameterizedTest
  @EnumSource
  void bodiesAreCompleteAndLossIsCounted(CongestionControl control) throws Exception {
    byte[] body = new byte[3 * 1024 * 1024];
    new Random(1).nextBytes(body);
    origin.on("/big", exchange -> OriginServer.respond(exchange, 200, body));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (TestGateway second = TestGateway.start(config(listener(control)));
        Meters meters = Meters.bind(second.observatory(), AccessLog.off(), registry);
        UdpRelay path = UdpRelay.to(second.port("public"));
        Http3Client behind = Http3Client.connect(path.port())) {
      path.loseOneOf(ONE_LOST_OF);

      assertThat(behind.get("/big").await().bytes()).isEqualTo(body);

      // Each connection is sampled once per second.
      Await.until(() -> assertThat(timer(registry, control)).isPositive());
      Await.until(
          () -> assertThat(packets(registry, control, "sent")).isGreaterThan(body.length / 1350.0));
      assertThat(packets(registry, control, "lost"))
          .isBetween(0.5 * body.length / 1350 / ONE_LOST_OF, 500.0);
      assertThat(packets(registry, control, "retransmitted")).isPositive();
      assertThat(counter(registry, "lychgate.quic.window.sampled.bytes", control))
          .isPositive();
      assertThat(meters).isNotNull();
    }
  }

  private ListenerConfig listener(CongestionControl control) {
    return ListenerConfig.builder("public", "127.0.0.1", 0, tls())
        .quic(new QuicConfig(
            Optional.of(control),
            20,
            false,
            Limits.UDP_BUFFER_BYTES,
            QpackConfig.defaults(),
            false))
        .build();
  }

  private static double packets(
      SimpleMeterRegistry registry, CongestionControl control, String outcome) {
    return registry
        .get("lychgate.quic.packets")
        .tags("congestion", control.token(), "listener", "public", "outcome", outcome)
        .functionCounter()
        .count();
  }

  private static double counter(
      SimpleMeterRegistry registry, String name, CongestionControl control) {
    return registry
        .get(name)
        .tags("congestion", control.token(), "listener", "public")
        .functionCounter()
        .count();
  }

  private static double timer(SimpleMeterRegistry registry, CongestionControl control) {
    return registry
        .get("lychgate.quic.round_trip")
        .tags("congestion", control.token(), "listener", "public")
        .functionTimer()
        .count();
  }
}
