package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.UnixOrigin;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are UNIX sockets. */
final class UnixSocketIT {
  @TempDir
  Path directory;

  private UnixOrigin origin;
  private GatewayProcess gateway;

  @BeforeEach
  void start() {
    Path socket = directory.resolve("app.sock");
    origin = UnixOrigin.start(socket);
    gateway = GatewayProcess.start(directory, """
        listeners: [ { name: plain, address: "127.0.0.1:0", timeouts: { drain: 1s } } ]
        upstreams:
          app: { servers: [ "unix:%s" ], connections: { maxRequests: 2 } }
          absent: { servers: [ "unix:%s.absent" ] }
        sites: [ { hosts: [ "*" ], routes: [
          { match: { path: "/own" }, proxy: { upstream: app, preserveHost: false } },
          { match: { path: "/absent" }, proxy: { upstream: absent } },
          { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { enabled: false }
        """.formatted(socket, socket), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private Response get(Http1Peer peer, String path) {
    return peer.send("GET " + path + " HTTP/1.1\r\nHost: shop.example\r\n\r\n").read();
  }

  private Response get(String path) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      return get(peer, path);
    }
  }

  @Test
  void requestGoesOverTheSocket() {
    assertThat(get("/page").body()).isEqualTo("unix");

    assertThat(origin.heads().get(0))
        .startsWith("GET /page HTTP/1.1")
        .containsIgnoringCase("host: shop.example");
  }

  @Test
  void hostOfASocketIsLocalhost() {
    assertThat(get("/own").status()).isEqualTo(200);

    assertThat(origin.heads().get(0)).containsIgnoringCase("host: localhost");
  }

  @Test
  void absentSocketIsAServerThatRefuses() {
    Response response = get("/absent");

    assertThat(response.status()).isEqualTo(502);
    assertThat(response.head()).containsIgnoringCase("connection_refused");
  }

  @Test
  void absentSocketIsNamedInTheLog() {
    try (LogLines log = LogLines.of("failures")) {
      // A kind of failure has one line in a second.
      Await.until(() -> {
        get("/absent");
        assertThat(log.with("no such socket")).isNotEmpty();
      });
    }
  }

  @Test
  void connectionEndsAfterItsMostRequests() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      for (int i = 0; i < 4; i++) {
        assertThat(get(peer, "/" + i).body()).isEqualTo("unix");
      }
    }

    assertThat(origin.connections()).isEqualTo(2);
  }
}
