package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server decides on requests: it admits, refuses, is slow, or fails. */
final class ForwardAuthIT {
  @TempDir
  static Path directory;

  private static final TokenIssuer ISSUER = TokenIssuer.ofEc("2026");
  private static final CountDownLatch MAY_DECIDE = new CountDownLatch(1);
  private static final List<String> ENDED = new CopyOnWriteArrayList<>();
  private static final ScriptedOrigin APP = ScriptedOrigin.start().otherwise(visit -> {
    int length = visit.body().length;
    visit.respond(200, visit.head() + length);
  });
  private static final ScriptedOrigin AUTH =
      ScriptedOrigin.start().on("/verify", ForwardAuthIT::decide);
  private static GatewayProcess gateway;

  private static void decide(OriginVisit visit) throws IOException, InterruptedException {
    String path = visit.field("x-forwarded-uri").replaceFirst("\\?.*", "");
    switch (path) {
      case "/login" ->
        visit.respond(
            302, "go", "Location: https://login.example/", "Set-Cookie: a=b", "X-Secret: s");
      case "/denied" -> visit.respond(403, "not you", "Content-Type: text/plain");
      case "/denied-at-length" -> visit.respond(403, "x".repeat(70_000));
      case "/broken", "/tolerant" -> visit.respond(500, "broken");
      case "/reset" -> visit.reset();
      case "/hanging", "/leaving" -> {
        visit.hang();
        ENDED.add(path);
      }
      case "/waiting" -> {
        Await.latch(MAY_DECIDE);
        visit.respond(200, "");
      }
      case "/talkative" -> visit.respond(200, "y".repeat(100_000), "X-User: ann");
      default -> visit.respond(204, "", "X-User: ann", "X-Groups: a", "X-Groups: b");
    }
  }

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("keys.json"), ISSUER.jwks());
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%d" ] }
          auth: { servers: [ "http://127.0.0.1:%d" ] }
        sites:
          - hosts: [ localhost ]
            policies:
              forwardAuth:
                upstream: auth
                path: /verify
                responseHeaders: [ X-User, X-Groups ]
                identityHeader: X-User
                timeout: 20s
                maxBody: 64KiB
            routes:
              - id: late
                match: { path: "/hanging" }
                proxy: { upstream: app }
                policies: { forwardAuth: { upstream: auth, path: /verify, timeout: 300ms } }
              - id: tolerant
                match: { path: "/tolerant" }
                proxy: { upstream: app }
                policies: { forwardAuth: { upstream: auth, path: /verify, responseHeaders: [ X-User ], onError: allow } }
              - id: both
                match: { path: "/both" }
                proxy: { upstream: app }
                policies:
                  jwt: { issuers: [ { issuer: "https://login.example/", audience: [ orders ], jwks: "file:keys.json" } ] }
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(APP.port(), AUTH.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    MAY_DECIDE.countDown();
    gateway.close();
    APP.close();
    AUTH.close();
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trustingAll())
        .build();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client(HttpClient.Version.HTTP_2)
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Returns the questions for requests with this path and query. */
  private static List<String> questions(String uri) {
    return AUTH.requests().stream()
        .filter(question -> question.contains("x-forwarded-uri: " + uri + "\n"))
        .toList();
  }

  private static double count(String route, String outcome) {
    return gateway.metric(
        "lychgate_policy_decisions_total",
        "policy=\"forwardAuth\"",
        "route=\"" + route + "\"",
        "outcome=\"" + outcome + "\"");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void admittedRequestGetsFieldsOfTheDecision(HttpClient.Version version) throws Exception {
    double before = count("all", "admitted");
    HttpRequest request = request("/page?x=" + version)
        .header("Cookie", "session=7")
        .header("X-User", "eve")
        .header("X-Own", "1")
        .header("X-Forwarded-Method", "GET")
        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[300_000]))
        .build();

    HttpResponse<String> response =
        client(version).send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .startsWith("POST /page?x=" + version + " ")
        .contains("x-user: ann\n", "x-groups: a\n", "x-groups: b\n", "x-own: 1\n")
        .doesNotContain("eve")
        .endsWith("300000");
    assertThat(questions("/page?x=" + version))
        .singleElement()
        .satisfies(question -> assertThat(question)
            .startsWith("GET /verify ")
            .contains(
                "x-forwarded-method: POST\n",
                "x-forwarded-proto: https\n",
                "x-forwarded-for: 127.0.0.1\n",
                "x-forwarded-host: localhost:",
                "cookie: session=7\n")
            .doesNotContain("x-own", "eve", "content-length"));
    assertThat(count("all", "admitted") - before).isEqualTo(1);
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("access.log"))).contains("\"user\":\"ann\""));
  }

  @Test
  void decisionIsMadeOverHttp3() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request admitted = client.open();
      admitted.headers(Http3Request.head("GET", "/page"), true);
      assertThat(admitted.await().text()).contains("x-user: ann\n");
      Http3Request denied = client.open();
      denied.headers(Http3Request.head("GET", "/denied"), true);
      assertThat(denied.await().text()).isEqualTo("not you");
    }
  }

  @Test
  void refusalGoesToTheClient() throws Exception {
    double loginBefore = count("all", "login");
    double forbiddenBefore = count("all", "forbidden");
    HttpResponse<String> login = send(request("/login"));
    HttpResponse<String> denied = send(request("/denied"));
    HttpResponse<String> head =
        send(request("/denied").method("HEAD", HttpRequest.BodyPublishers.noBody()));
    HttpResponse<String> tooLong = send(request("/denied-at-length"));

    assertThat(login.statusCode()).isEqualTo(302);
    assertThat(login.headers().firstValue("location")).contains("https://login.example/");
    assertThat(login.headers().firstValue("set-cookie")).contains("a=b");
    assertThat(login.headers().firstValue("x-secret")).isEmpty();
    assertThat(denied.statusCode()).isEqualTo(403);
    assertThat(denied.body()).isEqualTo("not you");
    assertThat(head.statusCode()).isEqualTo(403);
    assertThat(tooLong.statusCode()).isEqualTo(403);
    assertThat(tooLong.body()).isEmpty();
    assertThat(APP.requestsFor("/login")).isEmpty();
    assertThat(APP.requestsFor("/denied")).isEmpty();
    assertThat(count("all", "login") - loginBefore).isEqualTo(1);
    assertThat(count("all", "forbidden") - forbiddenBefore).isEqualTo(3);
  }

  @Test
  void connectionsOfTheUpstreamAreUsedAgain() throws Exception {
    int before = AUTH.connections();
    for (int i = 0; i < 10; i++) {
      assertThat(send(request(i % 2 == 0 ? "/talkative" : "/denied-at-length")).statusCode())
          .isEqualTo(i % 2 == 0 ? 200 : 403);
    }

    // One for each event loop.
    assertThat(AUTH.connections() - before)
        .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void failureRefusesOrAdmitsAsConfigured() throws Exception {
    HttpResponse<String> broken = send(request("/broken"));
    HttpResponse<String> reset = send(request("/reset"));
    HttpResponse<String> late = send(request("/hanging"));
    HttpResponse<String> tolerant = send(request("/tolerant").header("X-User", "eve"));

    assertThat(broken.statusCode()).isEqualTo(503);
    assertThat(reset.statusCode()).isEqualTo(503);
    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(tolerant.statusCode()).isEqualTo(200);
    assertThat(tolerant.body()).doesNotContain("x-user");
    assertThat(count("all", "failed")).isEqualTo(2);
    assertThat(count("late", "failed")).isEqualTo(1);
    assertThat(count("tolerant", "failed_open")).isEqualTo(1);
    Await.until(() -> assertThat(ENDED).contains("/hanging"));
  }

  @Test
  void tokenIsCheckedBeforeTheServerIsAsked() throws Exception {
    assertThat(send(request("/both")).statusCode()).isEqualTo(401);
    assertThat(questions("/both")).isEmpty();

    assertThat(send(request("/both").header("Authorization", "Bearer " + ISSUER.token()))
            .statusCode())
        .isEqualTo(200);
    assertThat(questions("/both")).hasSize(1);
  }

  @Test
  void waitingRequestDelaysNoOtherOneAndSurvivesAReload() throws Exception {
    HttpClient client = client(HttpClient.Version.HTTP_2);
    CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
        request("/waiting")
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[100_000]))
            .build(),
        HttpResponse.BodyHandlers.ofString());
    Await.until(() -> assertThat(questions("/waiting")).hasSize(1));

    HttpResponse<String> other =
        client.send(request("/page").build(), HttpResponse.BodyHandlers.ofString());
    assertThat(other.statusCode()).isEqualTo(200);
    gateway.apply(Files.readString(directory.resolve("gateway.yaml")).replace("20s", "19s"));
    assertThat(waiting).isNotDone();
    MAY_DECIDE.countDown();

    assertThat(waiting.get().body()).endsWith("100000");
  }

  @Test
  void clientThatLeavesEndsTheQuestion() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /leaving HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Await.until(() -> assertThat(questions("/leaving")).hasSize(1));
      assertThat(ENDED).doesNotContain("/leaving");
    }

    Await.until(() -> assertThat(ENDED).contains("/leaving"));
    assertThat(APP.requestsFor("/leaving")).isEmpty();
  }
}
