package io.lychgate.gateway.story;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.AltSvcConfig;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.observe.timeline.WatchFilter;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.QuicConfigs;
import io.netty.handler.codec.http3.Http3Headers;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of the tests over HTTP/3: an origin, a gateway, and a connected client. */
abstract class Http3Story {
  @TempDir
  Path directory;

  final OriginServer origin = new OriginServer();
  TestGateway gateway;
  Http3Client client;

  @BeforeEach
  void start() throws Exception {
    gateway = TestGateway.start(config());
    client = Http3Client.connect(gateway.port("public"));
  }

  @AfterEach
  void stop() {
    client.close();
    gateway.close();
    origin.close();
  }

  GatewayConfig config() {
    return config("127.0.0.1");
  }

  final GatewayConfig config(String host) {
    return config(ListenerConfig.of("public", host, 0, tls()));
  }

  final TlsConfig tls() {
    return TlsConfig.of(CertificateFiles.write(directory, "site"));
  }

  final GatewayConfig config(ListenerConfig listener) {
    return config(listener, origin.port(), directory);
  }

  /** A listener with this coding of fields. */
  static ListenerConfig listener(TlsConfig tls, QpackConfig qpack) {
    return new ListenerConfig(
        "public",
        "127.0.0.1",
        0,
        EnumSet.allOf(Protocol.class),
        tls,
        TimeoutConfig.defaults(),
        LimitConfig.defaults(),
        AltSvcConfig.defaults(),
        QuicConfigs.of(qpack, false));
  }

  /** All requests go to the origin at this port. */
  static GatewayConfig config(ListenerConfig listener, int originPort, Path directory) {
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", originPort)));
    RouteConfig route =
        RouteConfig.of("app", PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"));
    SiteConfig site = new SiteConfig(List.of(HostPattern.any()), List.of(route));
    return GatewayConfig.of(
        List.of(listener), Map.of("app", app), List.of(site), directory.toAbsolutePath());
  }

  /** Drains like a terminated process, on a separate thread. */
  final Thread drain() {
    Thread drain = new Thread(() -> {
      try {
        gateway.drain(Duration.ofSeconds(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    drain.start();
    return drain;
  }

  /** Records timelines of connections from this machine, including the current one. Returns the id of the watch. */
  final long watch() {
    WatchFilter loopback = new WatchFilter(InetAddress.getLoopbackAddress(), null, true);
    return gateway
        .timelines()
        .watch(loopback, Duration.ofMinutes(1), "eve")
        .orElseThrow()
        .id();
  }

  final Http3Request send(Http3Headers headers) throws Exception {
    Http3Request request = client.open();
    request.headers(headers, true);
    return request;
  }
}
