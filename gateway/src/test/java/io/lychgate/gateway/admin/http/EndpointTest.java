package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.server.Server;
import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.NewestJdk;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** Bodies of requests that do not arrive. */
@NewestJdk
class EndpointTest {
  private static final String HEAD =
      "POST /login HTTP/1.1\r\nHost: localhost\r\nX-Lychgate-CSRF: 1\r\nContent-Type: application/json\r\n";

  private final Lanes lanes = Lanes.open();
  private final LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME);
  private Server server;

  /** A login looks for no sender, so it needs no callers. */
  @SuppressWarnings("NullAway")
  @BeforeEach
  void start() {
    StoreSource noStore = () -> {
      throw new IllegalStateException("a login of this test needs no store");
    };
    Endpoint endpoint = new Endpoint(noStore, lanes, null, new RecentReplies(System::nanoTime))
        .on(HttpMethod.POST, Operation.of(Permission.LOGIN, call -> Reply.noContent()));
    server = Server.builder()
        .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .service("/login", endpoint)
        .requestTimeout(Duration.ofSeconds(1))
        .gracefulShutdownTimeout(Duration.ZERO, Duration.ZERO)
        .errorHandler(new ErrorPages())
        .build();
    server.start().join();
  }

  @AfterEach
  void stop() {
    lines.close();
    server.stop().join();
    lanes.close();
  }

  private int port() {
    return Objects.requireNonNull(server.activePort()).localAddress().getPort();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 100\r\n\r\n",
        "Content-Length: 100\r\n\r\n{\"name\":",
        "Transfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"nam\r\n0\r\n",
      })
  void bodyThatStallsIsARequestTimeout(String rest) {
    try (Http1Peer peer = Http1Peer.connect(port())) {
      Http1Peer.Response response = peer.send(HEAD + rest).read();

      assertThat(response.status()).isEqualTo(408);
      assertThat(response.has("content-type: application/problem+json")).isTrue();
      // RFC 9110 15.5.9.
      assertThat(response.has("connection: close")).isTrue();
      assertThat(response.body()).contains("\"code\":\"request-timeout\"");
      assertThat(peer.isEnded()).isTrue();
    }
    assertThat(lines.with("failed")).isEmpty();
  }

  @Test
  void bodyThatStallsEndsItsStreamOnly() {
    try (Http2Peer peer = Http2Peer.connect(port())) {
      peer.headers(1, false, fields());
      assertThat(peer.readResponse(1).status()).isEqualTo(408);
      peer.headers(3, false, fields());
      peer.data(3, true, new byte[] {'{', '}'});

      assertThat(peer.readResponse(3).status()).isEqualTo(204);
    }
    assertThat(lines.with("failed")).isEmpty();
  }

  private static String[] fields() {
    return new String[] {
      ":method",
      "POST",
      ":scheme",
      "http",
      ":authority",
      "localhost",
      ":path",
      "/login",
      "x-lychgate-csrf",
      "1"
    };
  }
}
