package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.HalfOpen;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UdpRelay;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicClosedChannelException;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicTransportError;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits for QUIC clients that stop during the handshake, are too many, or spoof their address. */
class QuicLimitsIT extends Http3Story {
  private static final int PER_ADDRESS = 3;
  private static final int CONNECTIONS = 6;

  /** Names in a certificate of some ten thousand bytes. */
  private static final int MANY_NAMES = 400;

  private static final Duration SHORT = Duration.ofSeconds(1);

  /** Longer than some clients wait: a server would have repeated its flight twice. */
  private static final Duration LONG = Duration.ofSeconds(4);

  private int maxConnections = 5000;
  private Duration handshake = Limits.TLS_HANDSHAKE;
  private Duration idle = Limits.IDLE_CONNECTION;
  private @Nullable TlsConfig certificate;

  @Override
  GatewayConfig config() {
    TimeoutConfig defaults = TimeoutConfig.defaults();
    return config(
        ListenerConfig.builder("public", "0.0.0.0", 0, certificate == null ? tls() : certificate)
            .timeouts(new TimeoutConfig(
                handshake,
                defaults.requestHead(),
                defaults.requestBodyIdle(),
                defaults.responseWriteIdle(),
                idle,
                defaults.tunnelIdle(),
                defaults.drain()))
            .limits(new LimitConfig(
                Limits.MAX_HEADER_BYTES,
                Limits.MAX_HEADER_COUNT,
                Limits.MAX_TARGET_BYTES,
                Limits.MAX_REQUEST_BODY_BYTES,
                Limits.MAX_CONCURRENT_STREAMS,
                maxConnections,
                PER_ADDRESS,
                Limits.STREAM_WINDOW_BYTES,
                Limits.CONNECTION_WINDOW_BYTES))
            .build());
  }

  @Test
  void sendsAtMostThreeTimesTheBytesOfAnUnvalidatedAddress() throws Exception {
    handshake = LONG;
    certificate = TlsConfig.of(TestCertificates.write(directory, "many", names(MANY_NAMES)));
    gateway.apply(config());
    try (Handshakes handshakes = new Handshakes(gateway);
        UdpRelay path = UdpRelay.to(gateway.port("public"));
        HalfOpen halfOpen = new HalfOpen(path.port())) {
      path.passOnly(1);
      halfOpen.begin(1);
      Await.until(() -> assertThat(path.fromServer()).isPositive());

      // The first flight of the server is longer than the limit, and there was time to repeat it.
      Await.until(() -> assertThat(handshakes.failed("public")).isEqualTo(1));

      assertThat(path.toServer()).isBetween(1200L, 1500L);
      assertThat(path.fromServer()).isLessThanOrEqualTo(3 * path.toServer());
    }
  }

  private static String[] names(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "visitors-" + i + ".example.com")
        .toArray(String[]::new);
  }

  @Test
  void slowHandshakesAreClosed() throws Exception {
    handshake = SHORT;
    gateway.apply(config());
    try (Handshakes handshakes = new Handshakes(gateway);
        UdpRelay path = UdpRelay.to(gateway.port("public"));
        HalfOpen halfOpen = new HalfOpen(path.port())) {
      path.loseOneOf(1);
      halfOpen.begin(10);

      Await.until(() -> assertThat(handshakes.failed("public")).isEqualTo(10));
    }
  }

  @Test
  void sendsRetryOnlyDuringManyHandshakes() throws Exception {
    origin.text("/hello", "hello");
    assertThat(clientsWithARetry()).isZero();

    try (UdpRelay lost = UdpRelay.to(gateway.port("public"));
        HalfOpen flood = new HalfOpen(lost.port())) {
      lost.loseOneOf(1);
      flood.begin(300);
      Await.until(() -> assertThat(lost.retries()).isPositive());

      // Clients on the loop of the flood; all are served.
      assertThat(clientsWithARetry()).isPositive();
    }
  }

  /** Returns how many clients got a Retry, of six for each loop, as one loop has the flood. Each client has its own address. */
  private int clientsWithARetry() throws Exception {
    int retried = 0;
    for (int i = 0; i < 6 * Runtime.getRuntime().availableProcessors(); i++) {
      try (UdpRelay path = UdpRelay.to(gateway.port("public"));
          Http3Client fresh = Http3Client.connect(path.port())) {
        assertThat(fresh.get("/hello").await().text()).isEqualTo("hello");
        retried += path.retries() > 0 ? 1 : 0;
      }
    }
    return retried;
  }

  @Test
  void connectionsWithoutRequestsAreClosed() throws Exception {
    idle = SHORT;
    gateway.apply(config());
    origin.text("/hello", "hello");
    try (Http3Client quiet = Http3Client.connect(gateway.port("public"))) {
      assertThat(quiet.get("/hello").await().text()).isEqualTo("hello");

      Await.until(() -> assertThat(quiet.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
      assertThat(client.isOpen()).isTrue();
    }
  }

  @Test
  void rejectsConnectionsAboveTheLimit() throws Exception {
    maxConnections = CONNECTIONS;
    gateway.apply(config());
    List<Http3Client> clients = new ArrayList<>(List.of(client));
    try {
      while (clients.size() < CONNECTIONS) {
        clients.add(Http3Client.connect(gateway.port("public")));
      }
      long start = System.nanoTime();
      assertRefused(gateway.port("public"));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    } finally {
      clients.forEach(Http3Client::close);
    }
    Await.until(
        () -> assertThatCode(() -> Http3Client.connect(gateway.port("public")).close())
            .doesNotThrowAnyException());
  }

  @Test
  void rejectsConnectionsOfOneAddressAboveItsLimit() throws Exception {
    Optional<InetAddress> own = ownAddress();
    assumeThat(own).isPresent();
    InetSocketAddress server = new InetSocketAddress(own.orElseThrow(), gateway.port("public"));
    List<AutoCloseable> open = new ArrayList<>();
    try {
      for (int i = 0; i <= PER_ADDRESS; i++) {
        UdpRelay path = UdpRelay.to(server);
        open.add(path);
        if (i < PER_ADDRESS) {
          open.add(0, Http3Client.connect(path.port()));
        } else {
          assertRefused(path.port());
        }
      }
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }

  /** The gateway sends a close, not silence: a browser without a reply waits before it tries TCP. */
  private static void assertRefused(int port) throws Exception {
    int refused = (int) QuicTransportError.CONNECTION_REFUSED.code();
    try (Http3Client late = Http3Client.connect(port)) {
      // Its handshake was complete before it read the end of the same reply.
      Await.until(() -> assertThat(late.closeCode()).isEqualTo(refused));
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(QuicClosedChannelException.class);
      assertThat(((QuicClosedChannelException) e.getCause()).event())
          .isNotNull()
          .extracting(QuicConnectionCloseEvent::error)
          .isEqualTo(refused);
    }
  }

  /** Returns an address other than loopback, which has no limit. */
  private static Optional<InetAddress> ownAddress() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst();
  }
}
