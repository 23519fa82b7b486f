package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.HalfOpen;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UdpRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The causes for which the gateway ends a connection, as its counters name them. */
final class CloseReasonIT {
  private static final Duration SHORT = Duration.ofMillis(500);

  @TempDir
  Path directory;

  private TestGateway gateway;
  private Duration idle = Limits.IDLE_CONNECTION;
  private Duration head = Limits.REQUEST_HEAD;
  private Duration handshake = Limits.TLS_HANDSHAKE;
  private int maxConnections = 100;

  private final List<AutoCloseable> clients = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
    gateway.close();
  }

  /** Opens a connection of each protocol and keeps it. */
  private void connect() throws Exception {
    clients.add(get());
    clients.add(Http2Peer.connectTls(gateway.port("tls")));
    clients.add(http3());
  }

  private void start() throws IOException {
    gateway = TestGateway.start(config(List.of(plain(), tls())));
  }

  private GatewayConfig config(List<ListenerConfig> listeners) {
    RouteConfig route = RouteConfig.of(
        "all", PathPattern.glob("/*"), new RouteAction.FixedAction(200, Map.of(), "ok"));
    return GatewayConfig.of(
        listeners,
        Map.of(),
        List.of(new SiteConfig(List.of(HostPattern.of("localhost")), List.of(route))),
        directory.toAbsolutePath());
  }

  private ListenerConfig plain() {
    return ListenerConfig.builder("plain", "127.0.0.1", 0, null)
        .timeouts(timeouts())
        .limits(limits())
        .build();
  }

  private ListenerConfig tls() {
    TlsConfig tls = TlsConfig.of(TestCertificates.write(directory, "site", "localhost"));
    return ListenerConfig.builder("tls", "127.0.0.1", 0, tls)
        .timeouts(timeouts())
        .limits(limits())
        .build();
  }

  private TimeoutConfig timeouts() {
    TimeoutConfig defaults = TimeoutConfig.defaults();
    return new TimeoutConfig(
        handshake,
        head,
        defaults.requestBodyIdle(),
        defaults.responseWriteIdle(),
        idle,
        defaults.tunnelIdle(),
        defaults.drain());
  }

  private LimitConfig limits() {
    return new LimitConfig(
        Limits.MAX_HEADER_BYTES,
        Limits.MAX_HEADER_COUNT,
        Limits.MAX_TARGET_BYTES,
        Limits.MAX_REQUEST_BODY_BYTES,
        Limits.MAX_CONCURRENT_STREAMS,
        maxConnections,
        maxConnections,
        Limits.STREAM_WINDOW_BYTES,
        Limits.CONNECTION_WINDOW_BYTES);
  }

  @Test
  void idleConnectionsOfEachProtocol() throws Exception {
    idle = SHORT;
    start();
    connect();

    for (WireProtocol protocol : WireProtocol.values()) {
      Await.until(() -> assertThat(closed(CloseReason.IDLE, protocol)).isEqualTo(1));
    }
  }

  @Test
  void connectionsOfARemovedListener() throws Exception {
    start();
    connect();
    Await.until(() -> {
      for (WireProtocol protocol : WireProtocol.values()) {
        assertThat(gateway.observatory().open(protocol)).isEqualTo(1);
      }
    });

    gateway.apply(
        config(List.of(ListenerConfig.builder("other", "127.0.0.1", 0, null).build())));

    for (WireProtocol protocol : WireProtocol.values()) {
      Await.until(() -> assertThat(closed(CloseReason.DRAIN, protocol)).isEqualTo(1));
    }
  }

  @Test
  void incompleteHeadsExceedALimit() throws Exception {
    head = SHORT;
    start();
    try (Socket http1 = get()) {
      http1.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: loc"));
      Await.until(
          () -> assertThat(closed(CloseReason.LIMIT, WireProtocol.HTTP_1_1)).isEqualTo(1));
    }
  }

  @Test
  void handshakesThatAreTooSlow() throws Exception {
    head = SHORT;
    handshake = SHORT;
    start();
    clients.add(new Socket(InetAddress.getLoopbackAddress(), gateway.port("plain")));
    clients.add(new Socket(InetAddress.getLoopbackAddress(), gateway.port("tls")));
    try (UdpRelay path = UdpRelay.to(gateway.port("tls"));
        HalfOpen quic = new HalfOpen(path.port())) {
      path.passOnly(1);
      quic.begin(1);

      Await.until(() -> assertThat(failed(FailureReason.TIMEOUT, "plain")).isEqualTo(1));
      Await.until(() -> assertThat(failed(FailureReason.TIMEOUT, "tls")).isEqualTo(2));
      assertThat(accepted("plain")).isEqualTo(1);
      assertThat(accepted("tls")).isEqualTo(2);
    }
  }

  @Test
  void connectionsAboveTheLimitAreRefused() throws Exception {
    maxConnections = 2;
    start();
    for (int i = 0; i < 5; i++) {
      clients.add(new Socket(InetAddress.getLoopbackAddress(), gateway.port("plain")));
    }

    Await.until(() -> assertThat(failed(FailureReason.REFUSED, "plain")).isEqualTo(3));

    assertThat(accepted("plain")).isEqualTo(5);
    for (AutoCloseable client : clients) {
      client.close();
    }
    Await.until(() -> assertThat(failed(FailureReason.LEFT, "plain")).isEqualTo(2));
  }

  @Test
  void headerBytesShrinkOverHttp2AndHttp3() throws Exception {
    start();
    HttpClient client =
        HttpClient.newBuilder().sslContext(TestCertificates.trustingAll()).build();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("tls") + "/"))
        .header("user-agent", "a client with a name of some length")
        .build();
    try (Http3Client http3 = http3()) {
      // One in 17 sections of a loop is sampled, and there are as many loops as processors.
      int requests = 51 * Runtime.getRuntime().availableProcessors();
      for (int i = 0; i < requests; i++) {
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("ok");
        assertThat(http3.get("/").await().status()).isEqualTo(200);
      }
    }

    for (WireProtocol protocol : List.of(WireProtocol.HTTP_2, WireProtocol.HTTP_3)) {
      assertThat(count(Measure.FIELDS_IN_CODED, protocol))
          .isPositive()
          .isLessThan(count(Measure.FIELDS_IN_PLAIN, protocol));
      assertThat(count(Measure.FIELDS_OUT_CODED, protocol))
          .isPositive()
          .isLessThan(count(Measure.FIELDS_OUT_PLAIN, protocol));
    }
    assertThat(count(Measure.FIELDS_IN_CODED, WireProtocol.HTTP_1_1)).isZero();
  }

  private Http3Client http3() throws Exception {
    return Http3Client.connect(gateway.port("tls"), "localhost");
  }

  /** Returns an HTTP/1.1 connection after its first response. */
  private Socket get() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port("plain"));
    socket.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    assertThat(socket.getInputStream().read()).isEqualTo('H');
    return socket;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private long closed(CloseReason reason, WireProtocol protocol) {
    return count(reason.measure(), protocol);
  }

  private long count(Measure what, WireProtocol protocol) {
    return gateway.observatory().sum(what, protocol);
  }

  private long failed(FailureReason reason, String listener) {
    return gateway
        .observatory()
        .sum(reason.measure(), gateway.observatory().listeners().numberOf(listener));
  }

  private long accepted(String listener) {
    return gateway
        .observatory()
        .sum(Measure.ACCEPTED, gateway.observatory().listeners().numberOf(listener));
  }
}
