package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redirects, fixed responses, and edits of header fields. */
final class RouteResponsesIT {
  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start()
        .on(
            "/edited",
            visit -> visit.respond(
                200,
                String.join("|", visit.field("x-old"), visit.field("x-own"), visit.field("x-two")),
                "X-Powered-By: origin",
                "X-Frame-Options: ALLOWALL",
                "Vary: accept"))
        .on(
            "/nominated",
            visit ->
                visit.respond(200, "x", "Connection: x-frame-options", "X-Frame-Options: ALLOWALL"))
        .on("/fails", visit -> visit.send("nonsense\r\n\r\n"));
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost, 127.0.0.1 ]
            routes:
              - { match: { path: "/old/*" }, redirect: { to: "https://new.example{path}", status: 308 } }
              - { match: { path: "/same" }, redirect: { to: "https://{host}:444/here" } }
              - { match: { path: "/local" }, redirect: { to: /there, status: 303 } }
              - match: { path: "/robots.txt" }
                respond: { body: "User-agent: *\\n", headers: { Cache-Control: "max-age=60" } }
              - { match: { path: "/gone" }, respond: { status: 410 } }
              - { match: { path: "/empty" }, respond: { status: 204 } }
              - match: { path: "/*" }
                proxy: { upstream: app }
                headers:
                  request: { remove: [X-Old], set: { X-Own: mine }, add: { X-Two: second } }
                  response: { remove: [X-Powered-By], set: { X-Frame-Options: DENY }, add: { Vary: cookie } }
        admin: { enabled: false }
        """.formatted(origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static HttpResponse<String> send(
      HttpClient.Version version, String method, String path, String... fields) throws Exception {
    HttpClient client = HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trustingAll())
        .build();
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("tls") + path))
        .method(
            method,
            method.equals("POST")
                ? HttpRequest.BodyPublishers.ofByteArray(new byte[300_000])
                : HttpRequest.BodyPublishers.noBody());
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String field(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void redirectKeepsPathAndQuery(HttpClient.Version version) throws Exception {
    HttpResponse<String> response = send(version, "GET", "/old/a%7Eb/../c?x=1");

    assertThat(response.statusCode()).isEqualTo(308);
    assertThat(field(response, "location")).isEqualTo("https://new.example/old/c?x=1");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void redirectToTheHostOfTheRequestDropsItsPort() throws Exception {
    HttpResponse<String> response = send(HttpClient.Version.HTTP_2, "GET", "/same?x");

    assertThat(response.statusCode()).isEqualTo(307);
    assertThat(field(response, "location")).isEqualTo("https://localhost:444/here");
  }

  @Test
  void redirectToAPathIsSentAsWritten() throws Exception {
    HttpResponse<String> response = send(HttpClient.Version.HTTP_1_1, "POST", "/local");

    assertThat(response.statusCode()).isEqualTo(303);
    assertThat(field(response, "location")).isEqualTo("/there");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void fixedResponseIsSentAndTheBodyOfTheRequestDropped(HttpClient.Version version)
      throws Exception {
    for (String method : new String[] {"GET", "POST"}) {
      HttpResponse<String> response = send(version, method, "/robots.txt");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("User-agent: *\n");
      assertThat(field(response, "content-type")).isEqualTo("text/plain; charset=utf-8");
      assertThat(field(response, "cache-control")).isEqualTo("max-age=60");
    }
    HttpResponse<String> head = send(version, "HEAD", "/robots.txt");
    assertThat(head.body()).isEmpty();
    assertThat(field(head, "content-length")).isEqualTo("14");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void fixedResponseMayHaveNoBody(HttpClient.Version version) throws Exception {
    HttpResponse<String> gone = send(version, "GET", "/gone");
    HttpResponse<String> empty = send(version, "GET", "/empty");

    assertThat(gone.statusCode()).isEqualTo(410);
    assertThat(field(gone, "content-length")).isEqualTo("0");
    assertThat(empty.statusCode()).isEqualTo(204);
    assertThat(empty.headers().firstValue("content-length")).isEmpty();
  }

  @Test
  void redirectsAndFixedResponsesWorkOverHttp3() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request redirect = client.get("/old/x").await();
      Http3Request fixed = client.get("/robots.txt").await();

      assertThat(redirect.status()).isEqualTo(308);
      assertThat(redirect.field("location")).isEqualTo("https://new.example/old/x");
      assertThat(fixed.text()).isEqualTo("User-agent: *\n");
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void headerFieldsAreRemovedReplacedAndAdded(HttpClient.Version version) throws Exception {
    HttpResponse<String> response =
        send(version, "GET", "/edited", "X-Old", "old", "X-Own", "theirs", "X-Two", "first");

    assertThat(response.body()).isEqualTo("|mine|first");
    assertThat(origin.requestsFor("/edited").get(0)).containsIgnoringCase("x-two: second");
    assertThat(response.headers().firstValue("x-powered-by")).isEmpty();
    assertThat(response.headers().allValues("x-frame-options")).containsExactly("DENY");
    assertThat(response.headers().allValues("vary")).containsExactly("accept", "cookie");
  }

  /** RFC 9110 section 7.6.1: a Connection field nominates fields that end at the next hop. */
  @Test
  void connectionOptionsDoNotRemoveFieldsThatTheRouteSets() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send(
          "GET /edited HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, X-Own, X-Two\r\n\r\n");
      assertThat(peer.read().body()).isEqualTo("|mine|second");
      peer.send("GET /nominated HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(peer.read().head()).containsIgnoringCase("x-frame-options: DENY");
    }
  }

  @Test
  void failuresOfTheGatewayAreNotEdited() throws Exception {
    HttpResponse<String> response = send(HttpClient.Version.HTTP_2, "GET", "/fails");

    assertThat(response.statusCode()).isEqualTo(502);
    assertThat(response.headers().firstValue("x-frame-options")).isEmpty();
  }
}
