package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TlsPeer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS connections that are passed on by their server name, to a server that gets each byte as the client sent it. */
final class PassthroughIT {
  private static final int PATIENCE_MILLIS = 15_000;

  @TempDir
  static Path directory;

  private static ServerSocket raw;
  private static GatewayProcess gateway;
  private static String yaml;
  private static int unused;

  /** The connections that the raw server has accepted. */
  private static final BlockingQueue<Socket> ACCEPTED = new ArrayBlockingQueue<>(64);

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost", "www.wild.example");
    raw = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(PassthroughIT::accept, "raw-server");
    accepting.setDaemon(true);
    accepting.start();
    unused = FreePort.find();
    yaml = """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [ h2, http/1.1 ]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            timeouts: { drain: 1s }
            limits: { maxConnectionsPerAddress: 1000 }
            passthrough:
              - { hosts: [ raw.example, "*.wild.example" ], servers: [ "127.0.0.1:${RAW}" ] }
              - { hosts: [ v1.example ], servers: [ "127.0.0.1:${RAW}" ], proxyProtocol: v1 }
              - { hosts: [ v2.example ], servers: [ "127.0.0.1:${RAW}" ], proxyProtocol: v2 }
              - { hosts: [ brief.example ], servers: [ "127.0.0.1:${RAW}" ], idleTimeout: 1s }
              - { hosts: [ away.example ], servers: [ "127.0.0.1:${UNUSED}" ] }
              - { hosts: [ unknown.example ], servers: [ "no-such-host.invalid:443" ] }
              - { hosts: [ half.example ],
                  servers: [ "127.0.0.1:${UNUSED}", "127.0.0.1:${RAW}", "localhost:${UNUSED}" ] }
              - { hosts: [ go.example ], servers: [ "localhost:${GO:-1}" ] }
          - name: proxied
            address: 127.0.0.1:0
            protocols: [ http/1.1 ]
            proxyProtocol: { from: [ 127.0.0.1 ] }
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            passthrough:
              - { hosts: [ v1.example ], servers: [ "127.0.0.1:${RAW}" ], proxyProtocol: v1 }
        sites:
          - hosts: [ "*" ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: "from the gateway" } } ]
        admin: { address: "127.0.0.1:0" }
        accessLog: access.log
        """;
    gateway = GatewayProcess.start(directory, yaml, environment(1));
  }

  private static Map<String, String> environment(int goPort) {
    return Map.of(
        "RAW",
        Integer.toString(raw.getLocalPort()),
        "UNUSED",
        Integer.toString(unused),
        "GO",
        Integer.toString(goPort));
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    raw.close();
  }

  private static void accept() {
    while (!raw.isClosed()) {
      try {
        Socket accepted = raw.accept();
        accepted.setSoTimeout(PATIENCE_MILLIS);
        ACCEPTED.add(accepted);
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static Socket accepted() throws InterruptedException {
    Socket next = ACCEPTED.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    assertThat(next).as("a connection to the server").isNotNull();
    return next;
  }

  private static Socket connect(String listener) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port(listener));
    client.setSoTimeout(PATIENCE_MILLIS);
    client.setTcpNoDelay(true);
    return client;
  }

  /** Returns the first flight of a TLS client. */
  private static byte[] hello(String name) {
    try {
      SSLEngine engine = TestCertificates.trustingAll().createSSLEngine(name, 443);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(name)));
      engine.setSSLParameters(parameters);
      ByteBuffer out = ByteBuffer.allocate(64 * 1024);
      engine.wrap(ByteBuffer.allocate(0), out);
      byte[] bytes = new byte[out.flip().remaining()];
      out.get(bytes);
      return bytes;
    } catch (SSLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(Socket... sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static boolean isEnded(InputStream in) throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"raw.example", "RAW.example", "a.wild.example", "a.b.wild.example"})
  void serverGetsTheClientHelloUnchanged(String name) throws Exception {
    byte[] hello = hello(name);
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello);
      try (Socket server = accepted()) {
        assertThat(server.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
        server.getOutputStream().write("anything".getBytes(StandardCharsets.US_ASCII));
        assertThat(client.getInputStream().readNBytes(8)).asString().isEqualTo("anything");
        client.getOutputStream().write("more".getBytes(StandardCharsets.US_ASCII));
        assertThat(server.getInputStream().readNBytes(4)).asString().isEqualTo("more");
      }
      assertThat(isEnded(client.getInputStream())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100})
  void clientHelloInPiecesIsPassedOn(int piece) throws Exception {
    byte[] hello = hello("raw.example");
    try (Socket client = connect("tls")) {
      for (int at = 0; at < hello.length; at += piece) {
        client.getOutputStream().write(hello, at, Math.min(piece, hello.length - at));
      }
      try (Socket server = accepted()) {
        assertThat(server.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
      }
    }
  }

  /** A name of a certificate wins over a pattern, and other names get the certificate of the listener. */
  @ParameterizedTest
  @CsvSource({"localhost", "www.wild.example", "wild.example", "other.example"})
  void otherNamesAreServedByTheGateway(String name) {
    assertThat(TlsPeer.certificateOf(gateway.port("tls"), name)).isEqualTo("CN=localhost");
  }

  @Test
  void serverGetsAHeaderBeforeTheClientHello() throws Exception {
    byte[] hello = hello("v1.example");
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello);
      String expected = "PROXY TCP4 127.0.0.1 127.0.0.1 " + client.getLocalPort() + " "
          + gateway.port("tls") + "\r\n";
      try (Socket server = accepted()) {
        assertThat(server.getInputStream().readNBytes(expected.length()))
            .asString()
            .isEqualTo(expected);
        assertThat(server.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
      }
    }
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello("v2.example"));
      try (Socket server = accepted()) {
        byte[] header = server.getInputStream().readNBytes(28);
        assertThat(header[12]).isEqualTo((byte) 0x21);
        assertThat(ByteBuffer.wrap(header).getShort(24)).isEqualTo((short) client.getLocalPort());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TCP4 203.0.113.7 127.0.0.1, TCP4 203.0.113.7 127.0.0.1",
    "TCP6 2001:db8::7 ::1, TCP6 2001:db8::7 ::ffff:127.0.0.1"
  })
  void headerHasTheClientThatAProxyHasNamed(String sent, String passed) throws Exception {
    try (Socket client = connect("proxied")) {
      client
          .getOutputStream()
          .write(("PROXY " + sent + " 40000 443\r\n").getBytes(StandardCharsets.US_ASCII));
      client.getOutputStream().write(hello("v1.example"));
      try (Socket server = accepted()) {
        String expected = "PROXY " + passed + " 40000 " + gateway.port("proxied") + "\r\n";
        assertThat(server.getInputStream().readNBytes(expected.length()))
            .asString()
            .isEqualTo(expected);
      }
    }
  }

  /** A server that rejects a client closes with unread input, so that its last bytes come just before a RST. */
  @Test
  void lastBytesOfAServerThatResetsReachAClientThatIsSending() throws Exception {
    byte[] hello = hello("raw.example");
    byte[] alert = {21, 3, 3, 0, 2, 2, 40};
    for (int i = 0; i < 20; i++) {
      Thread flood;
      try (Socket client = connect("tls")) {
        client.getOutputStream().write(hello);
        flood = new Thread(() -> sendUntilClosed(client), "flood");
        flood.start();
        try (Socket server = accepted()) {
          server.getInputStream().readNBytes(1024 * 1024);
          server.getOutputStream().write(alert);
        }

        assertThat(client.getInputStream().readNBytes(alert.length)).isEqualTo(alert);
      }
      flood.join();
    }
  }

  private static void sendUntilClosed(Socket client) {
    try {
      while (true) {
        client.getOutputStream().write(new byte[64 * 1024]);
      }
    } catch (IOException closed) {
      // The connection is over.
    }
  }

  /** A TCP connection whose client has ended its direction still gets all of a long response. */
  @Test
  void clientThatHasEndedItsDirectionGetsTheWholeResponse() throws Exception {
    int size = 32 * 1024 * 1024;
    byte[] hello = hello("raw.example");
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello);
      client.shutdownOutput();
      try (Socket server = accepted()) {
        assertThat(server.getInputStream().readAllBytes()).isEqualTo(hello);
        Thread sending = sending(server, size);
        assertThat(readSlowly(client)).isEqualTo(size);
        sending.join();
      }
    }
  }

  @Test
  void serverThatHasEndedItsDirectionGetsTheWholeRequest() throws Exception {
    int size = 32 * 1024 * 1024;
    byte[] hello = hello("raw.example");
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello);
      try (Socket server = accepted()) {
        server.getInputStream().readNBytes(hello.length);
        server.shutdownOutput();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        Thread sending = sending(client, size);
        assertThat(readSlowly(server)).isEqualTo(size);
        sending.join();
      }
    }
  }

  /** A client that does not read stops the server, instead of filling the gateway's memory. */
  @Test
  void serverIsNotReadWhileTheClientDoesNotRead() throws Exception {
    Socket server;
    Thread sending;
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello("raw.example"));
      server = accepted();
      double before = bytes("out");
      sending = sending(server, 256 * 1024 * 1024);
      long passed =
          Await.still(() -> (long) (bytes("out") - before), java.time.Duration.ofSeconds(2));
      // The sockets' buffers, and a few reads.
      assertThat(passed).isLessThan(32L * 1024 * 1024);
    }
    try (server) {
      sending.join(PATIENCE_MILLIS);
      assertThat(sending.isAlive()).isFalse();
    }
  }

  private static Thread sending(Socket socket, int size) {
    Thread thread = new Thread(
        () -> {
          try {
            OutputStream out = socket.getOutputStream();
            byte[] part = new byte[64 * 1024];
            for (int left = size; left > 0; left -= part.length) {
              out.write(part);
            }
            socket.shutdownOutput();
          } catch (IOException gone) {
            // The other side has left: the test checks what it has read.
          }
        },
        "sending");
    thread.start();
    return thread;
  }

  /** Reads so slowly at first that all buffers fill. */
  private static long readSlowly(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] part = new byte[256 * 1024];
    long all = 0;
    for (int n = in.read(part, 0, 1024); n >= 0; n = in.read(part)) {
      all += n;
      if (all < 1_000_000) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
    return all;
  }

  @Test
  void silentConnectionEndsAfterTheIdleTimeout() throws Exception {
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello("brief.example"));
      try (Socket server = accepted()) {
        server.getInputStream().readNBytes(hello("brief.example").length);

        assertThat(isEnded(client.getInputStream())).isTrue();
        assertThat(isEnded(server.getInputStream())).isTrue();
      }
    }
    expectLine("\"host\":\"brief.example\".*\"proxy_status\":\"connection_read_timeout\"");
  }

  @Test
  void nextServerIsTriedIfOneRefuses() throws Exception {
    for (int i = 0; i < 4; i++) {
      try (Socket client = connect("tls")) {
        client.getOutputStream().write(hello("half.example"));
        end(accepted());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"away.example, connection_refused", "unknown.example, dns_error"})
  void connectionWithoutAServerIsClosedCountedAndLogged(String name, String reason)
      throws Exception {
    double before = connections("failed");
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello(name));

      assertThat(isEnded(client.getInputStream())).isTrue();
    }
    Await.until(() -> assertThat(connections("failed")).isEqualTo(before + 1));
    expectLine("\"host\":\"" + name + "\".*\"proxy_status\":\"" + reason + "\"");
  }

  @Test
  void endedConnectionIsCountedAndLogged() throws Exception {
    double opened = connections("opened");
    double in = bytes("in");
    double out = bytes("out");
    double failed = gateway.metric("lychgate_handshakes_failed_total", "listener=\"tls\"");
    byte[] hello = hello("log.wild.example");
    try (Socket client = connect("tls")) {
      client.getOutputStream().write(hello);
      try (Socket server = accepted()) {
        server.getOutputStream().write(new byte[100]);
        client.getInputStream().readNBytes(100);
      }
    }
    expectLine(
        "\"client\":\"127.0.0.1\",\"protocol\":\"passthrough\",\"host\":\"log.wild.example\","
            + "\"bytes\":100,\"bytes_in\":" + hello.length
            + ",\"duration_us\":[0-9]+,\"upstream\":\"127.0.0.1:" + raw.getLocalPort() + "\"}");
    assertThat(connections("opened")).isEqualTo(opened + 1);
    assertThat(bytes("in")).isEqualTo(in + hello.length);
    assertThat(bytes("out")).isEqualTo(out + 100);
    assertThat(gateway.metric("lychgate_handshakes_failed_total", "listener=\"tls\""))
        .isEqualTo(failed);
  }

  @Test
  void goServerTerminatesItsOwnTls() throws Exception {
    assumeTrue(Program.isOnPath("go"), "go: not on PATH (expected: Go, to build a TLS server)");
    TestCertificates.write(directory, "go", "go.example");
    Path program = directory.resolve("tls-server").toAbsolutePath();
    Program.run(
            Path.of("src/test/e2e/tls/server").toAbsolutePath(),
            "go",
            "build",
            "-o",
            program.toString(),
            ".")
        .expectGood();
    Process server = new ProcessBuilder(
            program.toString(),
            directory.resolve("go.pem").toString(),
            directory.resolve("go.key").toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      String port = server.inputReader().readLine();
      Path folder = Files.createDirectories(directory.resolve("go-gateway"));
      TestCertificates.write(folder, "site", "localhost", "www.wild.example");
      try (GatewayProcess other =
          GatewayProcess.start(folder, yaml, environment(Integer.parseInt(port)))) {
        expectGoServer(other.port("tls"));
      }
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  private static void expectGoServer(int port) throws IOException {
    String[] trusting = {
      "--cacert",
      directory.resolve("go.pem").toString(),
      "--resolve",
      "go.example:" + port + ":127.0.0.1"
    };
    String base = "https://go.example:" + port;
    for (String protocol : new String[] {"--http2", "--http1.1"}) {
      assertThat(curl(trusting, protocol, base + "/hello"))
          .startsWith(protocol.equals("--http2") ? "HTTP/2.0 go.example" : "HTTP/1.1 go.example");
      assertThat(curl(
              trusting,
              protocol,
              "-o",
              "/dev/null",
              "-w",
              "%{size_download}",
              base + "/bytes?n=50000000"))
          .isEqualTo("50000000");
      Path body = Files.write(directory.resolve("body"), new byte[20_000_000]);
      assertThat(curl(trusting, protocol, "--data-binary", "@" + body, base + "/count")
              .strip())
          .isEqualTo("20000000");
    }
  }

  /** Runs curl with verification of the certificate, unlike {@link Commands#curl}. */
  private static String curl(String[] first, String... more) {
    String[] all = java.util.stream.Stream.of(new String[] {"-sS", "--max-time", "60"}, first, more)
        .flatMap(java.util.Arrays::stream)
        .toArray(String[]::new);
    return Commands.finish(Commands.start("curl", all)).expectSuccess().out();
  }

  private static void expectLine(String pattern) {
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("access.log"))).containsPattern(pattern));
  }

  private static double connections(String outcome) {
    return gateway.metric("lychgate_passthrough_connections_total", "outcome=\"" + outcome + "\"");
  }

  private static double bytes(String direction) {
    return gateway.metric("lychgate_passthrough_bytes_total", "direction=\"" + direction + "\"");
  }
}
