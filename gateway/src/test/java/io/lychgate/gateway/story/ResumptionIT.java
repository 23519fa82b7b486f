package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.Http3Client;
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

/** Clients that return: to another loop, to another gateway of the fleet, and after a change of secrets. */
@EachJdk
class ResumptionIT extends Http3Story {
  private static final int VISITS = 12;

  private final QuicSslContext quic = Http3Client.tls();
  private @Nullable TlsConfig certificate;
  private int port;

  /** One certificate for all gateways of a test, as a ticket is bound to one. */
  @Override
  GatewayConfig config() {
    if (certificate == null) {
      certificate = tls();
    }
    return config(ListenerConfig.of("public", "127.0.0.1", port, certificate));
  }

  @Test
  void everyLoopAcceptsTheTicketsOfOthers() throws Exception {
    origin.text("/hello", "hello");
    try (Handshakes handshakes = new Handshakes(gateway)) {
      // The first handshake is that of the base class; the gateway has read its end.
      Await.until(() -> assertThat(handshakes.full("h3")).isEqualTo(1));
      for (int i = 0; i < VISITS; i++) {
        visitByQuic(gateway);
      }

      assertThat(handshakes.full("h3")).isEqualTo(2);
      assertThat(handshakes.resumed("h3")).isEqualTo(VISITS - 1);
      assertThat(handshakes.cpuSeconds("h3")).isPositive();

      SSLContext tcp = trusting();
      for (int i = 0; i < VISITS; i++) {
        visitByTcp(gateway, tcp);
      }
      assertThat(handshakes.full("h1")).isEqualTo(1);
      assertThat(handshakes.resumed("h1")).isEqualTo(VISITS - 1);
    }
  }

  @Test
  void gatewayWithTheSameSecretsResumes() throws Exception {
    origin.text("/hello", "hello");
    SharedSecrets shared = SharedSecrets.random();
    SSLContext tcp = trusting();
    gateway.share(shared);
    visit(gateway, tcp);
    // At the same port: the client of the JDK offers a session to no other.
    port = gateway.port("public");
    gateway.close();

    try (TestGateway second = TestGateway.start(config());
        Handshakes handshakes = new Handshakes(second)) {
      second.share(shared);
      visit(second, tcp);
      assertThat(handshakes.resumed("h3")).isEqualTo(1);
      assertThat(handshakes.resumed("h1")).isEqualTo(1);

      // A gateway of another fleet does not resume.
      second.share(SharedSecrets.random());
      visit(second, tcp);
      assertThat(handshakes.full("h3")).isEqualTo(1);
      assertThat(handshakes.full("h1")).isEqualTo(1);
    }
  }

  @Test
  void changedCertificateEndsResumption() throws Exception {
    origin.text("/hello", "hello");
    SSLContext tcp = trusting();
    visit(gateway, tcp);
    certificate = null;

    try (Handshakes handshakes = new Handshakes(gateway)) {
      gateway.apply(config());
      double before = handshakes.full("h3");
      visit(gateway, tcp);

      assertThat(handshakes.full("h3") - before).isEqualTo(1);
      assertThat(handshakes.resumed("h3") + handshakes.resumed("h1")).isZero();
    }
  }

  @Test
  void ticketsStayValidAfterAChangeOfSecrets() throws Exception {
    origin.text("/hello", "hello");
    SharedSecrets before = SharedSecrets.random();
    SSLContext tcp = trusting();
    gateway.share(before);
    visit(gateway, tcp);
    List<byte[]> tickets = new ArrayList<>(SharedSecrets.random().tickets());
    tickets.addAll(before.tickets());

    try (Handshakes handshakes = new Handshakes(gateway)) {
      gateway.share(new SharedSecrets(before.quic(), tickets));
      visit(gateway, tcp);

      assertThat(handshakes.resumed("h3")).isEqualTo(1);
      assertThat(handshakes.resumed("h1")).isEqualTo(1);
    }
  }

  /** Visits over QUIC and over TCP. */
  private void visit(TestGateway to, SSLContext tcp) throws Exception {
    visitByQuic(to);
    visitByTcp(to, tcp);
  }

  /** One request on one connection; tickets arrive with its response at the latest. */
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
}
