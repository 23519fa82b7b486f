package io.lychgate.gateway.story;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.testkit.QuicConfigs;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A gateway with its origin. It accepts early data on all routes immediately after the start, as it issued all tickets itself. */
abstract class EarlyClientsStory {
  /** Name of the site, beside localhost. */
  static final String NAME = "server.test";

  @TempDir
  Path directory;

  final ScriptedOrigin origin = ScriptedOrigin.start();
  TestGateway gateway;

  @BeforeEach
  void start() throws Exception {
    gateway = TestGateway.start(config());
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private GatewayConfig config() {
    ListenerConfig listener = ListenerConfig.builder(
            "public",
            "127.0.0.1",
            0,
            TlsConfig.of(TestCertificates.write(directory, "site", "localhost", NAME)))
        .timeouts(shortlyIdle())
        .quic(QuicConfigs.of(QpackConfig.defaults(), true))
        .build();
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", origin.port())));
    RouteConfig route = RouteConfig.builder(
            "all", PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"))
        .earlyData(true)
        .build();
    // Clients that connect through a relay must return through it.
    SiteConfig site = new SiteConfig(List.of(HostPattern.any()), List.of(route), AltSvcUse.OMIT);
    return GatewayConfig.of(
        List.of(listener), Map.of("app", app), List.of(site), directory.toAbsolutePath());
  }

  private static TimeoutConfig shortlyIdle() {
    TimeoutConfig usual = TimeoutConfig.defaults();
    return new TimeoutConfig(
        usual.tlsHandshake(),
        usual.requestHead(),
        usual.requestBodyIdle(),
        usual.responseWriteIdle(),
        Duration.ofSeconds(2),
        usual.tunnelIdle(),
        usual.drain());
  }
}
