package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Names on one connection. The first certificate of the listener {@code tls} is valid for a.example, b.example and *.shop.example,
 * the second for c.example; that of the listener {@code other} is valid for d.example.
 */
final class ConnectionPoolingIT {
  private static final int ORIGIN = 0x0c;

  @TempDir
  static Path directory;

  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "ab", "a.example", "b.example", "*.shop.example");
    TestCertificates.write(directory, "c", "c.example");
    TestCertificates.write(directory, "d", "d.example");
    gateway = GatewayProcess.start(directory, yaml(true), Map.of());
  }

  private static String yaml(boolean originFrame) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            originFrame: %s
            tls:
              certificates: [ { chain: ab.pem, key: ab.key }, { chain: c.pem, key: c.key } ]
            passthrough: [ { hosts: [ p.shop.example ], servers: [ "127.0.0.1:9" ] } ]
          - name: other
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: d.pem, key: d.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        sites:
          - hosts: [ a.example, b.example, "*.shop.example", x.shop.example, c.example, d.example, e.example ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: served } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(originFrame);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** Returns the status of a request for a host on a connection for another server name. */
  private static String status(String version, String serverName, String host) {
    int port = gateway.port("tls");
    return Commands.curl(
            version,
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--resolve",
            serverName + ":" + port + ":127.0.0.1",
            "-H",
            "Host: " + host,
            "https://" + serverName + ":" + port + "/")
        .expectSuccess()
        .out();
  }

  @ParameterizedTest
  @CsvSource({
    "a.example, a.example, 200",
    "a.example, b.example, 200",
    "a.example, y.shop.example, 200",
    "a.example, c.example, 421",
    "a.example, d.example, 421",
    "a.example, p.shop.example, 421",
    "a.example, e.example, 200",
    "a.example, unknown.example, 421",
    "c.example, c.example, 200",
    "c.example, a.example, 421",
    "unknown.example, a.example, 200"
  })
  void servesTheNamesOfTheCertificateOfTheConnection(String serverName, String host, String status)
      throws Exception {
    assertThat(status("--http1.1", serverName, host)).isEqualTo(status);
    assertThat(status("--http2", serverName, host)).isEqualTo(status);
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), serverName)) {
      Http3Request request = client.open();
      request.headers(Http3Request.head("GET", "/").authority(host), true);
      Await.until(() -> assertThat(request.status()).isEqualTo(Integer.parseInt(status)));
    }
  }

  @Test
  void servesAllNamesWithoutTls() {
    String url = "http://127.0.0.1:" + gateway.port("plain") + "/";
    assertThat(Commands.curl("-H", "Host: d.example", url).expectSuccess().out())
        .isEqualTo("served");
  }

  @Test
  void retryOnAnotherConnectionIsPossibleAfter421() {
    try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
      client.headers(1, true, get("c.example"));
      assertThat(client.readResponse(1).status()).isEqualTo(421);
      client.headers(3, true, get("b.example"));
      assertThat(client.readResponse(3).status()).isEqualTo(200);
    }
  }

  private static String[] get(String authority) {
    return get("https", authority);
  }

  private static String[] get(String scheme, String authority) {
    return new String[] {":method", "GET", ":scheme", scheme, ":authority", authority, ":path", "/"
    };
  }

  @Test
  void http2ConnectionBeginsWithItsOrigins() {
    try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
      assertThat(client.read().type()).isEqualTo(Http2Peer.SETTINGS);
      Frame frame = client.read();
      assertThat(frame.type()).isEqualTo(ORIGIN);
      assertThat(frame.stream()).isZero();
      assertThat(frame.flags()).isZero();
      assertThat(origins(frame.payload())).isEqualTo(expectedOrigins());
    }
  }

  @Test
  void http3ConnectionBeginsWithItsOrigins() throws Exception {
    try (RawHttp3Peer client = RawHttp3Peer.connect(gateway.port("tls"))) {
      String last = expectedOrigins().get(2);
      Await.until(() -> assertThat(client.ofGateway())
          .anySatisfy(
              stream -> assertThat(new String(stream.received(), StandardCharsets.ISO_8859_1))
                  .contains(last)));
      byte[] control = client.ofGateway().stream()
          .map(stream -> stream.received())
          .filter(bytes -> bytes[0] == 0)
          .findFirst()
          .orElseThrow();
      // The type of the stream, the type and the length of SETTINGS.
      assertThat(control[1]).isEqualTo((byte) 4);
      int origin = 3 + control[2];
      assertThat(control[origin]).isEqualTo((byte) ORIGIN);
      int length = ByteBuffer.wrap(control).getInt(origin + 1) & 0x3fff_ffff;
      int from = origin + 1 + Integer.BYTES;
      assertThat(origins(Arrays.copyOfRange(control, from, from + length)))
          .isEqualTo(expectedOrigins());
    }
  }

  private static List<String> expectedOrigins() {
    int port = gateway.port("tls");
    return List.of(
        "https://a.example:" + port, "https://b.example:" + port, "https://x.shop.example:" + port);
  }

  private static List<String> origins(byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(payload);
    List<String> origins = new ArrayList<>();
    while (in.hasRemaining()) {
      byte[] entry = new byte[in.getShort()];
      in.get(entry);
      origins.add(new String(entry, StandardCharsets.US_ASCII));
    }
    return origins;
  }

  @Test
  void sendsNoOriginsWithoutTlsOrIfDisabled() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      client.headers(1, true, get("http", "a.example"));
      assertThat(client.readResponse(1).status()).isEqualTo(200);
      assertThat(client.trace()).noneMatch(frame -> frame.type() == ORIGIN);
    }
    gateway.apply(yaml(false));
    try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
      client.headers(1, true, get("a.example"));
      assertThat(client.readResponse(1).status()).isEqualTo(200);
      assertThat(client.trace()).noneMatch(frame -> frame.type() == ORIGIN);
    } finally {
      gateway.apply(yaml(true));
    }
  }

  @Test
  void reportsConnectionsThatCouldBeOne() {
    AdminPeer admin = AdminPeer.login(gateway.adminPort());
    try (Http2Peer one = Http2Peer.connectTls(gateway.port("tls"));
        Http2Peer two = Http2Peer.connectTls(gateway.port("tls"))) {
      one.headers(1, true, get("a.example"));
      assertThat(one.readResponse(1).status()).isEqualTo(200);
      two.headers(1, true, get("b.example"));
      assertThat(two.readResponse(1).status()).isEqualTo(200);

      JsonNode group = admin.get("/connections:pooling").at("/items/0");
      assertThat(group.get("hosts").toString()).isEqualTo("[\"a.example\",\"b.example\"]");
      assertThat(group.get("reason").asString()).isEqualTo("clients");
      assertThat(group.get("savable").intValue()).isEqualTo(1);
    }
  }
}
