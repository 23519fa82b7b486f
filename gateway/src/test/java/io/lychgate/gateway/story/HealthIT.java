package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health checks of a load balancer: on listeners with and without health endpoints, and during a drain. */
@EachJdk
final class HealthIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String YAML = """
      listeners:
        - { name: probed, address: "127.0.0.1:0", protocols: [h2, http/1.1], health: { enabled: true } }
        - { name: other, address: "127.0.0.1:0", protocols: [http/1.1], health: { enabled: true, livenessPath: /up, readinessPath: /deep/ready } }
        - { name: plain, address: "127.0.0.1:0", protocols: [http/1.1] }
      upstreams: { app: { servers: [ "http://127.0.0.1:${PORT}" ] } }
      sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
      admin: { address: "127.0.0.1:0" }
      """;

  @TempDir
  Path directory;

  private GatewayProcess start(OriginServer origin) {
    return GatewayProcess.start(directory, YAML, Map.of("PORT", Integer.toString(origin.port())));
  }

  private static String get(int port, String path, String... options) {
    String[] all = new String[options.length + 2];
    System.arraycopy(options, 0, all, 0, options.length);
    all[options.length] = "-i";
    all[options.length + 1] = "http://127.0.0.1:" + port + path;
    return Commands.curl(all).expectSuccess().out();
  }

  @Test
  void listenerWithHealthServesProbesForEveryHost() {
    try (OriginServer origin = new OriginServer().text("/", "the application");
        GatewayProcess gateway = start(origin)) {
      int port = gateway.port("probed");
      // No site has the host 127.0.0.1.
      assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
      assertThat(get(port, "/readyz?full"))
          .startsWith("HTTP/1.1 200 ")
          .contains("\"status\":\"ready\"", "\"store\":{\"state\":\"ok\"}");
      assertThat(get(port, "/healthz", "--http2-prior-knowledge")).startsWith("HTTP/2 200 ");
      assertThat(get(port, "/healthz", "-I")).startsWith("HTTP/1.1 200 ");
      assertThat(get(port, "/healthz", "-d", "x"))
          .startsWith("HTTP/1.1 405 ")
          .containsIgnoringCase("allow: GET, HEAD");
      assertThat(get(port, "/healthz/more", "-H", "Host: localhost")).endsWith("the application");
      assertThat(get(gateway.port("other"), "/up")).endsWith("ok\n");
      assertThat(get(gateway.port("other"), "/deep/ready")).contains("\"ready\"");
      assertThat(get(gateway.port("other"), "/healthz", "-H", "Host: localhost"))
          .endsWith("the application");
      assertThat(get(gateway.port("plain"), "/healthz", "-H", "Host: localhost"))
          .endsWith("the application");
      assertThat(origin.requests()).hasSize(3);
    }
  }

  @Test
  void drainingGatewayIsAliveAndNotReady() throws Exception {
    CountDownLatch response = new CountDownLatch(1);
    try (OriginServer origin = new OriginServer().text("/slow", "done", response);
        GatewayProcess gateway = start(origin)) {
      Thread drain;
      try (Http2Peer peer = Http2Peer.connect(gateway.port("probed"));
          Http1Peer late = Http1Peer.connect(gateway.port("probed"))) {
        peer.get(1, "/slow");
        Await.within(PATIENCE, () -> assertThat(origin.requests()).hasSize(1));
        drain = new Thread(() -> {
          try {
            gateway.gateway().drain(PATIENCE);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
        drain.start();
        String admin = "https://127.0.0.1:" + gateway.adminPort();
        Await.within(
            PATIENCE,
            () -> assertThat(Commands.curl("-i", admin + "/readyz").out())
                .contains(" 503", "\"not-ready\"", "\"drain\":{\"state\":\"failed\""));
        assertThat(Commands.curl("-i", admin + "/healthz").out()).contains(" 200");
        // Accepted before the drain; its first request is in the drain and must not prolong it.
        late.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(late.read().head()).containsIgnoringCase("connection: close").contains(" 503");
        assertThat(late.isEnded()).isTrue();
        response.countDown();
        assertThat(peer.readResponse(1).body()).isEqualTo("done");
      }
      drain.join();
    }
  }
}
