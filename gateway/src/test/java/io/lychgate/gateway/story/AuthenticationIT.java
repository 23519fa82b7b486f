package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords and API keys over all protocols, with hostile requests. */
final class AuthenticationIT {
  private static final String KEY = "key-of-ci-0123456789abcdef";

  /** A hash of bcrypt that takes some 100 ms. */
  private static final int SLOW = 11;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  /** Writes a file of users whose passwords are their names, twice. */
  static void writeUsers(Path folder, String file, String... users) throws IOException {
    writeUsers(folder, file, 4, users);
  }

  private static void writeUsers(Path folder, String file, int cost, String... users)
      throws IOException {
    StringBuilder text = new StringBuilder("# name:hash\n\n");
    for (String user : users) {
      byte[] salt = "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII);
      text.append(user)
          .append(':')
          .append(OpenBSDBCrypt.generate("2y", (user + user).toCharArray(), salt, cost))
          .append('\n');
    }
    Files.writeString(folder.resolve(file), text.toString());
  }

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    writeUsers(directory, "users", "ann", "bob");
    writeUsers(directory, "slow", SLOW, "ann");
    Files.writeString(
        directory.resolve("keys"),
        "ci:"
            + HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(KEY.getBytes(StandardCharsets.US_ASCII)))
            + "\n");
    origin = ScriptedOrigin.start()
        .on("/free/trailers", visit -> {
          visit.body();
          visit.respond(200, visit.trailers());
        })
        .otherwise(visit -> visit.respond(
            200,
            String.join(
                "|",
                visit.target(),
                visit.field("x-user"),
                visit.field("x-key-name"),
                visit.field("authorization"),
                visit.field("x-api-key"))));
    gateway =
        GatewayProcess.start(directory, yaml(), Map.of("PARTNER", "key-of-partner-0123456789"));
  }

  private static String yaml() {
    return """
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
              - match: { path: "/users/*" }
                proxy: { upstream: app }
                policies: { basic: { users: users, realm: people, nameField: X-User } }
              - match: { path: "/kept/*" }
                proxy: { upstream: app }
                policies: { basic: { users: users, forward: true } }
              - match: { path: "/slow/*" }
                proxy: { upstream: app }
                policies: { basic: { users: slow } }
              - match: { path: "/keys/*" }
                proxy: { upstream: app }
                policies:
                  apiKeys:
                    header: X-API-Key
                    query: api_key
                    file: keys
                    keys: [ { name: partner, secret: "env:PARTNER" } ]
                    nameField: X-Key-Name
              - match: { path: "/both/*" }
                proxy: { upstream: app }
                policies:
                  basic: { users: users, nameField: X-User }
                  apiKeys: { file: keys, nameField: X-Key-Name }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  private static HttpResponse<String> send(
      HttpClient.Version version, String path, String... fields) throws Exception {
    HttpClient client = HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trustingAll())
        .build();
    return client.send(request(path, fields), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest request(String path, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    return request.build();
  }

  private static Response plain(String head) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      return peer.send(head + "\r\n").read();
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void userIsAdmittedWithTheRightPassword(HttpClient.Version version) throws Exception {
    HttpResponse<String> none = send(version, "/users/a");
    HttpResponse<String> wrong = send(version, "/users/a", "Authorization", basic("ann", "annbob"));
    HttpResponse<String> unknown =
        send(version, "/users/a", "Authorization", basic("eve", "annann"));
    HttpResponse<String> right = send(version, "/users/a", "Authorization", basic("ann", "annann"));

    for (HttpResponse<String> refused : List.of(none, wrong, unknown)) {
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue("www-authenticate"))
          .contains("Basic realm=\"people\", charset=\"UTF-8\"");
    }
    assertThat(right.statusCode()).isEqualTo(200);
    assertThat(right.body()).isEqualTo("/users/a|ann|||");
  }

  @Test
  void userIsAdmittedOverHttp3() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request right = client.open();
      Http3Headers head = Http3Request.head("GET", "/users/h3");
      head.add("authorization", basic("bob", "bobbob"));
      right.headers(head, true);

      assertThat(client.get("/users/h3").await().status()).isEqualTo(401);
      assertThat(right.await().text()).isEqualTo("/users/h3|bob|||");
    }
  }

  @Test
  void credentialsAreForwardedOnRequestOnly() throws Exception {
    String field = basic("ann", "annann");

    assertThat(
            send(HttpClient.Version.HTTP_2, "/kept/a", "Authorization", field).body())
        .isEqualTo("/kept/a|||" + field + "|");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void keyIsAdmittedInHeaderAndQuery(HttpClient.Version version) throws Exception {
    assertThat(send(version, "/keys/a").statusCode()).isEqualTo(401);
    assertThat(send(version, "/keys/a", "X-API-Key", KEY + "x").statusCode()).isEqualTo(401);
    assertThat(send(version, "/keys/a", "X-API-Key", KEY).body()).isEqualTo("/keys/a||ci||");
    assertThat(send(version, "/keys/a?b=1&api_key=" + KEY + "&c").body())
        .isEqualTo("/keys/a?b=1&c||ci||");
    assertThat(send(version, "/keys/a?api%5Fkey=key-of-partner-0123456789").body())
        .isEqualTo("/keys/a||partner||");
  }

  @Test
  void severalKeysAreRefused() throws Exception {
    HttpClient.Version version = HttpClient.Version.HTTP_2;

    assertThat(send(version, "/keys/a", "X-API-Key", KEY, "X-API-Key", KEY).statusCode())
        .isEqualTo(400);
    assertThat(send(version, "/keys/a?api_key=" + KEY, "X-API-Key", KEY).statusCode())
        .isEqualTo(400);
    assertThat(send(version, "/keys/a?api_key=" + KEY + "&api_key=x").statusCode())
        .isEqualTo(400);
  }

  @Test
  void routeWithTwoPoliciesNeedsBoth() throws Exception {
    HttpClient.Version version = HttpClient.Version.HTTP_2;
    String field = basic("ann", "annann");

    assertThat(send(version, "/both/a", "X-API-Key", KEY).statusCode()).isEqualTo(401);
    assertThat(send(version, "/both/a", "Authorization", field).statusCode()).isEqualTo(401);
    assertThat(
            send(version, "/both/a", "Authorization", field, "X-API-Key", KEY).body())
        .isEqualTo("/both/a|ann|ci||");
  }

  /** A server believes the field, so it is the gateway's on each route, however the client spells it. */
  @Test
  void clientsCannotSetTheFieldsOfSenders() {
    String claims = "X-User: root\r\nx-uSER: root\r\nX-Key-Name: root\r\nX_User: root\r\n";

    assertThat(plain("GET /free HTTP/1.1\r\nHost: localhost\r\n" + claims).body())
        .isEqualTo("/free||||");
    assertThat(plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\n" + claims + "Authorization: "
                + basic("ann", "annann") + "\r\n")
            .body())
        .isEqualTo("/users/x|ann|||");
  }

  /** Some servers add trailers to the header fields. */
  @Test
  void clientsCannotSetTheFieldsOfSendersInTrailers() {
    assertThat(plain(String.join(
                "\r\n",
                "POST /free/trailers HTTP/1.1",
                "Host: localhost",
                "Transfer-Encoding: chunked",
                "Trailer: X-User, X-Other",
                "",
                "1",
                "a",
                "0",
                "X-User: root",
                "Client-Cert: :AAAA:",
                "X-Real-IP: 6.6.6.6",
                "X-Other: kept",
                ""))
            .body())
        .isEqualToIgnoringCase("X-Other: kept\n");
  }

  /** RFC 9110 section 7.6.1: a Connection field nominates fields that end at the next hop. */
  @Test
  void clientCannotEndTheFieldOfTheGateway() {
    assertThat(plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\nConnection: x-user, X-User\r\n"
                + "Authorization: " + basic("ann", "annann") + "\r\n")
            .body())
        .isEqualTo("/users/x|ann|||");
  }

  @Test
  void severalAuthorizationFieldsAreRefused() {
    String right = "Authorization: " + basic("ann", "annann") + "\r\n";
    String other = "authorization: " + basic("bob", "x") + "\r\n";

    assertThat(plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\n" + right + other)
            .status())
        .isEqualTo(400);
    assertThat(plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\n" + other + right)
            .status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Basic", "Basic %%%", "Basic YW5u", "Bearer x", "Basic YW5uOmFubmFubg==, x"})
  void malformedCredentialsAreRefused(String field) {
    assertThat(plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + field + "\r\n")
            .status())
        .isEqualTo(401);
  }

  @Test
  void foldedFieldIsNoCredential() {
    Response response = plain("GET /users/x HTTP/1.1\r\nHost: localhost\r\nAuthorization:\r\n "
        + basic("ann", "annann") + "\r\n");

    assertThat(response.status()).isIn(400, 401);
  }

  @Test
  void largeAuthorizationIsRefusedWithoutACheck() {
    assertThat(plain("GET /slow/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic "
                + "YTpi".repeat(7_000) + "\r\n")
            .status())
        .isEqualTo(401);
  }

  /** Wrong passwords at a high rate cost this client its requests, and neither the loop nor others. */
  @Test
  void bruteForceGetsRefusalsAndDoesNotStallTheLoop() {
    HttpClient client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(TestCertificates.trustingAll())
        .build();
    List<CompletableFuture<HttpResponse<String>>> guesses = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      guesses.add(client.sendAsync(
          request("/slow/x", "Authorization", basic("ann", "guess" + i)),
          HttpResponse.BodyHandlers.ofString()));
    }
    HttpResponse<String> other =
        client.sendAsync(request("/free"), HttpResponse.BodyHandlers.ofString()).join();
    List<HttpResponse<String>> responses =
        guesses.stream().map(CompletableFuture::join).toList();

    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(responses.stream().map(HttpResponse::statusCode)).contains(401, 503);
    assertThat(responses.stream().map(HttpResponse::statusCode)).isSubsetOf(401, 503);
    assertThat(responses.stream()
            .filter(each -> each.statusCode() == 503)
            .map(each -> each.headers().firstValue("retry-after").orElse("")))
        .containsOnly("1");
  }

  @Test
  void requestsOfAPageShareOneCheck() {
    HttpClient client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(TestCertificates.trustingAll())
        .build();
    List<CompletableFuture<HttpResponse<String>>> page = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      page.add(client.sendAsync(
          request("/slow/" + i, "Authorization", basic("ann", "annann")),
          HttpResponse.BodyHandlers.ofString()));
    }

    assertThat(page.stream().map(each -> each.join().statusCode())).containsOnly(200);
  }

  @Test
  void accessLogHasTheUserAndNoSecret() {
    String head = "GET /keys/logged?api_key=" + KEY + "&q HTTP/1.1\r\nHost: localhost\r\n";
    plain(head);
    plain("GET /keys/logged?api_key=wrong-key-0123456789 HTTP/1.1\r\nHost: localhost\r\n");
    plain("GET /users/logged HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
        + basic("ann", "annann") + "\r\n");

    Await.until(() -> {
      String log = Files.readString(directory.resolve("access.log"));
      assertThat(log)
          .contains("\"path\":\"/keys/logged?q\"")
          .contains("\"user\":\"ci\"")
          .contains("\"path\":\"/users/logged\"")
          .contains("\"user\":\"ann\"")
          .contains("\"path\":\"/keys/logged\",\"status\":401")
          .doesNotContain(KEY, "wrong-key", "annann", basic("ann", "annann"));
    });
  }

  @Test
  void changedPasswordAppliesAtOnce() throws Exception {
    String old = basic("carl", "carlcarl");
    writeUsers(directory, "users", "ann", "bob", "carl");
    gateway.apply(yaml());
    assertThat(send(HttpClient.Version.HTTP_2, "/users/a", "Authorization", old).statusCode())
        .isEqualTo(200);
    Files.writeString(
        directory.resolve("users"),
        Files.readString(directory.resolve("users"))
            .replaceAll(
                "(?m)^carl:.*$",
                "carl:\\$2y\\$05\\$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"));
    gateway.apply(yaml());

    assertThat(send(HttpClient.Version.HTTP_2, "/users/a", "Authorization", old).statusCode())
        .isEqualTo(401);
    assertThat(send(HttpClient.Version.HTTP_2, "/users/a", "Authorization", basic("carl", "U*U"))
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void curlSendsAPassword() {
    String out = Commands.curl(
            "-u", "ann:annann", "https://localhost:" + gateway.port("tls") + "/users/curl")
        .expectSuccess()
        .out();

    assertThat(out).isEqualTo("/users/curl|ann|||");
  }
}
