package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that has too few file descriptors for its clients (RLIMIT_NOFILE). */
@EnabledOnOs(OS.LINUX)
final class DescriptorShortageIT {
  /** Above the JVM's own open files, whose number depends on the jars. */
  private static final int LIMIT = 420;

  private static final int ROUNDS = 20;

  private static final int LOW_LIMIT = 200;
  private static final int LOW_ROUNDS = 8;
  private static final int FLOOD = 135;

  /** Tolerance for descriptors of class loading and of the gateway's own work. */
  private static final int SLACK = 10;

  /** Requests of each kind in a round. */
  private static final int REQUESTS = 3;

  /** Connections are spread over the loops by a hash of their addresses. This many reach each of a few loops. */
  private static final int REQUESTS_TO_ALL_LOOPS = 10;

  private static final Duration RECOVERY = Duration.ofSeconds(10);

  @TempDir
  Path directory;

  private final SSLContext tls = TestCertificates.trustingAll();
  private final ExecutorService clients = Executors.newCachedThreadPool();

  @Test
  void everyListenerServesAgainAfterTwentyShortages() throws Exception {
    try (OriginServer origin = new OriginServer().text("/up", "from upstream")) {
      configure(origin.port());
      try (ForkedGateway gateway =
              ForkedGateway.startWithDescriptors(directory, LIMIT).awaitStart();
          Http3Client http3 = Http3Client.connect(gateway.port("secure"))) {
        expectServed(gateway, REQUESTS);
        int own = gateway.descriptors();

        for (int round = 0; round < ROUNDS; round++) {
          // Between some free descriptors and none: accepting fails, or connecting to the upstream
          // fails.
          Await.until(() -> assertThat(gateway.descriptors()).isLessThanOrEqualTo(own + SLACK));
          int idle = LIMIT - own - ROUNDS + 2 * round;
          List<SocketChannel> silent = connectSilently(gateway, idle);
          expectServed(gateway, REQUESTS);
          assertThat(http3.get("/up").await().text()).isEqualTo("from upstream");
          expectAdmin(gateway);
          for (SocketChannel each : silent) {
            each.close();
          }
        }

        // A case that the budget cannot predict: the kernel itself refuses descriptors.
        gateway.limitDescriptors(gateway.descriptors() + 1);
        for (Future<String> response : requestAll(gateway, REQUESTS)) {
          assertThat(response.get()).isNotNull();
        }
        gateway.limitDescriptors(LIMIT);

        Await.within(RECOVERY, () -> expectServed(gateway, REQUESTS_TO_ALL_LOOPS));
        assertThat(http3.get("/up").await().text()).isEqualTo("from upstream");
        Await.within(
            RECOVERY,
            () -> assertThat(count(gateway, "WARN .*file descriptors:"))
                .isPositive()
                .isEqualTo(count(gateway, "INFO .*file descriptors:")));
        assertThat(gateway.err()).doesNotContain("\tat ", "Exception");
      }
    } finally {
      clients.shutdownNow();
    }
  }

  /** The name of the server has two addresses, so that connects to both may run at once. */
  @Test
  void requestWithoutADescriptorForItsConnectionIsRefusedWithTheReason() throws Exception {
    try (OriginServer origin = new OriginServer().text("/up", "from upstream")) {
      configure(origin.port());
      try (ForkedGateway gateway =
          ForkedGateway.startWithDescriptors(directory, LIMIT).awaitStart()) {
        expectServed(gateway, REQUESTS_TO_ALL_LOOPS);
        int own = gateway.descriptors();
        loadClassesOfAShortage(gateway, own);

        try (Http1Peer client = Http1Peer.on(plain(gateway.port("plain")))) {
          assertThat(status(client, "/up")).isEqualTo(200);
          Await.until(() -> assertThat(openToServers(gateway)).isZero());
          gateway.limitDescriptors(3);
          for (int i = 0; i < REQUESTS_TO_ALL_LOOPS; i++) {
            Http1Peer.Response refused = client.send(get("/up")).read();
            assertThat(refused.status()).as(gateway.err()).isEqualTo(503);
            assertThat(refused.head().toLowerCase(Locale.ROOT))
                .contains("proxy-status: lychgate; error=connection_limit_reached");
          }
          gateway.limitDescriptors(LIMIT);

          Await.within(RECOVERY, () -> assertThat(status(client, "/up")).isEqualTo(200));
        }
        Await.until(() -> assertThat(gateway.descriptors()).isLessThanOrEqualTo(own + SLACK));
        assertThat(gateway.err()).doesNotContain("\tat ", "Exception");
      }
    }
  }

  /** The limit is too low for a process that has each library open as a jar of its own. */
  @Test
  void adminPlaneRespondsDuringFloodsWithALimitOf200() throws Exception {
    assumeTrue(ForkedJava.isPackaged(), "not packaged (expected: a run of the whole build)");
    try (OriginServer origin = new OriginServer().text("/up", "from upstream")) {
      configure(origin.port());
      try (ForkedGateway gateway =
          ForkedGateway.startWithDescriptors(directory, LOW_LIMIT).awaitStart()) {
        expectServed(gateway, REQUESTS);
        int own = gateway.descriptors();
        assertThat(own).isLessThan(LOW_LIMIT / 2);

        for (int round = 0; round < LOW_ROUNDS; round++) {
          Await.until(() -> assertThat(gateway.descriptors()).isLessThanOrEqualTo(own + SLACK));
          List<SocketChannel> silent = connectSilently(gateway, FLOOD);
          for (int i = 0; i < REQUESTS; i++) {
            expectLiveness(gateway);
          }
          expectServed(gateway, REQUESTS);
          for (SocketChannel each : silent) {
            each.close();
          }
        }
        assertThat(gateway.err()).doesNotContain("\tat ", "Exception");
      }
    } finally {
      clients.shutdownNow();
    }
  }

  /** Without a descriptor, no class can be loaded from a folder. */
  private static void loadClassesOfAShortage(ForkedGateway gateway, int own) throws IOException {
    try (Http1Peer client = Http1Peer.on(plain(gateway.port("plain")))) {
      assertThat(status(client, "/dead")).isEqualTo(502);
      // More than the limit: `own` may count connections that have closed since.
      List<SocketChannel> silent = connectSilently(gateway, LIMIT);
      Await.until(() -> assertThat(count(gateway, "WARN .*file descriptors:")).isPositive());
      assertThat(status(client, "/up")).isIn(200, 503);
      for (SocketChannel each : silent) {
        each.close();
      }
    }
    Await.until(() -> assertThat(gateway.descriptors()).isLessThanOrEqualTo(own + SLACK));
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static int status(Http1Peer client, String path) {
    return client.send(get(path)).read().status();
  }

  /** Returns the number of connections to servers. They close after a short idle time. */
  private static double openToServers(ForkedGateway gateway) {
    return Commands.curl("https://127.0.0.1:" + gateway.adminPort() + "/metrics")
        .expectSuccess()
        .out()
        .lines()
        .filter(line -> line.startsWith("lychgate_upstream_connections_open{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static long count(ForkedGateway gateway, String line) {
    return Pattern.compile(line).matcher(gateway.err()).results().count();
  }

  /** Opens half of the connections over plain TCP, and half on the TLS port without a handshake. */
  private static List<SocketChannel> connectSilently(ForkedGateway gateway, int number)
      throws IOException {
    List<SocketChannel> silent = new ArrayList<>();
    int[] ports = {gateway.port("plain"), gateway.port("secure")};
    for (int i = 0; i < number; i++) {
      SocketChannel socket = SocketChannel.open();
      socket.configureBlocking(false);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports[i % 2]));
      silent.add(socket);
    }
    return silent;
  }

  private void expectServed(ForkedGateway gateway, int requests) throws Exception {
    List<Future<String>> responses = requestAll(gateway, requests);
    for (int i = 0; i < responses.size(); i++) {
      assertThat(responses.get(i).get()).isEqualTo(i % 2 == 0 ? "from disk" : "from upstream");
    }
  }

  /** Requests a file and a proxied response in turn, on both listeners. */
  private List<Future<String>> requestAll(ForkedGateway gateway, int requests) {
    List<Future<String>> responses = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      responses.add(request(() -> plain(gateway.port("plain")), "/file.txt"));
      responses.add(request(() -> plain(gateway.port("plain")), "/up"));
      responses.add(request(() -> secure(gateway.port("secure")), "/file.txt"));
      responses.add(request(() -> secure(gateway.port("secure")), "/up"));
    }
    return responses;
  }

  private void expectLiveness(ForkedGateway gateway) throws IOException {
    try (Http1Peer admin = Http1Peer.on(secure(gateway.adminPort()))) {
      Http1Peer.Response response =
          admin.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
      assertThat(response.status()).isEqualTo(200);
    }
  }

  private void expectAdmin(ForkedGateway gateway) throws IOException {
    try (Http1Peer admin = Http1Peer.on(secure(gateway.adminPort()))) {
      int status =
          admin.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read().status();
      assertThat(status).isBetween(200, 399);
    }
  }

  private Future<String> request(Callable<Socket> connect, String path) {
    return clients.submit(() -> {
      try (Http1Peer peer = Http1Peer.on(connect.call())) {
        return peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .read()
            .body();
      } catch (Exception | AssertionError failed) {
        return failed.toString();
      }
    });
  }

  private static Socket plain(int port) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private Socket secure(int port) throws IOException {
    return tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
  }

  private void configure(int originPort) throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("files"));
    Files.writeString(directory.resolve("files/file.txt"), "from disk");
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - { name: plain, address: "127.0.0.1:0" }
          - name: secure
            address: 127.0.0.1:0
            protocols: [ http/1.1, h2, h3 ]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams:
          app: { servers: [ "http://localhost:%d" ], keepAliveIdle: 100ms }
          dead: { servers: [ "http://127.0.0.1:9" ] }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/up" }, proxy: { upstream: app } }
              - { match: { path: "/dead" }, proxy: { upstream: dead } }
              - { match: { path: "/*" }, static: { root: files } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(originPort));
  }
}
