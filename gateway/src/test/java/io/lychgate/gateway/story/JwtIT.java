package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import io.netty.handler.codec.http3.Http3Headers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routes that need a token. The keys of its issuer come from a server that works, is slow, or fails. */
final class JwtIT {
  @TempDir
  static Path directory;

  private static final TokenIssuer ISSUER = TokenIssuer.ofEc("2026");
  private static final AtomicBoolean FAILING = new AtomicBoolean(true);

  /** The paths whose keys may leave. */
  private static final Set<String> RELEASED = ConcurrentHashMap.newKeySet();

  private static final ScriptedOrigin APP =
      ScriptedOrigin.start().otherwise(visit -> visit.respond(200, visit.head()));
  private static final ScriptedOrigin LOGIN = ScriptedOrigin.start()
      .on("/failing", visit -> {
        if (FAILING.get()) {
          visit.respond(500, "out of order");
        } else {
          visit.respond(200, ISSUER.jwks());
        }
      })
      .otherwise(visit -> {
        if (visit.path().startsWith("/slow")) {
          Await.until(() -> assertThat(RELEASED).contains(visit.path()));
        }
        visit.respond(200, ISSUER.jwks());
      });
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("keys.json"), ISSUER.jwks());
    gateway = GatewayProcess.start(directory, yaml("orders"), Map.of());
  }

  private static String yaml(String audience) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%2$d" ] }
        sites:
          - hosts: [ localhost ]
            policies:
              jwt:
                issuers: [ { issuer: "https://login.example/", audience: [ %1$s ], jwks: "http://127.0.0.1:%3$d/jwks" } ]
                from: [ bearer, "query:access_token", "cookie:token" ]
                claims: { X-User: sub, X-Roles: roles }
            routes:
              - { id: open, match: { path: "/open" }, proxy: { upstream: app }, policies: { off: [ jwt ] } }
              - id: admin
                match: { path: "/admin" }
                proxy: { upstream: app }
                policies:
                  jwt:
                    issuers: [ { issuer: "https://login.example/", audience: [ %1$s ], jwks: "file:keys.json" } ]
                    require: "'admin' in lists['roles'] || (method == 'GET' && claims['level'] == '1')"
                    forwardToken: true
              - id: perhaps
                match: { path: "/perhaps" }
                proxy: { upstream: app }
                policies:
                  jwt:
                    issuers: [ { issuer: "https://login.example/", audience: [ %1$s ], jwks: "file:keys.json" } ]
                    claims: { X-User: sub }
                    optional: true
              %4$s
              - { id: all, match: { path: "/*" }, proxy: { upstream: app, webSocket: true } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(
            audience,
            APP.port(),
            LOGIN.port(),
            Stream.of("failing", "slow1", "slow2", "slow3")
                .map(path -> route(path, audience))
                .collect(Collectors.joining("\n      ")));
  }

  /** Returns a route whose keys are at a path of their own. */
  private static String route(String path, String audience) {
    return """
        - { match: { path: "/%1$s" }, proxy: { upstream: app }, policies: { jwt: { issuers: \
        [ { issuer: "https://login.example/", audience: [ %2$s ], jwks: "http://127.0.0.1:%3$d/%1$s" } ] } } }\
        """.formatted(path, audience, LOGIN.port());
  }

  @AfterAll
  static void stop() {
    RELEASED.addAll(Set.of("/slow1", "/slow2", "/slow3"));
    gateway.close();
    APP.close();
    LOGIN.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trustingAll())
        .build();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client(HttpClient.Version.HTTP_2)
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder withToken(String path, String token) {
    return request(path).header("Authorization", "Bearer " + token);
  }

  private static String challenge(HttpResponse<?> response) {
    return response.headers().firstValue("www-authenticate").orElse("none");
  }

  private static double count(String route, String outcome) {
    return gateway.metric(
        "lychgate_policy_decisions_total",
        "policy=\"jwt\"",
        "route=\"" + route + "\"",
        "outcome=\"" + outcome + "\"");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void upstreamGetsTheNameOfTheSenderInPlaceOfTheToken(HttpClient.Version version)
      throws Exception {
    String token =
        ISSUER.sign(TokenIssuer.claims().claim("roles", List.of("a", "b")).build());
    HttpRequest request = withToken("/page", token).header("X-User", "eve").build();

    double before = count("all", "admitted");
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> response =
          client(version).send(request, HttpResponse.BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body())
          .contains("x-user: ann\n", "x-roles: a,b\n")
          .doesNotContainIgnoringCase("authorization")
          .doesNotContain("eve");
    }
    assertThat(LOGIN.requestsFor("/jwks")).hasSizeLessThanOrEqualTo(2);
    assertThat(count("all", "admitted") - before).isEqualTo(2);
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("access.log"))).contains("\"user\":\"ann\""));
  }

  @Test
  void tokenIsReadOverHttp3() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request refused = client.open();
      refused.headers(Http3Request.head("GET", "/page"), true);
      assertThat(refused.await().status()).isEqualTo(401);

      Http3Headers head =
          Http3Request.head("GET", "/page").add("authorization", "Bearer " + ISSUER.token());
      Http3Request admitted = client.open();
      admitted.headers(head, true);
      assertThat(admitted.await().text()).contains("x-user: ann\n");
    }
  }

  @Test
  void refusalNamesItsReason() throws Exception {
    double missingBefore = count("all", "missing");
    double invalidBefore = count("all", "refused");
    int forwarded = APP.requests().size();
    HttpResponse<String> missing = send(request("/page"));
    HttpResponse<String> forged = send(withToken("/page", TokenIssuer.tampered(ISSUER.token())));
    HttpResponse<String> none =
        send(withToken("/page", TokenIssuer.unsigned("{\"alg\":\"none\"}", "{}")));
    HttpResponse<String> large = send(withToken("/page", "a".repeat(8193)));
    HttpResponse<String> twice = send(withToken("/page?access_token=abc", ISSUER.token()));

    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(challenge(missing)).isEqualTo("Bearer");
    assertThat(forged.statusCode()).isEqualTo(401);
    assertThat(challenge(forged))
        .isEqualTo("Bearer error=\"invalid_token\", error_description=\"the signature is wrong\"");
    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(large.statusCode()).isEqualTo(401);
    assertThat(twice.statusCode()).isEqualTo(400);
    assertThat(challenge(twice)).startsWith("Bearer error=\"invalid_request\"");
    assertThat(APP.requests()).hasSize(forwarded);
    assertThat(count("all", "missing") - missingBefore).isEqualTo(1);
    assertThat(count("all", "refused") - invalidBefore).isEqualTo(4);
  }

  @Test
  void secondAuthorizationFieldIsRefused() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /page HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ISSUER.token()
          + "\r\nAuthorization: Basic YTpi\r\n\r\n");

      assertThat(peer.read().status()).isEqualTo(400);
    }
  }

  @Test
  void clientCannotHaveTheNameRemoved() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send(
          "GET /page HTTP/1.1\r\nHost: localhost\r\nConnection: X-User\r\nX_User: eve\r\nAuthorization: Bearer "
              + ISSUER.token() + "\r\n\r\n");

      assertThat(peer.read().body()).contains("x-user: ann\n").doesNotContain("eve");
    }
  }

  @Test
  void conditionOnClaimsDecides() throws Exception {
    String admin = ISSUER.sign(TokenIssuer.claims().claim("roles", "admin").build());
    String low = ISSUER.sign(TokenIssuer.claims().claim("level", 1).build());

    assertThat(send(withToken("/admin", admin)).body()).contains("Bearer " + admin);
    assertThat(send(withToken("/admin", low)).statusCode()).isEqualTo(200);
    HttpResponse<String> forbidden =
        send(withToken("/admin", low).POST(HttpRequest.BodyPublishers.ofString("x")));
    assertThat(forbidden.statusCode()).isEqualTo(403);
    assertThat(challenge(forbidden)).startsWith("Bearer error=\"insufficient_scope\"");
    assertThat(count("admin", "forbidden")).isEqualTo(1);
  }

  @Test
  void optionalTokenIsCheckedOnlyIfItIsThere() throws Exception {
    assertThat(send(request("/perhaps").header("X-User", "eve")).body()).doesNotContain("x-user");
    assertThat(send(withToken("/perhaps", ISSUER.token())).body()).contains("x-user: ann\n");
    assertThat(send(withToken("/perhaps", "x.y.z")).statusCode()).isEqualTo(401);
    assertThat(send(request("/open")).statusCode()).isEqualTo(200);
    assertThat(count("perhaps", "anonymous")).isEqualTo(1);
  }

  @Test
  void tokenOfTheQueryStaysOutOfUpstreamAndLog() throws Exception {
    String token = ISSUER.token();

    HttpResponse<String> query = send(request("/page?a=1&access_token=" + token + "&b=2"));
    HttpResponse<String> cookie = send(request("/page").header("Cookie", "a=1; token=" + token));

    assertThat(query.body()).startsWith("GET /page?a=1&b=2 ").doesNotContain(token);
    assertThat(cookie.body()).contains("cookie: a=1\n").doesNotContain(token);
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .contains("/page?a=1&b=2")
        .doesNotContain(token));
  }

  @Test
  void unknownKeysDoNotFloodTheIssuer() throws Exception {
    send(withToken("/page", ISSUER.token()));
    for (int i = 0; i < 20; i++) {
      JWSHeader header =
          new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k" + i).build();
      String token = ISSUER.sign(header, TokenIssuer.claims().build().toString());
      assertThat(send(withToken("/page", token)).statusCode()).isEqualTo(401);
    }

    // The second one only if the tests take more than the pause.
    assertThat(LOGIN.requestsFor("/jwks")).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void issuerThatRecoversIsAskedAgainSoon() throws Exception {
    HttpResponse<String> failed = send(withToken("/failing", ISSUER.token()));
    assertThat(failed.statusCode()).isEqualTo(503);
    assertThat(failed.headers().firstValue("retry-after")).contains("1");

    FAILING.set(false);

    Await.until(() ->
        assertThat(send(withToken("/failing", ISSUER.token())).statusCode()).isEqualTo(200));
  }

  @Test
  void slowIssuerDelaysOnlyItsOwnRequests() throws Exception {
    HttpClient client = client(HttpClient.Version.HTTP_2);
    CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
        withToken("/slow1", ISSUER.token()).build(), HttpResponse.BodyHandlers.ofString());
    Await.until(() -> assertThat(LOGIN.requestsFor("/slow1")).hasSize(1));

    HttpResponse<String> other = client.send(
        withToken("/page", ISSUER.token()).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(slow).isNotDone();
    RELEASED.add("/slow1");

    assertThat(slow.get().statusCode()).isEqualTo(200);
  }

  @Test
  void reloadInMidFlightKeepsTheRulesOfTheRequestAndTheKeys() throws Exception {
    HttpClient client = client(HttpClient.Version.HTTP_2);
    String token = ISSUER.token();
    assertThat(send(withToken("/page", token)).statusCode()).isEqualTo(200);
    int reads = LOGIN.requestsFor("/jwks").size();
    CompletableFuture<HttpResponse<String>> slow =
        client.sendAsync(withToken("/slow2", token).build(), HttpResponse.BodyHandlers.ofString());
    Await.until(() -> assertThat(LOGIN.requestsFor("/slow2")).hasSize(1));

    gateway.apply(yaml("billing"));
    try {
      assertThat(send(withToken("/page", token)).statusCode()).isEqualTo(401);
      RELEASED.add("/slow2");
      assertThat(slow.get().statusCode()).isEqualTo(200);
      String other = ISSUER.sign(TokenIssuer.claims().audience("billing").build());
      assertThat(send(withToken("/page", other)).statusCode()).isEqualTo(200);
      assertThat(LOGIN.requestsFor("/jwks")).hasSize(reads);
    } finally {
      gateway.apply(yaml("orders"));
    }
  }

  @Test
  void clientMayLeaveWhileKeysAreRead() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /slow3 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ISSUER.token()
          + "\r\n\r\n");
      Await.until(() -> assertThat(LOGIN.requestsFor("/slow3")).hasSize(1));
    }
    Path log = directory.resolve("access.log");
    Await.until(() -> assertThat(Files.readString(log)).contains("/slow3"));
    RELEASED.add("/slow3");

    assertThat(send(withToken("/slow3", ISSUER.token())).statusCode()).isEqualTo(200);
    assertThat(APP.requestsFor("/slow3")).hasSize(1);
  }
}
