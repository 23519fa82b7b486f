package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HAProxy as a server that takes the client's address from the PROXY protocol. */
final class ProxyHeaderOutIT {
  @TempDir
  Path directory;

  private final int http1 = FreePort.find();
  private final int http2 = FreePort.find();
  private final int secure = FreePort.find();
  private Commands.Running haproxy;
  private GatewayProcess gateway;

  @BeforeEach
  void startHaproxy() throws Exception {
    assumeTrue(
        Program.isOnPath("haproxy"), "haproxy: not on PATH (expected: apt-get install haproxy)");
    TestCertificates.write(directory, "site", "localhost");
    Path pem = directory.resolve("both.pem");
    Files.writeString(
        pem,
        Files.readString(directory.resolve("site.pem"))
            + Files.readString(directory.resolve("site.key")));
    Path file = Files.writeString(
        directory.resolve("haproxy.cfg"), """
        defaults
          mode http
          timeout client 10s
          timeout server 10s
          timeout connect 5s
          timeout http-request 5s
        frontend all
          bind 127.0.0.1:%d accept-proxy
          bind 127.0.0.1:%d accept-proxy proto h2
          bind 127.0.0.1:%d accept-proxy ssl crt %s alpn h2,http/1.1
          http-request return status 200 content-type text/plain lf-string "%%[src] %%[src_port] %%[fc_http_major]"
        """.formatted(http1, http2, secure, pem));
    haproxy = Commands.start("haproxy", "-db", "-f", file.toString());
    Await.until(() -> {
      assertThat(canConnect(http1)).isTrue();
      assertThat(canConnect(secure)).isTrue();
    });
  }

  private static boolean canConnect(int port) {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    if (haproxy != null) {
      haproxy.process().destroy();
    }
  }

  private void start(String server, String version) {
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: plain
            address: 127.0.0.1:0
            timeouts: { drain: 1s }
            trustedProxies: [ 127.0.0.9 ]
        upstreams:
          app:
            servers: [ "%s" ]
            proxyProtocol: %s
            keepAliveIdle: 30s
            tls: { trust: site.pem, serverName: localhost, protocols: [ h2 ] }
        sites: [ { hosts: [ "*" ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(server, version), Map.of());
  }

  private Response get(String from, String field) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port("plain")));
    try (Http1Peer peer = Http1Peer.on(socket)) {
      return peer.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n").read();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v2"})
  void headerNamesTheClientOverHttp1(String version) throws IOException {
    start("http://127.0.0.1:" + http1, version);

    assertThat(get("127.0.0.7", "").body()).startsWith("127.0.0.7 ").endsWith(" 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v2"})
  void headerNamesTheClientOverHttp2(String version) throws IOException {
    start("h2c://127.0.0.1:" + http2, version);

    assertThat(get("127.0.0.7", "").body()).startsWith("127.0.0.7 ").endsWith(" 2");
  }

  @Test
  void headerPrecedesTheTlsHandshake() throws IOException {
    start("https://127.0.0.1:" + secure, "v2");

    assertThat(get("127.0.0.7", "").body()).startsWith("127.0.0.7 ").endsWith(" 2");
  }

  @Test
  void clientThatATrustedProxyNamesHasNoPort() throws IOException {
    start("http://127.0.0.1:" + http1, "v2");

    assertThat(get("127.0.0.9", "X-Forwarded-For: 192.0.2.33\r\n").body())
        // HAProxy shows no port if it is 0.
        .isEqualTo("192.0.2.33  1");
  }

  @Test
  void connectionsAreSharedByOneClientOnly() throws IOException {
    start("http://127.0.0.1:" + http1, "v2");
    Set<String> ports = new HashSet<>();

    for (int i = 0; i < 20; i++) {
      assertThat(get("127.0.0.7", "").body()).startsWith("127.0.0.7 ");
      Response other = get("127.0.0.8", "");
      assertThat(other.body()).startsWith("127.0.0.8 ");
      ports.add(other.body());
    }

    // One connection of each event loop at most: the port is that of the request that opened it.
    assertThat(ports).hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }
}
