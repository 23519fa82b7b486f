package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.LeakCheck;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TlsPeer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes: the right certificate, the right protocol, and no outdated version. */
@EachJdk
final class TlsIT {
  /** Connections that end in each way. */
  private static final int TIMES = 50;

  private static final int RELOADS = 3;

  /** RFC 8446 section 5.1. */
  private static final int HANDSHAKE_RECORD = 22;

  private static final String YAML = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [h2, http/1.1]
          tls:
            certificates: [ { chain: one.pem, key: one.key }, { chain: two.pem, key: two.key } ]
        - name: http1
          address: 127.0.0.1:0
          protocols: [http/1.1]
          tls: { certificates: [ { chain: one.pem, key: one.key } ] }
        - name: http3
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: one.pem, key: one.key } ] }
      sites: [ { hosts: [ "*" ], routes: [ { match: { path: "/*" }, static: { root: . } } ] } ]
      admin: { address: "127.0.0.1:0" }
      """;

  @TempDir
  static Path directory;

  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "one", "one.example", "localhost");
    TestCertificates.write(directory, "two", "two.example", "*.two.example");
    gateway = GatewayProcess.start(directory, YAML, Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static TlsPeer connect(String name, int crumb, String version, String... protocols) {
    return TlsPeer.connect(gateway.port("tls"), name, crumb, version, protocols);
  }

  @ParameterizedTest
  @CsvSource({
    "one.example, CN=one.example",
    "two.example, CN=two.example",
    "TWO.example, CN=two.example",
    "shop.two.example, CN=two.example",
    "unknown.example, CN=one.example"
  })
  void sendsTheCertificateOfTheRequestedName(String name, String subject) {
    assertThat(TlsPeer.certificateOf(gateway.port("tls"), name)).isEqualTo(subject);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 130})
  void readsASplitClientHello(int crumb) {
    try (TlsPeer peer = connect("two.example", crumb, "TLSv1.3", "h2")) {
      assertThat(peer.certificate()).isEqualTo("CN=two.example");
      assertThat(peer.applicationProtocol()).isEqualTo("h2");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void supportsCurrentVersions(String version) {
    try (TlsPeer peer = connect("one.example", 0, version, "http/1.1")) {
      assertThat(peer.tlsVersion()).isEqualTo(version);
      assertThat(peer.applicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls", "http1", "http3"})
  void requestInPlainTextGetsAHint(String listener) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port(listener))) {
      peer.send("GET /one.pem HTTP/1.1\r\nHost: one.example\r\n\r\n");
      Http1Peer.Response response = peer.read();

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body())
          .contains("This port expects TLS: use https:// in place of http://.");
      assertThat(response.head()).contains("connection: close");
    }
  }

  @Test
  void prefersHttp2AndServesAClientWithoutAlpnOverHttp1() {
    try (TlsPeer both = connect("one.example", 0, "TLSv1.3", "http/1.1", "h2");
        TlsPeer none = connect("one.example", 0, "TLSv1.3")) {
      assertThat(both.applicationProtocol()).isEqualTo("h2");
      assertThat(none.applicationProtocol()).isEmpty();
    }
    String address = "https://localhost:" + gateway.port("tls") + "/one.pem";
    assertThat(Commands.curl("--no-alpn", "-i", address).expectSuccess().out())
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void offersOnlyTheProtocolsOfTheListener() {
    try (TlsPeer peer =
        TlsPeer.connect(gateway.port("http1"), "one.example", 0, "TLSv1.3", "h2", "http/1.1")) {
      assertThat(peer.applicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @Test
  void advertisesHttp3OnlyOnListenersWithHttp3() {
    int port = gateway.port("http3");
    String[] protocols = {"--http1.1", "--http2"};
    for (String protocol : protocols) {
      String there = Commands.curl(protocol, "-i", "https://localhost:" + port + "/one.pem")
          .out();
      String elsewhere = Commands.curl(
              protocol, "-i", "https://localhost:" + gateway.port("tls") + "/one.pem")
          .out();

      assertThat(there).contains("alt-svc: h3=\":" + port + "\"");
      assertThat(elsewhere).contains(" 200").doesNotContain("alt-svc");
    }
  }

  @Test
  void rejectsTls11() {
    String address = "https://localhost:" + gateway.port("tls") + "/one.pem";
    String[] weak = {"--ciphers", "DEFAULT@SECLEVEL=0", address};

    assertThat(Commands.curl("--tls-max", "1.2", weak[0], weak[1], weak[2]).exitCode())
        .isZero();
    assertThat(Commands.curl("--tls-max", "1.1", weak[0], weak[1], weak[2]).exitCode())
        .isEqualTo(35);
  }

  /** Lengths of session id, cipher suites and compression methods that exceed the ClientHello. */
  @ParameterizedTest
  @ValueSource(ints = {34, 35, 36, 60})
  void clientHelloWithLengthsBeyondItsEndIsRejected(int helloBytes) throws IOException {
    byte[] hello = new byte[helloBytes];
    Arrays.fill(hello, (byte) 0xff);
    ByteBuffer record = ByteBuffer.allocate(9 + helloBytes)
        .put((byte) 22)
        .putShort((short) 0x301)
        .putShort((short) (4 + helloBytes))
        .putInt(0x0100_0000 | helloBytes)
        .put(hello);

    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port("tls"))) {
      client.setSoTimeout(15_000);
      client.getOutputStream().write(record.array());

      // An alert at most, then the end.
      assertThat(client.getInputStream().readAllBytes().length).isLessThan(64);
    }
    assertThat(TlsPeer.certificateOf(gateway.port("tls"), "two.example"))
        .isEqualTo("CN=two.example");
  }

  /** Each is a long header whose lengths exceed the datagram (RFC 9000 section 17.2). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "c000000001",
        "c00000000114",
        "c0000000010801020304050607",
        "c000000001080102030405060708",
        "c00000000108010203040506070800",
        "c00000000108010203040506070800ffffffffffffffff",
        "c00000000108010203040506070800c0000000ffffffff00",
        "f00000000108010203040506070800",
        "40",
        ""
      })
  void datagramWithLengthsBeyondItsEndIsDropped(String hex) throws IOException {
    byte[] packet = HexFormat.of().parseHex(hex);
    try (DatagramSocket client = new DatagramSocket()) {
      client.send(new DatagramPacket(
          packet, packet.length, InetAddress.getLoopbackAddress(), gateway.port("http3")));
    }
    assertThat(TlsPeer.certificateOf(gateway.port("http3"), "one.example"))
        .isEqualTo("CN=one.example");
  }

  /**
   * The engines have no finalizer: one that is left would hold memory of the TLS library until the end of the process. The first
   * listener has several certificates and waits for the server name; the second has one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"tls", "http1"})
  void engineIsFreedHoweverItsConnectionEnds(String listener) throws IOException {
    int port = gateway.port(listener);
    long before = LeakCheck.engines();
    try (LogLines unhandled = LogLines.of("io.netty.channel.DefaultChannelPipeline")) {
      endInEachWay(port);
      Await.until(() -> assertThat(LeakCheck.engines()).isLessThanOrEqualTo(before));
      assertThat(unhandled.all()).isEmpty();
    }
  }

  private static void endInEachWay(int port) throws IOException {
    try (TlsPeer open = TlsPeer.connect(port, "one.example", 0, "TLSv1.3")) {
      assertThat(open.tlsVersion()).isEqualTo("TLSv1.3");
      assertThat(LeakCheck.engines()).isPositive();
    }
    byte[] hello = TlsPeer.hello("one.example");
    byte[] half = Arrays.copyOf(hello, hello.length / 2);
    byte[] alert = HexFormat.of().parseHex("15030300020228");
    byte[] badRecord = HexFormat.of().parseHex("170303001000112233445566778899aabbccddeeff");
    byte[] unknownVersion = hello.clone();
    Arrays.fill(unknownVersion, 9, 11, (byte) 0);
    for (int i = 0; i < TIMES; i++) {
      leave(port, half, false);
      leave(port, half, true);
      leave(port, hello, false);
      leave(port, hello, true);
      leave(port, join(half, alert), false);
      leave(port, join(hello, alert), false);
      leave(port, join(hello, badRecord), false);
      leave(port, unknownVersion, false);
      leave(port, new byte[100], false);
      TlsPeer.connect(port, "none.example", 0, "TLSv1.2").close();
    }
    for (int i = 0; i < RELOADS; i++) {
      byte[] rest = Arrays.copyOfRange(hello, half.length, hello.length);
      certificatesChangeDuringAHandshake(port, half, rest);
    }
  }

  private static void certificatesChangeDuringAHandshake(int port, byte[] begin, byte[] rest)
      throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.setSoTimeout(15_000);
      client.getOutputStream().write(begin);
      gateway.apply(YAML);
      client.getOutputStream().write(rest);

      assertThat(client.getInputStream().read()).isEqualTo(HANDSHAKE_RECORD);
    }
  }

  /** Sends this and ends the connection: by a reset, or by its end, after which the gateway closes it. */
  private static void leave(int port, byte[] sent, boolean resets) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.setSoTimeout(15_000);
      client.getOutputStream().write(sent);
      if (resets) {
        client.setSoLinger(true, 0);
      } else {
        client.shutdownOutput();
        client.getInputStream().readAllBytes();
      }
    } catch (SocketException reset) {
      // The gateway may close a failed handshake before it has read everything.
    }
  }

  private static byte[] join(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length)
        .put(first)
        .put(second)
        .array();
  }
}
