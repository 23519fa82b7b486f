package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses of the bench page: only for browsers with a link of the dashboard. */
final class BenchIT {
  private static final String PATH = "/.well-known/lychgate/bench";

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "of the upstream"));
    gateway = GatewayProcess.start(directory, yaml("on"), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static String yaml(String bench) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost, "*.shop.test" ]
            bench: %s
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
          - hosts: [ "*.pattern.test" ]
            bench: on
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), bench);
  }

  private static String token() {
    String url =
        admin.post("/bench-links", Map.of("site", "localhost")).get("url").asString();
    assertThat(url).startsWith("https://localhost:" + gateway.port("tls") + PATH + "/enter#");
    return url.substring(url.indexOf('#') + 1);
  }

  private static HttpClient client(Version version) {
    return HttpClient.newBuilder()
        .sslContext(TestCertificates.trustingAll())
        .version(version)
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }

  private static HttpResponse<String> send(Version version, HttpRequest.Builder request) {
    try {
      return client(version)
          .send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
  }

  private static HttpRequest.Builder post(String path, String body) {
    return at(path).POST(BodyPublishers.ofString(body)).header("Sec-Fetch-Site", "same-origin");
  }

  private static String cookie() {
    HttpResponse<String> response = send(Version.HTTP_2, post(PATH + "/session", token()));
    assertThat(response.statusCode()).isEqualTo(200);
    String field = response.headers().firstValue("set-cookie").orElseThrow();
    assertThat(field)
        .startsWith("__Host-lychgate-bench=")
        .contains("Path=/;", "Secure", "HttpOnly", "SameSite=Strict", "Max-Age=3600")
        .doesNotContain("Domain");
    return field.split(";", 2)[0];
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void pageIsServedToASessionAndNeverStored(Version version) {
    HttpResponse<String> page = send(version, at(PATH).header("Cookie", cookie()));

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("cache-control")).contains("no-store");
    assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body()).contains("<title>Bench page</title>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?x=1", "/", "/next", "/session", "/other"})
  void withoutASessionThereIsNoSuchPath(String rest) {
    HttpResponse<String> unknown = send(Version.HTTP_2, at(PATH + rest));

    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).doesNotContain("bench");
    assertThat(send(Version.HTTP_1_1, at(PATH + rest).header("Cookie", "__Host-lychgate-bench=a.b"))
            .statusCode())
        .isEqualTo(404);
    assertThat(send(Version.HTTP_2, post(PATH + rest, "x.y")).statusCode()).isEqualTo(404);
  }

  @Test
  void http3ServesItToNobodyWithoutASession() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.get(PATH).await();

      assertThat(request.status()).isEqualTo(404);
    }
  }

  @Test
  void linkOpensOnce() {
    String token = token();

    assertThat(send(Version.HTTP_2, post(PATH + "/session", token)).statusCode())
        .isEqualTo(200);
    assertThat(send(Version.HTTP_2, post(PATH + "/session", token)).statusCode())
        .isEqualTo(404);
  }

  @Test
  void pagesOfOtherSitesCanNeitherSignInNorOrder() {
    String cookie = cookie();

    HttpResponse<String> session = send(
        Version.HTTP_2,
        at(PATH + "/session")
            .POST(BodyPublishers.ofString(token()))
            .header("Sec-Fetch-Site", "cross-site"));
    HttpResponse<String> order = send(
        Version.HTTP_2,
        at(PATH + "/next")
            .POST(BodyPublishers.ofString("clear h1"))
            .header("Cookie", cookie)
            .header("Origin", "https://evil.test"));

    assertThat(session.statusCode()).isEqualTo(404);
    assertThat(order.statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "clear", "clear h4", "drop h1", "clear h1 ", "\0"})
  void unknownOrdersAreRefusedWithTheExpectedForm(String order) {
    HttpResponse<String> response =
        send(Version.HTTP_2, post(PATH + "/next", order).header("Cookie", cookie()));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("expected: keep or clear");
  }

  @Test
  void longBodiesAreRefused() {
    assertThat(
            send(Version.HTTP_2, post(PATH + "/session", "x".repeat(100_000))).statusCode())
        .isEqualTo(413);
  }

  @Test
  void orderClearsTheCacheAndNamesTheProtocol() {
    HttpResponse<String> response =
        send(Version.HTTP_2, post(PATH + "/next", "clear any").header("Cookie", cookie()));

    assertThat(response.headers().firstValue("clear-site-data")).contains("\"cache\"");
    assertThat(response.body()).isEqualTo("""
        {"protocol":"h2","offers":["h1","h2","h3"]}""");
  }

  @Test
  void browserKeepsNoResponseOfColdLoads() {
    String cookie = cookie();
    send(Version.HTTP_2, post(PATH + "/next", "clear any").header("Cookie", cookie));
    HttpResponse<String> cold = send(Version.HTTP_2, at("/asset").header("Cookie", cookie));
    send(Version.HTTP_2, post(PATH + "/next", "keep any").header("Cookie", cookie));
    HttpResponse<String> warm = send(Version.HTTP_2, at("/asset").header("Cookie", cookie));

    assertThat(cold.headers().allValues("cache-control")).contains("no-store");
    assertThat(warm.headers().allValues("cache-control")).isEmpty();
  }

  @Test
  void sessionThatWantsHttp1GetsNothingElse() throws Exception {
    String cookie = cookie();
    HttpClient browser = client(Version.HTTP_2);
    HttpRequest order = post(PATH + "/next", "keep h1").header("Cookie", cookie).build();
    HttpRequest page = at("/page").header("Cookie", cookie).build();

    HttpResponse<String> first = browser.send(order, BodyHandlers.ofString());
    HttpResponse<String> other = send(Version.HTTP_2, at("/page").header("Cookie", cookie));
    HttpResponse<String> back =
        send(Version.HTTP_2, post(PATH + "/next", "keep h2").header("Cookie", cookie));
    HttpResponse<String> after = client(Version.HTTP_2).send(page, BodyHandlers.ofString());

    assertThat(first.body()).contains("\"protocol\":\"h2\"");
    assertThat(other.version()).isEqualTo(Version.HTTP_1_1);
    assertThat(other.headers().firstValue("alt-svc")).contains("clear");
    assertThat(back.version()).isEqualTo(Version.HTTP_1_1);
    assertThat(back.headers().firstValue("connection")).contains("close");
    assertThat(after.version()).isEqualTo(Version.HTTP_2);
    send(Version.HTTP_2, post(PATH + "/next", "keep any").header("Cookie", cookie));
  }

  @Test
  void failedReloadKeepsTheOfferOfHttp1() {
    String cookie = cookie();
    send(Version.HTTP_2, post(PATH + "/next", "keep h1").header("Cookie", cookie));
    // The address is of no machine (RFC 5737), so the reload fails at its last step.
    String broken = yaml("off")
        .replace("bench: on", "bench: off")
        .replace("plain, address: \"127.0.0.1:0\"", "plain, address: \"192.0.2.1:0\"");
    try {
      assertThatThrownBy(() -> gateway.apply(broken)).isInstanceOf(UncheckedIOException.class);

      assertThat(send(Version.HTTP_2, at("/page").header("Cookie", cookie)).version())
          .isEqualTo(Version.HTTP_1_1);
    } finally {
      gateway.apply(yaml("on"));
      send(Version.HTTP_2, post(PATH + "/next", "keep any").header("Cookie", cookie));
    }
  }

  @Test
  void cookieGetsToNoUpstream() {
    send(Version.HTTP_2, at("/forwarded").header("Cookie", "a=1; " + cookie() + "; b=2"));

    assertThat(origin.requestsFor("/forwarded"))
        .singleElement()
        .satisfies(head -> assertThat(head).contains("a=1; b=2").doesNotContain("lychgate-bench"));
  }

  @Test
  void linksNameTheProblemOfTheirSiteOrHost() {
    assertThat(refusal(Map.of("site", "unknown.test"))).contains("site: unknown.test");
    assertThat(refusal(Map.of("site", "*.pattern.test"))).contains("host: absent");
    assertThat(refusal(Map.of("site", "localhost", "host", "evil.test")))
        .contains("host: evil.test");
    assertThat(refusal(Map.of("site", "localhost", "host", "localhost/@evil.test")))
        .contains("host: ");
    assertThat(admin
            .post("/bench-links", Map.of("site", "*.pattern.test", "host", "a.pattern.test:8443"))
            .get("url")
            .asString())
        .startsWith("https://a.pattern.test:8443" + PATH);
  }

  private static String refusal(Map<String, ?> body) {
    HttpResponse<String> response = admin.ask("POST", "/bench-links", body, 0);
    assertThat(response.statusCode()).isEqualTo(400);
    return response.body();
  }

  @Test
  void reloadTurnsThePageOffAndThePathIsOfTheUpstream() {
    String cookie = cookie();
    try {
      gateway.apply(yaml("off"));

      HttpResponse<String> page = send(Version.HTTP_2, at(PATH).header("Cookie", cookie));

      assertThat(page.body()).isEqualTo("of the upstream");
      assertThat(refusal(Map.of("site", "localhost"))).contains("`bench: on`");
    } finally {
      gateway.apply(yaml("on"));
    }
    assertThat(send(Version.HTTP_2, at(PATH).header("Cookie", cookie)).statusCode())
        .isEqualTo(200);
  }
}
