package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.QuicConfigs;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UdpRelay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of the tests of early data: an origin, a gateway with the routes /early and /late, and a lossy path to it. */
abstract class EarlyDataStory {
  @TempDir
  private static Path tools;

  @TempDir
  Path directory;

  final ScriptedOrigin origin = ScriptedOrigin.start();
  TestGateway gateway;
  UdpRelay relay;
  private String python;

  // Settings that a test changes before it calls config().
  boolean isOn = true;
  int port;
  LimitConfig limits = LimitConfig.defaults();
  QpackConfig qpack = QpackConfig.defaults();
  Duration handshake = TimeoutConfig.defaults().tlsHandshake();
  TlsConfig tls;

  @BeforeEach
  void start() throws Exception {
    // Downloading may take longer than the timeout of a test.
    python = Aioquic.python();
    origin.otherwise(visit -> visit.respond(200, "hello"));
    tls = certificate("site");
    gateway = TestGateway.start(config());
    relay = UdpRelay.to(gateway.port("public"));
  }

  @AfterEach
  void stop() {
    relay.close();
    gateway.close();
    origin.close();
  }

  final TlsConfig certificate(String name) throws Exception {
    return TlsConfig.of(TestCertificates.write(directory, name, "localhost"));
  }

  final GatewayConfig config() {
    TimeoutConfig timeouts = TimeoutConfig.defaults();
    ListenerConfig listener = ListenerConfig.builder("public", "127.0.0.1", port, tls)
        .timeouts(new TimeoutConfig(
            handshake,
            timeouts.requestHead(),
            timeouts.requestBodyIdle(),
            timeouts.responseWriteIdle(),
            timeouts.idleConnection(),
            timeouts.tunnelIdle(),
            timeouts.drain()))
        .limits(limits)
        .quic(QuicConfigs.of(qpack, isOn))
        .build();
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", origin.port())));
    RouteAction proxy = RouteAction.ProxyAction.of("app");
    RouteConfig early = RouteConfig.builder("early", PathPattern.glob("/early"), proxy)
        .earlyData(true)
        .build();
    RouteConfig below = RouteConfig.builder("below", PathPattern.glob("/below/*"), proxy)
        .earlyData(true)
        .build();
    RouteConfig late = RouteConfig.of("late", PathPattern.glob("/*"), proxy);
    GatewayConfig plain = GatewayConfig.of(
        List.of(listener),
        Map.of("app", app),
        List.of(new SiteConfig(List.of(HostPattern.any()), List.of(early, below, late))),
        directory.toAbsolutePath());
    return GatewayConfigs.with(plain, plain.ledger(), AccessLogConfig.file(log()));
  }

  /** The access log. */
  final Path log() {
    return directory.resolve("access.log").toAbsolutePath();
  }

  /** Gets a ticket directly from the gateway, then sends a request with a ClientHello through the path. */
  final String visit(String method, String path) throws Exception {
    return play("early.py", url(gateway.port("public")), url(relay.port()), method, path);
  }

  static String url(int port) {
    return "https://127.0.0.1:" + port;
  }

  /** Returns the output of a program of aioquic. */
  final String play(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(python);
    command.add(Aioquic.program(program));
    command.addAll(List.of(arguments));
    Program.Ended ended = Program.run(tools, command.toArray(String[]::new));
    ended.expectGood();
    return ended.output().strip();
  }

  /** Waits until the gateway has responded to a request that came after everything before. */
  final void settle() throws Exception {
    try (Http3Client other = Http3Client.connect(gateway.port("public"))) {
      assertThat(other.get("/late").await().status()).isEqualTo(200);
    }
  }

  /** Connections with early data. */
  final double connections(String outcome) {
    try (Handshakes meters = new Handshakes(gateway)) {
      return meters.early(outcome);
    }
  }

  /** Requests in early data. */
  final double requests(String outcome) {
    try (Handshakes meters = new Handshakes(gateway)) {
      return meters.earlyRequests(outcome);
    }
  }
}
