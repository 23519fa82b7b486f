package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NewestJdk
class AdminGuardTest {

  private static final Map<String, String> SHOP = Map.of("name", "shop", "text", "rules: []");

  private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)");

  @TempDir
  Path directory;

  private AdminFixture admin;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory, new Secret("scrape-me"));
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "GET, /api/v1/session",
    "GET, /api/v1/manifests",
    "POST, /api/v1/manifests",
    "GET, /api/v1/manifests/x",
    "DELETE, /api/v1/manifests/x",
    "PUT, /api/v1/manifests/x/draft",
    "PATCH, /api/v1/manifests/x/draft",
    "POST, /api/v1/manifests/x/publish",
    "POST, /api/v1/manifests/x/rollback",
    "POST, /api/v1/manifests:validate",
    "POST, /api/v1/plan",
    "GET, /api/v1/connections",
    "GET, /api/v1/savings",
    "GET, /api/v1/status",
    "GET, /api/v1/events",
    "GET, /api/v1/audit",
    "PUT, /api/v1/session/password",
    "GET, /metrics"
  })
  void everyOperationNeedsALogin(String method, String path) {
    Reply response = admin.client().send(method, path, method.equals("GET") ? null : "{}");

    assertThat(response.status()).isEqualTo(401);
    assertThat(response.code()).isEqualTo("unauthenticated");
  }

  @Test
  void rejectsChangesFromAnotherSite() {
    AdminClient user = admin.as(Role.ADMIN);

    assertThat(user.post("/api/v1/manifests", SHOP, "x-lychgate-csrf", "").code())
        .isEqualTo("cross-site");
    assertThat(
            user.post("/api/v1/manifests", SHOP, "sec-fetch-site", "cross-site").code())
        .isEqualTo("cross-site");
    assertThat(
            user.post("/api/v1/manifests", SHOP, "sec-fetch-site", "same-site").code())
        .isEqualTo("cross-site");
    assertThat(user.post("/api/v1/manifests", SHOP, "sec-fetch-site", "same-origin")
            .status())
        .isEqualTo(201);
  }

  @Test
  void eachRoleHasItsPermissions() {
    AdminClient viewer = admin.as(Role.VIEWER);
    AdminClient editor = admin.as(Role.EDITOR);
    AdminClient publisher = admin.as(Role.PUBLISHER);

    Reply refused = viewer.post("/api/v1/manifests", SHOP);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.detail()).isEqualTo("role: viewer (expected: editor)");
    assertThat(editor.post("/api/v1/manifests", SHOP).status()).isEqualTo(201);
    assertThat(editor
            .post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"")
            .code())
        .isEqualTo("forbidden");
    assertThat(publisher
            .post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"")
            .status())
        .isEqualTo(200);
    assertThat(viewer.get("/api/v1/manifests/shop").status()).isEqualTo(200);
    assertThat(admin.store.audit().find("forbidden", 10, 0).total()).isEqualTo(2);
  }

  @Test
  void editNeedsTheCurrentETag() {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", SHOP);
    Map<String, String> text = Map.of("text", "rules: [] # 2");

    assertThat(user.put("/api/v1/manifests/shop/draft", text).status()).isEqualTo(428);
    assertThat(user.post("/api/v1/manifests/shop/publish", "{}").status()).isEqualTo(428);
    assertThat(
            user.post("/api/v1/manifests/shop/rollback", Map.of("revision", 1)).status())
        .isEqualTo(428);
    assertThat(user.delete("/api/v1/manifests/shop").status()).isEqualTo(428);
    Reply saved = user.put("/api/v1/manifests/shop/draft", text, "if-match", "\"1\"");
    assertThat(saved.header("etag"))
        .isEqualTo("\"2\"")
        .isEqualTo(saved.json().get("etag").stringValue());
    Reply stale = user.put("/api/v1/manifests/shop/draft", text, "if-match", "\"1\"");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.header("etag"))
        .isEqualTo("\"2\"")
        .isEqualTo(stale.json().get("etag").stringValue());
  }

  @Test
  void namesTheUnknownField() {
    AdminClient user = admin.as(Role.ADMIN);

    Reply response =
        user.post("/api/v1/manifests", Map.of("name", "shop", "text", "", "colour", "red"));

    assertThat(response.code()).isEqualTo("unknown-field");
    assertThat(response.detail()).isEqualTo("colour: unknown (expected: name, text)");
    assertThat(user.get("/api/v1/manifests").json().get("total").intValue()).isZero();
    Map<String, Object> plan =
        Map.of("url", "/", "headers", java.util.List.of(Map.of("name", "a", "value", "b", "x", 1)));
    assertThat(user.post("/api/v1/plan", plan).detail())
        .isEqualTo("headers[0].x: unknown (expected: name, value)");
  }

  @ParameterizedTest(name = "[{0}]")
  @CsvSource(
      delimiter = '|',
      value = {
        "{ \"name\": 5, \"text\": \"\" } | invalid | name: NUMBER (expected: text)",
        "{ \"name\": \"shop\" } | invalid | text: absent (expected: text)",
        "{ \"name\": \"shop\", \"text\": null } | invalid | text: NULL (expected: text)",
        "{ \"name\": \"../x\", \"text\": \"\" } | invalid | name: ../x (expected: lower-case letters, digits, . _ -)",
        "{ \"name\": \"shop\", \"text\": \"\\u0000\" } | invalid | text: a NUL or half a surrogate pair (expected: Unicode text without NUL)",
        "{ \"name\": \"shop\", \"text\": \"\\ud800\" } | invalid | text: a NUL or half a surrogate pair (expected: Unicode text without NUL)",
        "[] | malformed | body: not an object (expected: a JSON object)",
      })
  void reportsTheErrorOfABody(String body, String code, String detail) {
    Reply response = admin.as(Role.ADMIN).post("/api/v1/manifests", body);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.code()).isEqualTo(code);
    assertThat(response.detail()).isEqualTo(detail);
  }

  @ParameterizedTest(name = "[{0}]")
  @CsvSource(
      delimiter = '|',
      value = {
        "{ \"name\"",
        "'' ",
        "{ \"name\": \"a\", \"name\": \"b\", \"text\": \"\" }",
        "{} trailing"
      })
  void rejectsMalformedJson(String body) {
    assertThat(admin.as(Role.ADMIN).post("/api/v1/manifests", body).code()).isEqualTo("malformed");
  }

  @Test
  void rejectsBodiesOfAnotherTypeOrSize() {
    AdminClient user = admin.as(Role.ADMIN);

    assertThat(user.post(
                "/api/v1/manifests",
                "name=shop",
                "content-type",
                "application/x-www-form-urlencoded")
            .status())
        .isEqualTo(415);
    Map<String, String> large = Map.of("name", "shop", "text", "x".repeat(5 << 20));
    assertThat(user.post("/api/v1/manifests", large).code()).isEqualTo("too-large");
    Map<String, String> long1 = Map.of("name", "shop", "text", "x".repeat((1 << 20) + 1));
    assertThat(user.post("/api/v1/manifests", long1).code()).isEqualTo("invalid");
    assertThat(user.post("/api/v1/session", "{\"name\":\"" + "x".repeat(70_000) + "\"}")
            .code())
        .isEqualTo("too-large");
  }

  @Test
  void unknownPathsAndMethodsGetProblems() throws Exception {
    AdminClient user = admin.as(Role.ADMIN);

    Reply method = user.send("PATCH", "/api/v1/manifests", "{}");
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("allow")).isEqualTo("GET, HEAD, POST");
    assertThat(method.header("content-type")).isEqualTo("application/problem+json");
    assertThat(raw("GET /api/v2/none HTTP/1.1", "localhost"))
        .startsWith("HTTP/1.1 404")
        .contains("not-found");
    assertThat(user.get("/api/v1/manifests/none").code()).isEqualTo("not-found");
    assertThat(user.get("/api/v1/connections?sort=peer").code()).isEqualTo("invalid");
    assertThat(user.get("/api/v1/manifests?limit=0").code()).isEqualTo("invalid");
    assertThat(user.get("/api/v1/manifests?state=odd").code()).isEqualTo("invalid");
  }

  @Test
  void doesNotPublishAManifestWithErrors() {
    AdminClient user = admin.as(Role.ADMIN);
    Reply created =
        user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules:\n  wrong"));
    assertThat(created.json().at("/draft/problems/0/line").intValue()).isEqualTo(2);

    Reply refused = user.post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/problems/0/column").intValue()).isEqualTo(3);
    assertThat(admin.gateway.published).isEmpty();
  }

  @Test
  void appliesAPublishedManifestAfterItIsStored() {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", SHOP);

    Reply response =
        user.post("/api/v1/manifests/shop/publish", Map.of("comment", "go"), "if-match", "\"1\"");

    assertThat(response.json().at("/nodes/effective").intValue()).isEqualTo(1);
    assertThat(admin.gateway.published).containsExactly(admin.store.manifests().published());
    admin.gateway.failsToPublish = true;
    Reply notEffective = user.delete("/api/v1/manifests/shop", "if-match", "\"2\"");
    assertThat(notEffective.status()).isEqualTo(200);
    assertThat(notEffective.json().at("/nodes/effective").intValue()).isZero();
  }

  @Test
  void servesOnlyItsOwnHostNames() throws Exception {
    String request = "GET /api/v1/openapi.yaml HTTP/1.1";

    assertThat(raw(request, "attacker.example"))
        .startsWith("HTTP/1.1 421")
        .contains("unknown-host");
    assertThat(raw(request, "gate.example.com:9443")).startsWith("HTTP/1.1 200");
    assertThat(raw(request, "[::1]:9443")).startsWith("HTTP/1.1 200");
  }

  @Test
  void showsMetricsToTheBearerOfTheToken() {
    assertThat(
            admin.client().get("/metrics", "authorization", "Bearer scrape-me").status())
        .isEqualTo(200);
    assertThat(admin.client().get("/metrics", "authorization", "Bearer guess").status())
        .isEqualTo(401);
    assertThat(admin.as(Role.VIEWER).get("/metrics").status()).isEqualTo(200);
  }

  @Test
  void everyResponseHasSecurityHeaders() throws Exception {
    for (String response :
        new String[] {raw("GET / HTTP/1.1", "localhost"), raw("GET /api/v1/status HTTP/1.1", "x.y")
        }) {
      assertThat(response)
          .contains("x-content-type-options: nosniff")
          .contains("x-frame-options: DENY")
          .contains("content-security-policy: ")
          .doesNotContain("server: ");
    }
  }

  /** Returns the response to a request with any Host, which the client of the JDK does not allow. */
  private String raw(String requestLine, String host) throws Exception {
    try (Socket socket = AdminClient.trusting(directory.resolve("admin-cert.pem"))
        .getSocketFactory()
        .createSocket("127.0.0.1", admin.server.address().getPort())) {
      String request = requestLine + "\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return wholeResponse(socket.getInputStream());
    }
  }

  /** Reads as many bytes as the head announces. The end of the connection may be seconds later. */
  private static String wholeResponse(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int read = in.read();
      assertThat(read).as("byte after: %s", head).isNotNegative();
      head.append((char) read);
    }
    Matcher length = LENGTH.matcher(head);
    assertThat(length.find()).as("content-length in: %s", head).isTrue();
    byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
    return head + new String(body, StandardCharsets.UTF_8);
  }
}
