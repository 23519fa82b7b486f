package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Configuration, manifests and certificates change during a response over HTTP/3. The connection stays open, and later requests on
 * it use the new settings.
 */
final class Http3ReloadIT {
  private static final byte[] LONG = new byte[600_000];
  private static final int HALF = LONG.length / 2;

  private static final String LISTENER = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          timeouts: { drain: 1s }
      """;

  private static final String BEFORE = LISTENER + """
      upstreams: { app: { servers: [ "http://127.0.0.1:${ORIGIN}" ] } }
      sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
      admin: { address: "127.0.0.1:0" }
      """;

  /** The configuration without the upstream of the response. */
  private static final String AFTER = LISTENER + """
          limits: { maxTargetSize: 64 }
      sites:
        - { hosts: [ localhost ], routes: [ { match: { path: "/page.txt" }, static: { root: files } } ] }
        - { hosts: [ new.example ], routes: [ { match: { path: "/*" }, static: { root: files } } ] }
      admin: { address: "127.0.0.1:0" }
      """;

  @TempDir
  Path directory;

  private final CountDownLatch rest = new CountDownLatch(1);
  private ScriptedOrigin origin;
  private GatewayProcess gateway;
  private Http3Client client;

  @BeforeEach
  void start() throws Exception {
    new Random(1).nextBytes(LONG);
    TestCertificates.write(directory, "site", "first.example", "localhost");
    Files.createDirectories(directory.resolve("files"));
    Files.writeString(directory.resolve("files/page.txt"), "file");
    origin = ScriptedOrigin.start()
        .on("/long", this::inTwoHalves)
        .on("/page.txt", visit -> visit.respond(200, "page", "Content-Type: text/html"));
    gateway =
        GatewayProcess.start(directory, BEFORE, Map.of("ORIGIN", Integer.toString(origin.port())));
    client = Http3Client.connect(gateway.port("tls"), "localhost");
  }

  private void inTwoHalves(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nContent-Length: " + LONG.length + "\r\n\r\n");
    visit.send(LONG, HALF);
    Await.latch(rest);
    visit.send(Arrays.copyOfRange(LONG, HALF, LONG.length), LONG.length - HALF);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    gateway.close();
    origin.close();
  }

  @Test
  void newRoutesSitesAndLimitsApplyToTheNextRequest() throws Exception {
    Http3Request inProgress = inProgress();
    assertThat(client.get("/page.txt").await().text()).isEqualTo("page");

    gateway.apply(AFTER);

    assertThat(client.get("/page.txt").await().text()).isEqualTo("file");
    assertThat(client.get("/long").await().status()).isEqualTo(404);
    Http3Headers elsewhere = Http3Request.head("GET", "/page.txt").authority("new.example");
    assertThat(send(elsewhere).await().text()).isEqualTo("file");
    String tooLong = "/page.txt?" + "q".repeat(100);
    assertThat(client.get(tooLong).await().status()).isEqualTo(200);
    try (Http3Client next = Http3Client.connect(gateway.port("tls"), "localhost")) {
      assertThat(next.get(tooLong).await().status()).isEqualTo(414);
    }
    assertEndsWhole(inProgress);
  }

  @Test
  void newManifestAppliesToTheNextPage() throws Exception {
    AdminPeer admin = AdminPeer.login(gateway.adminPort());
    long version = admin.publish("shop", admin.create("shop", manifest("/one.css")));
    assertThat(hints()).isEqualTo("</one.css>; rel=preload; as=style");
    Http3Request inProgress = inProgress();

    version = admin.saveDraft("shop", manifest("/two.css"), version);
    admin.publish("shop", version);

    assertThat(hints()).isEqualTo("</two.css>; rel=preload; as=style");
    assertEndsWhole(inProgress);
  }

  @Test
  void newCertificateAppliesToNewConnectionsOfEveryProtocol() throws Exception {
    Http3Request inProgress = inProgress();
    HttpClient tcp = tcp();
    HttpResponse<InputStream> overTcp = get(tcp, "/long");
    try (InputStream body = overTcp.body()) {
      byte[] first = body.readNBytes(HALF);

      TestCertificates.write(directory, "site", "second.example", "localhost");
      gateway.apply(BEFORE);

      try (Http3Client next = Http3Client.connect(gateway.port("tls"), "localhost")) {
        assertThat(next.certificate()).isEqualTo("CN=second.example");
        assertThat(next.get("/page.txt").await().text()).isEqualTo("page");
      }
      assertThat(certificate(get(tcp(), "/page.txt"))).isEqualTo("CN=second.example");
      assertThat(client.certificate()).isEqualTo("CN=first.example");
      assertThat(certificate(get(tcp, "/page.txt"))).isEqualTo("CN=first.example");
      assertEndsWhole(inProgress);
      assertThat(first).isEqualTo(Arrays.copyOf(LONG, HALF));
      assertThat(body.readAllBytes()).isEqualTo(Arrays.copyOfRange(LONG, HALF, LONG.length));
    }
  }

  /** Returns a response whose first half has arrived. */
  private Http3Request inProgress() throws Exception {
    Http3Request request = client.get("/long");
    Await.until(() -> assertThat(request.bytes()).hasSize(HALF));
    return request;
  }

  private void assertEndsWhole(Http3Request inProgress) throws Exception {
    assertThat(inProgress.bytes()).hasSize(HALF);
    rest.countDown();
    assertThat(inProgress.await().resetCode()).isNull();
    assertThat(inProgress.status()).isEqualTo(200);
    assertThat(inProgress.bytes()).isEqualTo(LONG);
    assertThat(client.get("/page.txt").await().status()).isEqualTo(200);
    assertThat(client.goAways()).isEmpty();
    assertThat(client.isOpen()).isTrue();
  }

  private Http3Request send(Http3Headers headers) throws Exception {
    Http3Request request = client.open();
    request.headers(headers, true);
    return request;
  }

  private static String manifest(String asset) {
    return """
        rules:
          - match: { path: "/page.txt" }
            assets: [ { url: %s, as: style } ]
        """.formatted(asset);
  }

  /** Returns the Link field of the page's single 103. */
  private String hints() throws Exception {
    Http3Request page = send(Http3Request.head("GET", "/page.txt")
        .add("sec-fetch-mode", "navigate")
        .add("sec-fetch-dest", "document"));
    assertThat(page.await().text()).isEqualTo("page");
    assertThat(page.informational()).hasSize(1);
    assertThat(page.informational().get(0).status()).hasToString("103");
    return String.valueOf(page.informational().get(0).get("link"));
  }

  /** Returns a client with its own connection. */
  private static HttpClient tcp() {
    return HttpClient.newBuilder().sslContext(TestCertificates.trustingAll()).build();
  }

  private HttpResponse<InputStream> get(HttpClient http, String path) throws Exception {
    URI address = URI.create("https://localhost:" + gateway.port("tls") + path);
    HttpResponse<InputStream> response =
        http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofInputStream());
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.statusCode()).isEqualTo(200);
    return response;
  }

  private static String certificate(HttpResponse<?> response) throws Exception {
    X509Certificate leaf =
        (X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0];
    return leaf.getSubjectX500Principal().getName();
  }
}
