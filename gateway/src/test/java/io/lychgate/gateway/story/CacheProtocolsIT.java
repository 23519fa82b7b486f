package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The response cache beside what the gateway does for each client: pushes, the cookie, edits of fields, HTTP/3. */
final class CacheProtocolsIT {
  private static final int ENABLE_PUSH = 2;
  private static final String FRESH = "Cache-Control: public, max-age=600";

  @TempDir
  Path directory;

  private final ScriptedOrigin origin = ScriptedOrigin.start();
  private GatewayProcess gateway;

  @BeforeEach
  void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("site.yaml"), """
        rules:
          - match: { path: "/" }
            assets: [ { url: /site.css, as: style } ]
        """);
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { cache: {} }
            routes:
              - match: { path: "/edited" }
                proxy: { upstream: app }
                headers: { response: { set: { X-Edited: "yes" } }, request: { set: { X-Tenant: "a" } } }
              - match: { path: "/*" }
                proxy: { upstream: app }
        push: { manifests: [ site.yaml ] }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private Http2Peer connect(int push) {
    return Http2Peer.connectTls(gateway.port("tls"), ENABLE_PUSH, push);
  }

  @Test
  void storedResponseServesHttp1And2And3() throws Exception {
    AtomicInteger number = new AtomicInteger();
    origin.on("/page", visit -> visit.respond(200, "page " + number.incrementAndGet(), FRESH));
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      assertThat(client.get("/page").await().text()).isEqualTo("page 1");
      assertThat(client.get("/page").await().field("cache-status")).contains("; hit;");
    }
    String url = "https://localhost:" + gateway.port("tls") + "/page";
    assertThat(Commands.curl("--http1.1", url).out()).isEqualTo("page 2");
    assertThat(Commands.curl("--http2", url).out()).isEqualTo("page 2");
  }

  @Test
  void pushedAssetComesFromTheCache() {
    origin.on("/", visit -> visit.respond(200, "<p>", FRESH, "Content-Type: text/html"));
    origin.on("/site.css", visit -> visit.respond(200, "p { }", FRESH, "Content-Type: text/css"));
    String first = visitWithPush();
    String second = visitWithPush();

    assertThat(first).contains("fwd=uri-miss");
    assertThat(second).contains("; hit;");
    assertThat(origin.requestsFor("/")).hasSize(1);
    assertThat(origin.requestsFor("/site.css")).hasSize(1);
  }

  /** A new visitor whose client takes pushes. Returns the head of the page. */
  private String visitWithPush() {
    try (Http2Peer peer = connect(1)) {
      peer.get(1, "/", "sec-fetch-mode", "navigate", "accept", "text/html");
      Http2Peer.StreamResponse page = peer.readResponse(1);
      assertThat(peer.trace())
          .anySatisfy(frame -> assertThat(frame.type()).isEqualTo(Http2Peer.PUSH_PROMISE));
      if (peer.trace().stream().noneMatch(frame -> frame.stream() == 2 && frame.ends())) {
        peer.readUntil(frame -> frame.stream() == 2 && frame.ends());
      }
      return page.head();
    }
  }

  @Test
  void editsOfFieldsAreNotStored() {
    origin.on("/edited", visit -> visit.respond(200, visit.field("x-tenant"), FRESH));
    try (Http2Peer peer = connect(0)) {
      for (int stream = 1; stream < 5; stream += 2) {
        Http2Peer.StreamResponse response =
            peer.get(stream, "/edited", "x-tenant", "evil").readResponse(stream);
        assertThat(response.body()).isEqualTo("a");
        assertThat(response.head()).containsOnlyOnce("x-edited: yes");
      }
    }
    assertThat(origin.requestsFor("/edited")).hasSize(1);
  }
}
