package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.TlsConfig;
import io.lychgate.gateway.listen.SharedSecrets;
import io.lychgate.gateway.observe.AccessLog;
import io.lychgate.gateway.observe.Meters;
import io.lychgate.gateway.testkit.Http3Client;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clients that come back: to another loop, to another gateway of the fleet, after the secrets have changed. */
class ResumptionIT extends Http3Story {
  private static final int VISITS = 12;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final QuicSslContext quic = Http3Client.tls();
  private @Nullable TlsConfig certificate;
  private int port;

  /** One certificate for all gateways of a story, as a ticket is for one. */
  @Override
  GatewayConfig config() {
    if (certificate == null) {
      certificate = tls();
    }
    return config(ListenerConfig.of("public", "127.0.0.1", port, certificate));
  }

  @Test
  void everyLoopTakesTheTicketsOfEveryOther() throws Exception {
    origin.text("/hello", "hello");
    try (Meters meters = Meters.bind(gateway.observatory(), AccessLog.off(), registry)) {
      assertThat(meters).isNotNull();
      double before = handshakes("h3", "full");
      for (int i = 0; i < VISITS; i++) {
        visitByQuic(gateway);
      }

      assertThat(handshakes("h3", "full") - before).isEqualTo(1);
      assertThat(handshakes("h3", "resumed")).isEqualTo(VISITS - 1);
      assertThat(registry
              .get("lychgate.handshakes.cpu.seconds")
              .tag("protocol", "h3")
              .functionCounter()
              .count())
          .isPositive();

      SSLContext tcp = trusting();
      for (int i = 0; i < VISITS; i++) {
        visitByTcp(gateway, tcp);
      }
      assertThat(handshakes("h1", "full")).isEqualTo(1);
      assertThat(handshakes("h1", "resumed")).isEqualTo(VISITS - 1);
    }
  }

  @Test
  void anotherGatewayWithTheSameSecretsResumes() throws Exception {
    origin.text("/hello", "hello");
    SharedSecrets shared = SharedSecrets.random();
    SSLContext tcp = trusting();
    gateway.share(shared);
    visitByQuic(gateway);
    visitByTcp(gateway, tcp);
    // At the same port: the JDK's client offers a session to no other.
    port = gateway.port("public");
    gateway.close();

    try (TestGateway second = TestGateway.start(config());
        Meters meters = Meters.bind(second.observatory(), AccessLog.off(), registry)) {
      assertThat(meters).isNotNull();
      second.share(shared);
      visitByQuic(second);
      visitByTcp(second, tcp);
      assertThat(handshakes("h3", "resumed")).isEqualTo(1);
      assertThat(handshakes("h1", "resumed")).isEqualTo(1);

      // One of another fleet does not.
      second.share(SharedSecrets.random());
      visitByQuic(second);
      visitByTcp(second, tcp);
      assertThat(handshakes("h3", "full")).isEqualTo(1);
      assertThat(handshakes("h1", "full")).isEqualTo(1);
    }
  }

  @Test
  void anotherCertificateEndsResumption() throws Exception {
    origin.text("/hello", "hello");
    SSLContext tcp = trusting();
    visitByQuic(gateway);
    visitByTcp(gateway, tcp);
    certificate = null;

    try (Meters meters = Meters.bind(gateway.observatory(), AccessLog.off(), registry)) {
      assertThat(meters).isNotNull();
      gateway.apply(config());
      double before = handshakes("h3", "full");
      visitByQuic(gateway);
      visitByTcp(gateway, tcp);

      assertThat(handshakes("h3", "full") - before).isEqualTo(1);
      assertThat(handshakes("h3", "resumed") + handshakes("h1", "resumed")).isZero();
    }
  }

  @Test
  void ticketsOutliveAChangeOfSecrets() throws Exception {
    origin.text("/hello", "hello");
    SharedSecrets before = SharedSecrets.random();
    SSLContext tcp = trusting();
    gateway.share(before);
    visitByQuic(gateway);
    visitByTcp(gateway, tcp);
    List<byte[]> tickets = new ArrayList<>(SharedSecrets.random().tickets());
    tickets.addAll(before.tickets());

    try (Meters meters = Meters.bind(gateway.observatory(), AccessLog.off(), registry)) {
      assertThat(meters).isNotNull();
      gateway.share(new SharedSecrets(before.quic(), tickets));
      visitByQuic(gateway);
      visitByTcp(gateway, tcp);

      assertThat(handshakes("h3", "resumed")).isEqualTo(1);
      assertThat(handshakes("h1", "resumed")).isEqualTo(1);
    }
  }

  /** One request on one connection; tickets come with its answer at the latest. */
  private void visitByQuic(TestGateway to) throws Exception {
    try (Http3Client visit = Http3Client.connect(to.port("public"), "localhost", quic)) {
      assertThat(visit.get("/hello").await().text()).isEqualTo("hello");
    }
  }

  private static void visitByTcp(TestGateway to, SSLContext tls) throws IOException {
    try (Socket tcp = new Socket(InetAddress.getLoopbackAddress(), to.port("public"));
        Socket socket = tls.getSocketFactory().createSocket(tcp, "localhost", 443, true)) {
      socket
          .getOutputStream()
          .write("GET /hello HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .endsWith("hello");
    }
  }

  private static SSLContext trusting() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    return context;
  }

  private double handshakes(String protocol, String outcome) {
    return registry
        .get("lychgate.handshakes")
        .tags("protocol", protocol, "outcome", outcome)
        .functionCounter()
        .count();
  }
}
