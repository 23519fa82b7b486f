package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.UdpRelay;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** QUIC connections on all event loops, and clients whose address changes while they are connected. */
@EachJdk
class QuicLoopsIT extends Http3Story {
  /** Enough connections for each loop to get some: the kernel distributes them by their addresses. */
  private static final int CLIENTS = 12 * Runtime.getRuntime().availableProcessors();

  private static final int PIECE = 420 * 1024;

  @Test
  void spreadsConnectionsOverAllLoops() throws Exception {
    origin.text("/hello", "hello");
    List<Http3Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        Http3Client more = Http3Client.connect(gateway.port("public"));
        clients.add(more);
        assertThat(more.get("/hello").await().text()).isEqualTo("hello");
      }
    } finally {
      clients.forEach(Http3Client::close);
    }

    assertThat(exchanges())
        .hasSize(Runtime.getRuntime().availableProcessors())
        .allMatch(n -> n > 0);
    assertThat(exchanges().stream().mapToLong(n -> n).sum()).isEqualTo(CLIENTS);
  }

  @Test
  void keepsTheConnectionOfAClientWhosePortChanges() throws Exception {
    origin.text("/hello", "hello");
    try (UdpRelay nat = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(nat.port())) {
      assertThat(behind.get("/hello").await().text()).isEqualTo("hello");

      // The kernel chooses a socket at random for each new port.
      for (int i = 0; i < 10; i++) {
        nat.rebind();
        assertThat(behind.get("/hello").await().text()).isEqualTo("hello");
        assertThat(nat.responsePorts()).contains(nat.outsidePort());
      }

      assertThat(behind.isOpen()).isTrue();
      assertThat(exchanges()).containsOnlyOnce(11L).filteredOn(n -> n != 11).allMatch(n -> n == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"::1", "::"})
  void keepsTheConnectionOverIpv6(String host) throws Exception {
    assumeThat(hasIpv6()).isTrue();
    origin.text("/hello", "hello");
    try (TestGateway second = TestGateway.start(config(host));
        UdpRelay nat = UdpRelay.to(ipv6Loopback(second.port("public")));
        Http3Client behind = Http3Client.connect(nat.port())) {
      for (int i = 0; i < 6; i++) {
        assertThat(behind.get("/hello").await().text()).isEqualTo("hello");
        nat.rebind();
      }
      assertThat(exchanges(second)).containsOnlyOnce(6L);
    }
  }

  @Test
  void respondsToTheClientAndNotToASpoofedAddress() throws Exception {
    Semaphore asked = new Semaphore(0);
    Semaphore response = new Semaphore(0);
    origin.on("/slow", exchange -> {
      asked.release();
      response.acquireUninterruptibly();
      OriginServer.respond(exchange, 200, "for the client".getBytes(StandardCharsets.UTF_8));
    });
    try (UdpRelay path = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(path.port())) {
      for (int i = 0; i < 3; i++) {
        Http3Request request = behind.get("/slow");
        asked.acquire();
        path.awaitAcknowledgements();

        path.forge();
        response.release();

        assertThat(request.await().text()).isEqualTo("for the client");
      }
    }
  }

  @Test
  void sendsGoAwayAfterManyMigrations() throws Exception {
    origin.text("/hello", "hello");
    try (UdpRelay nat = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(nat.port())) {
      for (int i = 0; i < 10; i++) {
        nat.rebind();
        assertThat(behind.get("/hello").await().text()).isEqualTo("hello");
      }
      assertThat(behind.goAways()).isEmpty();
      // Otherwise a late acknowledgement opens the new path, and GOAWAY precedes the next request.
      nat.awaitAcknowledgements();

      nat.rebind();

      assertThat(behind.get("/hello").await().text()).isEqualTo("hello");
      Await.until(() -> assertThat(behind.goAways()).isNotEmpty());
    }
  }

  @Test
  void keepsBodiesCompleteWhileThePortOfTheirClientChanges() throws Exception {
    CountDownLatch moved = new CountDownLatch(1);
    origin.on("/echo", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      // The response is requested from the last port.
      Await.latch(moved);
      OriginServer.respond(exchange, 200, body);
    });
    byte[] body = new byte[5 * PIECE];
    new Random(1).nextBytes(body);
    try (UdpRelay nat = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(nat.port())) {
      Http3Request request = behind.open();
      request.headers(Http3Request.head("POST", "/echo"), false);
      for (int at = 0; at < body.length; at += PIECE) {
        request.data(Arrays.copyOfRange(body, at, at + PIECE), at + PIECE == body.length);
        // In the middle of the piece, and not before the server has sent something to this port.
        int half = at + PIECE / 2;
        Await.until(() -> {
          assertThat(nat.toServer()).isGreaterThan(half);
          assertThat(nat.responsePorts()).contains(nat.outsidePort());
        });
        nat.rebindGently();
      }
      moved.countDown();

      request.await();
      assertThat(request.status()).isEqualTo(200);
      assertThat(request.bytes()).isEqualTo(body);
      assertThat(nat.responsePorts()).contains(nat.outsidePort()).hasSize(1 + body.length / PIECE);
    }
  }

  @Test
  void drainsTheConnectionsOfAllLoops() throws Exception {
    CountDownLatch response = new CountDownLatch(1);
    origin.text("/slow", "late", response);
    List<UdpRelay> nats = new ArrayList<>();
    List<Http3Client> clients = new ArrayList<>();
    List<Http3Request> inFlight = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        UdpRelay nat = UdpRelay.to(gateway.port("public"));
        nats.add(nat);
        Http3Client client = Http3Client.connect(nat.port());
        clients.add(client);
        nat.rebind();
        inFlight.add(client.get("/slow"));
      }
      Await.until(() -> assertThat(origin.requests()).hasSize(8));
      Thread drain = drain();
      for (Http3Client client : clients) {
        Await.until(() -> assertThat(client.goAways()).hasSize(2));
      }
      response.countDown();

      for (Http3Request request : inFlight) {
        assertThat(request.await().text()).isEqualTo("late");
      }
      for (Http3Client client : clients) {
        Await.until(
            () -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
      }
      drain.join();
    } finally {
      clients.forEach(Http3Client::close);
      nats.forEach(UdpRelay::close);
    }
  }

  @Test
  void reloadKeepsEverySocketAndItsConnections() throws Exception {
    origin.text("/hello", "hello");
    List<Http3Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        clients.add(Http3Client.connect(gateway.port("public")));
      }

      gateway.apply(config());

      for (Http3Client client : clients) {
        assertThat(client.get("/hello").await().text()).isEqualTo("hello");
      }
    } finally {
      clients.forEach(Http3Client::close);
    }
  }

  private static InetSocketAddress ipv6Loopback(int port) throws UnknownHostException {
    byte[] one = new byte[16];
    one[15] = 1;
    return new InetSocketAddress(InetAddress.getByAddress(one), port);
  }

  private static boolean hasIpv6() {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.bind(ipv6Loopback(0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private List<Long> exchanges() {
    return exchanges(gateway);
  }

  private static List<Long> exchanges(TestGateway gateway) {
    return gateway.observatory().loops().stream()
        .map((LoopObserver loop) -> loop.exchangesStarted(WireProtocol.HTTP_3))
        .toList();
  }
}
