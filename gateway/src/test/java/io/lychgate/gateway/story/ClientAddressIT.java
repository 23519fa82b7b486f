package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address of a client behind proxies: PROXY protocol and forwarding fields, true and forged. */
final class ClientAddressIT {
  private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};
  private static final int PROXY = 0x21;
  private static final int LOCAL = 0x20;
  private static final int TCP4 = 0x11;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start().otherwise(visit -> visit.respond(200, visit.head()));
    gateway =
        GatewayProcess.start(directory, """
        listeners:
          - { name: proxied, address: "127.0.0.1:0", proxyProtocol: { from: [ 127.0.0.0/8 ] },
              limits: { maxConnectionsPerAddress: 2 } }
          - { name: tls, address: "127.0.0.1:0", protocols: [ h2, http/1.1 ],
              proxyProtocol: { from: [ 127.0.0.1 ] },
              tls: { certificates: [ { chain: site.pem, key: site.key } ] } }
          - { name: binary, address: "127.0.0.1:0",
              proxyProtocol: { from: [ 127.0.0.1 ], versions: [ v2 ] } }
          - { name: strict, address: "127.0.0.1:0", proxyProtocol: { from: [ 192.0.2.0/24 ] } }
          - { name: lenient, address: "127.0.0.1:0",
              proxyProtocol: { from: [ 192.0.2.0/24 ], others: plain } }
          - { name: direct, address: "127.0.0.1:0" }
          - { name: trusted, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8, 10.0.0.0/8 ] }
          - { name: elements, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8 ],
              forwarded: rfc7239 }
          - { name: both, address: "127.0.0.1:0", proxyProtocol: { from: [ 127.0.0.1 ] },
              trustedProxies: [ 10.0.0.0/8 ] }
          - { name: open, address: "127.0.0.1:0", proxyFields: always }
          - { name: closed, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8 ],
              proxyFields: never }
        upstreams: { app: { servers: [ "http://127.0.0.1:${ORIGIN}" ] } }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        accessLog: access.log
        """, Map.of("ORIGIN", Integer.toString(origin.port())));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static Http1Peer connect(String listener) {
    return Http1Peer.connect(gateway.port(listener));
  }

  private static String get(String path, String... fields) {
    return "GET " + path + " HTTP/1.1\r\nhost: localhost\r\n"
        + String.join("", List.of(fields).stream().map(field -> field + "\r\n").toList()) + "\r\n";
  }

  /** Returns the request head that the origin received for this one. */
  private static List<String> forwarded(String listener, String... fields) {
    try (Http1Peer peer = connect(listener)) {
      return peer.send(get("/", fields)).read().body().lines().toList();
    }
  }

  private static byte[] v2(int command, int family, byte[] addresses) {
    return ByteBuffer.allocate(16 + addresses.length)
        .put(SIGNATURE)
        .put((byte) command)
        .put((byte) family)
        .putShort((short) addresses.length)
        .put(addresses)
        .array();
  }

  private static byte[] ipv4(int lastOctet) {
    return ByteBuffer.allocate(12)
        .put(new byte[] {(byte) 203, 0, 113, (byte) lastOctet, 127, 0, 0, 1})
        .putShort((short) 40_000)
        .putShort((short) 443)
        .array();
  }

  // PROXY protocol.

  @Test
  void addressOfAHeaderIsForwardedAndLogged() {
    try (Http1Peer peer = connect("proxied")) {
      peer.send("PROXY TCP4 203.0.113.7 127.0.0.1 40000 443\r\n");

      assertThat(peer.send(get("/v1")).read().body())
          .contains("x-forwarded-for: 203.0.113.7\n", "forwarded: for=203.0.113.7;");
    }
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .containsPattern("\"client\":\"203.0.113.7\",\"connection\".*\"/v1\""));
  }

  @Test
  void binaryHeaderWithAdditionsIsRead() {
    byte[] additions = ByteBuffer.allocate(12 + 300)
        .put(ipv4(8))
        .put(new byte[] {4, 1, 41 // NOOP of 297 bytes
        })
        .array();
    try (Http1Peer peer = connect("proxied")) {
      peer.send(v2(PROXY, TCP4, additions)).send(get("/"));

      assertThat(peer.read().body()).contains("x-forwarded-for: 203.0.113.8\n");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 13, 17})
  void headerInPiecesIsRead(int piece) {
    byte[] all = (new String(v2(PROXY, TCP4, ipv4(9)), StandardCharsets.ISO_8859_1) + get("/"))
        .getBytes(StandardCharsets.ISO_8859_1);
    try (Http1Peer peer = connect("proxied")) {
      for (int at = 0; at < all.length; at += piece) {
        peer.send(java.util.Arrays.copyOfRange(all, at, Math.min(all.length, at + piece)));
      }

      assertThat(peer.read().body()).contains("x-forwarded-for: 203.0.113.9\n");
    }
  }

  @Test
  void mappedAddressOfAHeaderIsIpv4() {
    try (Http1Peer peer = connect("proxied")) {
      peer.send("PROXY TCP6 ::ffff:203.0.113.7 ::1 40000 443\r\n").send(get("/"));

      assertThat(peer.read().body()).contains("x-forwarded-for: 203.0.113.7\n");
    }
  }

  @Test
  void connectionOfTheProxyItselfHasTheProxysAddress() {
    try (Http1Peer local = connect("proxied");
        Http1Peer unknown = connect("proxied")) {
      local.send(v2(LOCAL, 0, new byte[0])).send(get("/"));
      unknown.send("PROXY UNKNOWN\r\n").send(get("/"));

      assertThat(local.read().body()).contains("x-forwarded-for: 127.0.0.1\n");
      assertThat(unknown.read().body()).contains("x-forwarded-for: 127.0.0.1\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "PROXY TCP4 203.0.113.7\r\n",
        "PROXY TCP4 203.0.113.7 127.0.0.1 99999 443\r\n",
        "PROXY TCP4 300.0.113.7 127.0.0.1 40000 443\r\n",
        "PROXY TCP9 203.0.113.7 127.0.0.1 40000 443\r\n",
        "PROXY TCP4 203.0.113.7 127.0.0.1 40000 443"
            + "                                                                              "
            + "                                                                              \r\n"
      })
  void connectionWithoutAValidHeaderIsClosed(String bytes) throws IOException {
    double before = headers("malformed");
    double refused = refused("proxied");
    expectEnd("proxied", bytes.getBytes(StandardCharsets.ISO_8859_1));

    Await.until(() -> assertThat(headers("malformed")).isEqualTo(before + 1));
    Await.until(() -> assertThat(refused("proxied")).isEqualTo(refused + 1));
  }

  @Test
  void additionsAreBounded() throws IOException {
    double before = headers("malformed");
    expectEnd("proxied", v2(PROXY, TCP4, new byte[8192]));

    Await.until(() -> assertThat(headers("malformed")).isEqualTo(before + 1));
  }

  @Test
  void versionThatIsNotConfiguredIsRefused() throws IOException {
    expectEnd(
        "binary",
        "PROXY TCP4 203.0.113.7 127.0.0.1 40000 443\r\n".getBytes(StandardCharsets.ISO_8859_1));
    try (Http1Peer peer = connect("binary")) {
      peer.send(v2(PROXY, TCP4, ipv4(7))).send(get("/"));

      assertThat(peer.read().body()).contains("x-forwarded-for: 203.0.113.7\n");
    }
  }

  @Test
  void headerThatDoesNotComeInTimeEndsTheConnection() throws IOException {
    double before = headers("late");
    expectEnd("proxied", new byte[] {'P', 'R'});

    assertThat(headers("late")).isEqualTo(before + 1);
  }

  @Test
  void othersAreRefusedOrServedWithoutHeader() throws IOException {
    double before = headers("foreign");
    expectEnd("strict", new byte[0]);

    assertThat(headers("foreign")).isEqualTo(before + 1);
    assertThat(forwarded("lenient")).contains("x-forwarded-for: 127.0.0.1");
    // A header from another address is no request.
    try (Http1Peer peer = connect("lenient")) {
      peer.send("PROXY TCP4 203.0.113.7 127.0.0.1 40000 443\r\n" + get("/"));

      assertThat(peer.read().status()).isEqualTo(400);
    }
  }

  @Test
  void connectionsAreLimitedByTheirTrueClient() throws IOException {
    List<Http1Peer> open = new ArrayList<>();
    String header = "PROXY TCP4 198.51.100.%d 127.0.0.1 40000 443\r\n";
    try {
      for (int client = 1; client <= 3; client++) {
        for (int i = 0; i < 2; i++) {
          Http1Peer peer = connect("proxied").send(header.formatted(client)).send(get("/"));
          open.add(peer);
          assertThat(peer.read().status()).isEqualTo(200);
        }
      }
      expectEnd("proxied", header.formatted(1).getBytes(StandardCharsets.ISO_8859_1));
      open.remove(0).close();
      Await.until(() -> {
        try (Http1Peer next = connect("proxied")) {
          assertThat(next.send(header.formatted(1) + get("/")).read().status()).isEqualTo(200);
        } catch (IllegalStateException | java.io.UncheckedIOException refused) {
          throw new AssertionError(refused);
        }
      });
    } finally {
      open.forEach(Http1Peer::close);
    }
  }

  @Test
  void curlSendsAHeaderBeforeTls() {
    String answer = Commands.curl(
            "--haproxy-protocol",
            "--haproxy-clientip",
            "2001:db8::7",
            "https://localhost:" + gateway.port("tls") + "/")
        .out();
    if (answer.isEmpty()) {
      // Older versions send the address of their own socket.
      answer = Commands.curl("--haproxy-protocol", "https://localhost:" + gateway.port("tls") + "/")
          .expectSuccess()
          .out();
      assertThat(answer).contains("x-forwarded-for: 127.0.0.1\n", "x-forwarded-proto: https\n");
    } else {
      assertThat(answer).contains("x-forwarded-for: 2001:db8::7\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"send-proxy", "send-proxy-v2", "send-proxy-v2-ssl-cn"})
  void haproxyNamesTheClient(String header) throws IOException, InterruptedException {
    int port = FreePort.find();
    Path file = Files.writeString(directory.resolve(header + ".cfg"), """
        defaults
          mode tcp
          timeout connect 5s
          timeout client 30s
          timeout server 30s
        listen gate
          bind 127.0.0.1:%d
          server gateway 127.0.0.1:%d %s check %s
        """.formatted(
            port, gateway.port("tls"), header, "check-send-proxy"));
    Commands.Running haproxy = Commands.start("haproxy", "-db", "-f", file.toString());
    try {
      Await.until(() -> assertThat(Commands.curl(
                  "--http2",
                  "--interface",
                  "127.0.0.9",
                  "https://127.0.0.1:" + port + "/",
                  "-H",
                  "host: localhost")
              .out())
          .contains("x-forwarded-for: 127.0.0.9\n", "x-forwarded-proto: https\n"));
    } finally {
      haproxy.process().destroy();
      haproxy.process().waitFor();
    }
  }

  // Forwarding fields.

  @Test
  void fieldsOfAnUntrustedPeerAreDropped() {
    assertThat(forwarded(
            "direct",
            "x-forwarded-for: 6.6.6.6",
            "x-forwarded-proto: https",
            "x-forwarded-host: forged.example",
            "x-forwarded-port: 1",
            "forwarded: for=6.6.6.6;proto=https"))
        .contains("x-forwarded-for: 127.0.0.1", "x-forwarded-proto: http")
        .contains("x-forwarded-host: localhost")
        .noneMatch(line -> line.contains("6.6.6.6") || line.startsWith("x-forwarded-port"));
  }

  @Test
  void fieldsOfATrustedPeerAreExtended() {
    assertThat(forwarded(
            "trusted",
            "x-forwarded-for: 6.6.6.6, 203.0.113.7",
            "x-forwarded-for: 10.1.2.3",
            "x-forwarded-proto: https",
            "x-forwarded-host: shop.example",
            "x-forwarded-port: 443",
            "forwarded: for=6.6.6.6;proto=https"))
        .contains(
            "x-forwarded-for: 203.0.113.7, 10.1.2.3, 127.0.0.1",
            "x-forwarded-proto: https",
            "x-forwarded-host: shop.example",
            "x-forwarded-port: 443",
            "forwarded: for=203.0.113.7;host=\"shop.example\";proto=https, for=10.1.2.3, "
                + "for=127.0.0.1;host=\"localhost\";proto=http")
        .noneMatch(line -> line.contains("6.6.6.6"));
  }

  @Test
  void elementsOfATrustedPeerAreExtended() {
    assertThat(forwarded(
            "elements",
            "x-forwarded-for: 6.6.6.6",
            "x-forwarded-proto: http",
            "forwarded: for=\"[2001:db8::7]:4711\";proto=https"))
        .contains(
            "x-forwarded-for: 2001:db8::7, 127.0.0.1",
            "x-forwarded-proto: https",
            "forwarded: for=\"[2001:db8::7]:4711\";proto=https, "
                + "for=127.0.0.1;host=\"localhost\";proto=http");
  }

  @Test
  void fieldsOfProxiesAreKeptAsConfigured() {
    String[] fields = {"x-real-ip: 6.6.6.6", "true-client-ip: 6.6.6.6", "connection: x-real-ip"};

    assertThat(forwarded("open", fields[0], fields[1])).contains(fields[0], fields[1]);
    assertThat(forwarded("closed", fields)).noneMatch(line -> line.contains("6.6.6.6"));
    assertThat(forwarded("direct", fields)).noneMatch(line -> line.contains("6.6.6.6"));
  }

  @Test
  void clientOfATrustedPeerIsLogged() {
    try (Http1Peer peer = connect("trusted")) {
      // Two clients over one connection.
      peer.send(get("/first", "x-forwarded-for: 203.0.113.17")).read();
      peer.send(get("/second", "x-forwarded-for: 203.0.113.18")).read();
    }
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .containsPattern("\"client\":\"203.0.113.17\",\"peer\":\"127.0.0.1\".*\"/first\"")
        .containsPattern("\"client\":\"203.0.113.18\",\"peer\":\"127.0.0.1\".*\"/second\""));
  }

  @Test
  void headerNamesTheTrustedPeer() {
    try (Http1Peer trusted = connect("both");
        Http1Peer foreign = connect("both")) {
      trusted
          .send("PROXY TCP4 10.0.0.5 127.0.0.1 40000 443\r\n")
          .send(get("/", "x-forwarded-for: 203.0.113.7"));
      foreign
          .send("PROXY TCP4 198.51.100.5 127.0.0.1 40000 443\r\n")
          .send(get("/", "x-forwarded-for: 203.0.113.7"));

      assertThat(trusted.read().body()).contains("x-forwarded-for: 203.0.113.7, 10.0.0.5\n");
      assertThat(foreign.read().body()).contains("x-forwarded-for: 198.51.100.5\n");
    }
  }

  /** Sends bytes, and expects that the gateway ends the connection without a response. */
  private static void expectEnd(String listener, byte[] bytes) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port(listener))) {
      client.setSoTimeout(15_000);
      InputStream in = client.getInputStream();
      try {
        client.getOutputStream().write(bytes);
        assertThat(in.read()).isEqualTo(-1);
      } catch (java.net.SocketException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
    }
  }

  private static double headers(String outcome) {
    return gateway.metric("lychgate_proxy_headers_total", "outcome=\"" + outcome + "\"");
  }

  private static double refused(String listener) {
    return gateway.metric(
        "lychgate_handshakes_failed_total", "listener=\"" + listener + "\"", "reason=\"refused\"");
  }
}
