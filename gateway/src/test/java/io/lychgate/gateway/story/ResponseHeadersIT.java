package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CORS, security fields and request ids, also in responses of the gateway itself. */
final class ResponseHeadersIT {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    AuthenticationIT.writeUsers(directory, "users", "ann");
    origin = ScriptedOrigin.start()
        .on(
            "/api/own",
            visit -> visit.respond(
                200,
                "own",
                "Access-Control-Allow-Origin: *",
                "Access-Control-Allow-Credentials: true",
                "Vary: Accept, origin"))
        .on(
            "/secure/own",
            visit -> visit.respond(
                200,
                "own",
                "X-Frame-Options: ALLOWALL",
                "Content-Security-Policy: default-src *",
                "Connection: x-content-type-options"))
        .on("/id/fails", visit -> visit.close())
        .otherwise(visit -> visit.respond(
            200, visit.field("x-request-id") + "|" + visit.field("origin"), "Vary: Accept"));
    gateway = GatewayProcess.start(directory, yaml(), Map.of());
  }

  private static String yaml() {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.9 ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - match: { path: "/api/*", methods: [ GET, PUT, POST ] }
                proxy: { upstream: app }
                policies:
                  basic: { users: users }
                  cors:
                    origins: [ "https://app.example" ]
                    originPatterns: [ 'https://[a-z]+\\.dev\\.example' ]
                    methods: [ GET, PUT ]
                    headers: [ Authorization, X-Own ]
                    exposedHeaders: [ X-Total ]
                    credentials: true
                    maxAge: 1h
              - match: { path: "/all/*" }
                proxy: { upstream: app }
                policies: { cors: { origins: [ "*" ], methods: [ "*" ], headers: [ "*" ] } }
              - match: { path: "/secure/*" }
                proxy: { upstream: app }
                policies:
                  securityHeaders:
                    hsts: { maxAge: 8760h, includeSubdomains: true, preload: true }
                    frameOptions: DENY
                    contentSecurityPolicy: "default-src 'self'"
                    permissionsPolicy: "camera=()"
              - match: { path: "/strict/*" }
                respond: { headers: { X-Frame-Options: ALLOWALL } }
                policies: { securityHeaders: { frameOptions: DENY, referrerPolicy: off, replace: true } }
              - match: { path: "/id/any" }
                proxy: { upstream: app }
                policies: { requestId: { accept: always, response: false } }
              - match: { path: "/id/*" }
                proxy: { upstream: app }
                policies: { requestId: {} }
              - match: { path: "/id-and-login" }
                proxy: { upstream: app }
                policies: { requestId: {}, basic: { users: users }, securityHeaders: {} }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { enabled: false }
        """.formatted(origin.port());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  /** Sends a request with basic credentials of ann. */
  private static Response send(String from, String method, String path, String... lines) {
    try (Http1Peer peer = Http1Peer.on(new Socket(
        InetAddress.getLoopbackAddress(), gateway.port("plain"), InetAddress.getByName(from), 0))) {
      StringBuilder head =
          new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
      for (String line : lines) {
        head.append(line).append("\r\n");
      }
      return peer.send(head + "\r\n").read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Response get(String path, String... lines) {
    return send("127.0.0.1", "GET", path, lines);
  }

  private static List<String> values(Response response, String name) {
    return response
        .head()
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .toList();
  }

  private static final String ANN = "Authorization: Basic YW5uOmFubmFubg==";

  private static Response preflight(String path, String origin, String method, String... lines) {
    String[] all = new String[lines.length + 2];
    all[0] = "Origin: " + origin;
    all[1] = "Access-Control-Request-Method: " + method;
    System.arraycopy(lines, 0, all, 2, lines.length);
    return send("127.0.0.1", "OPTIONS", path, all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://app.example", "https://test.dev.example"})
  void preflightIsAnsweredBeforeAuthentication(String asking) {
    int before = origin.requests().size();

    Response response =
        preflight("/api/x", asking, "PUT", "Access-Control-Request-Headers: authorization,x-own");

    assertThat(response.status()).isEqualTo(204);
    assertThat(values(response, "access-control-allow-origin")).containsExactly(asking);
    assertThat(values(response, "access-control-allow-credentials")).containsExactly("true");
    assertThat(values(response, "access-control-allow-methods")).containsExactly("GET, PUT");
    assertThat(values(response, "access-control-allow-headers"))
        .containsExactly("Authorization, X-Own");
    assertThat(values(response, "access-control-max-age")).containsExactly("3600");
    assertThat(values(response, "vary")).containsExactly("Origin");
    assertThat(origin.requests()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "https://app.example.evil",
        "https://a.dev.example.evil",
        "https://evil/https://a.dev.example",
        "http://app.example",
        "null",
        "https://APP.example"
      })
  void preflightOfAnotherOriginIsRefused(String asking) {
    Response response = preflight("/api/x", asking, "PUT");

    assertThat(response.status()).isEqualTo(403);
    assertThat(values(response, "access-control-allow-origin")).isEmpty();
    assertThat(values(response, "vary")).containsExactly("Origin");
    assertThat(values(response, "proxy-status").get(0)).contains("origin not allowed");
  }

  @Test
  void preflightForAnotherMethodOrFieldIsRefused() {
    assertThat(preflight("/api/x", "https://app.example", "POST").status()).isEqualTo(403);
    assertThat(preflight(
                "/api/x", "https://app.example", "PUT", "Access-Control-Request-Headers: x-other")
            .status())
        .isEqualTo(403);
  }

  @Test
  void anyOriginAnyMethodAndAnyFieldAreEchoedWhereBrowsersNeedIt() {
    Response response = preflight(
        "/all/x", "https://any.example", "PATCH", "Access-Control-Request-Headers: x-a,x-b");

    assertThat(response.status()).isEqualTo(204);
    assertThat(values(response, "access-control-allow-origin")).containsExactly("*");
    assertThat(values(response, "access-control-allow-methods")).containsExactly("PATCH");
    assertThat(values(response, "access-control-allow-headers")).containsExactly("x-a,x-b");
    assertThat(values(response, "vary")).isEmpty();
  }

  @Test
  void optionsWithoutOriginGoesToTheUpstream() {
    assertThat(send("127.0.0.1", "OPTIONS", "/all/x").body()).isEqualTo("|");
  }

  @Test
  void policyReplacesTheFieldsOfTheUpstream() {
    Response admitted = get("/api/own", ANN, "Origin: https://app.example");
    Response other = get("/api/own", ANN, "Origin: https://evil.example");
    Response none = get("/api/x", ANN);

    assertThat(values(admitted, "access-control-allow-origin"))
        .containsExactly("https://app.example");
    assertThat(values(admitted, "access-control-expose-headers")).containsExactly("X-Total");
    assertThat(values(admitted, "vary")).containsExactly("Accept, origin");
    assertThat(values(other, "access-control-allow-origin")).isEmpty();
    assertThat(values(other, "access-control-allow-credentials")).isEmpty();
    // A cache must not give this response to a script.
    assertThat(values(none, "vary")).containsExactly("Accept", "Origin");
  }

  /** Otherwise a script could not tell a wrong password from a broken network. */
  @Test
  void failuresOfTheGatewayHaveTheFields() {
    Response refused = get("/api/x", "Origin: https://app.example");

    assertThat(refused.status()).isEqualTo(401);
    assertThat(values(refused, "access-control-allow-origin"))
        .containsExactly("https://app.example");
    assertThat(values(refused, "vary")).containsExactly("Origin");
  }

  @Test
  void securityFieldsAreAddedOverHttp3() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request response = client.get("/secure/x").await();

      assertThat(response.field("strict-transport-security"))
          .isEqualTo("max-age=31536000; includeSubDomains; preload");
      assertThat(response.field("x-content-type-options")).isEqualTo("nosniff");
      assertThat(response.field("referrer-policy")).isEqualTo("strict-origin-when-cross-origin");
      assertThat(response.field("x-frame-options")).isEqualTo("DENY");
      assertThat(response.field("content-security-policy")).isEqualTo("default-src 'self'");
      assertThat(response.field("permissions-policy")).isEqualTo("camera=()");
    }
  }

  /** RFC 6797 section 7.2: never over plain text. */
  @Test
  void strictTransportIsNotSentInPlainText() {
    Response response = get("/secure/x");

    assertThat(values(response, "strict-transport-security")).isEmpty();
    assertThat(values(response, "x-frame-options")).containsExactly("DENY");
  }

  @Test
  void fieldsOfTheUpstreamStayUnlessTheyAreReplaced() {
    Response kept = get("/secure/own");
    Response replaced = get("/strict/x");

    assertThat(values(kept, "x-frame-options")).containsExactly("ALLOWALL");
    assertThat(values(kept, "content-security-policy")).containsExactly("default-src *");
    assertThat(values(kept, "x-content-type-options")).containsExactly("nosniff");
    assertThat(values(replaced, "x-frame-options")).containsExactly("DENY");
    assertThat(values(replaced, "referrer-policy")).isEmpty();
  }

  @Test
  void requestGetsAnIdThatUpstreamClientAndLogShare() {
    Response response = get("/id/x", "X-Request-Id: from-the-client");
    String id = values(response, "x-request-id").get(0);

    assertThat(id).matches(UUID);
    assertThat(response.body()).startsWith(id + "|");
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .contains("\"request_id\":\"" + id + "\""));
  }

  @Test
  void idOfATrustedProxyIsKeptIfItIsValid() {
    assertThat(values(send("127.0.0.9", "GET", "/id/x", "X-Request-Id: abc-1"), "x-request-id"))
        .containsExactly("abc-1");
    assertThat(values(send("127.0.0.9", "GET", "/id/x", "X-Request-Id: a\"b"), "x-request-id")
            .get(0))
        .matches(UUID);
  }

  @Test
  void idOfAnyClientIsKeptOnlyByChoice() {
    Response response = get("/id/any", "X-Request-Id: abc-2", "Connection: x-request-id");

    assertThat(response.body()).startsWith("abc-2|");
    assertThat(values(response, "x-request-id")).isEmpty();
  }

  @Test
  void failuresHaveTheId() {
    Response failed = get("/id/fails");
    Response refused = get("/id-and-login");

    assertThat(failed.status()).isEqualTo(502);
    assertThat(values(failed, "x-request-id").get(0)).matches(UUID);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(values(refused, "x-request-id").get(0)).matches(UUID);
    assertThat(values(refused, "x-content-type-options")).containsExactly("nosniff");
  }

  @Test
  void preflightOverHttp3IsAnswered() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request request = client.open();
      Http3Headers head = Http3Request.head("OPTIONS", "/api/x");
      head.add("origin", "https://app.example").add("access-control-request-method", "PUT");
      request.headers(head, true);

      assertThat(request.await().status()).isEqualTo(204);
      assertThat(request.field("access-control-allow-origin")).isEqualTo("https://app.example");
    }
  }
}
