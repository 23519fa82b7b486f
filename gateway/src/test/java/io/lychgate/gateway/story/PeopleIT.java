package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.Main;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** A team uses one gateway: users for single sites, a lost password, and tokens, while visitors load pages. */
final class PeopleIT {
  private static final String OWN_PASSWORD = "a password of her own";

  @TempDir
  Path directory;

  private GatewayProcess gateway;
  private AdminPeer admin;

  private String yaml(String text) throws Exception {
    Path list = Files.writeString(directory.resolve("breached.txt"), "password of everybody\n");
    return """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
          - { hosts: [ shop.example ], routes: [ { match: { path: "/*" }, respond: { body: %s } } ] }
          - { hosts: [ blog.example ], routes: [ { match: { path: "/*" }, respond: { body: blog } } ] }
        admin:
          address: "127.0.0.1:0"
          sessions: { idle: 30m, life: 12h, bindAddress: network }
          passwords: { minLength: 15, breachedList: "%s" }
        store: { url: "jdbc:sqlite:%s/lychgate.db", directory: "%3$s" }
        """.formatted(text, list, directory.resolve("state"));
  }

  @BeforeEach
  void start() throws Exception {
    gateway = GatewayProcess.start(directory, yaml("shop"), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private String created(String name, String role, String site) {
    JsonNode reply = admin.post(
        "/users",
        Map.of("name", name, "grants", List.of(Map.of("role", role, "sites", List.of(site)))));
    return reply.get("oneTimePassword").stringValue();
  }

  private AdminPeer user(String name, String role, String site) {
    String password = created(name, role, site);
    AdminPeer peer = AdminPeer.login(gateway.adminPort(), name, password);
    peer.changePassword(password, OWN_PASSWORD);
    return peer;
  }

  private String visit(String host) {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      return client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").read().body();
    }
  }

  @Test
  void publisherOfOneSitePublishesThereAndNowhereElse() throws Exception {
    AdminPeer ann = user("ann", "publisher", "shop.example");

    assertThat(ann.get("/routes").toString()).contains("shop.example").doesNotContain("blog");
    long version = ann.create("shop", "hosts: [ shop.example ]\nrules: []\n");
    ann.publish("shop", version);
    assertThat(ann.ask(
                "POST",
                "/manifests",
                Map.of("name", "blog", "text", "hosts: [ blog.example ]\n"),
                0)
            .statusCode())
        .isEqualTo(403);
    Map<String, String> trial = Map.of("url", "http://blog.example/");
    assertThat(ann.ask("POST", "/routes:explain", trial, 0).statusCode()).isEqualTo(403);
    assertThat(
            ann.post("/routes:explain", Map.of("url", "http://shop.example/")).get("outcome"))
        .isNotNull();
    assertThat(ann.ask("GET", "/log?id=a", Map.of(), 0).statusCode()).isEqualTo(403);
    assertThat(admin.get("/audit?q=forbidden").get("total").intValue()).isEqualTo(3);

    gateway.apply(yaml("new"));
    assertThat(visit("shop.example")).isEqualTo("new");
    assertThat(ann.get("/manifests/shop").get("state").stringValue())
        .as("the session lives over a reload")
        .isEqualTo("published");
  }

  @Test
  void lostPasswordIsResetOnTheMachineWhileTheGatewayRuns() throws Exception {
    AdminPeer ann = user("ann", "viewer", "*");
    StringWriter out = new StringWriter();
    String[] words = {
      "user", "reset", "ann", "-c", directory.resolve("gateway.yaml").toString()
    };
    CommandLine line = Main.commandLine(words);
    line.setOut(new PrintWriter(out, true));

    assertThat(line.execute(words)).isZero();

    Await.until(
        () -> assertThat(ann.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(401));
    String password = out.toString().replaceAll("(?s).*one-time password: (\\S+).*", "$1");
    AdminPeer again = AdminPeer.login(gateway.adminPort(), "ann", password);
    assertThat(again.ask("GET", "/manifests", Map.of(), 0).body())
        .contains("password-change-required");
    again.changePassword(password, OWN_PASSWORD + " again");
    assertThat(again.ask("GET", "/manifests", Map.of(), 0).statusCode()).isEqualTo(200);
    assertThat(visit("shop.example")).isEqualTo("shop");
  }

  @Test
  void newPasswordsFollowTheConfiguredRules() {
    String password = created("ann", "viewer", "*");
    AdminPeer ann = AdminPeer.login(gateway.adminPort(), "ann", password);

    for (String next : List.of("only14letters!", "password of everybody")) {
      assertThat(ann.ask(
                  "PUT",
                  "/session/password",
                  Map.of("currentPassword", password, "newPassword", next),
                  0)
              .statusCode())
          .as(next)
          .isEqualTo(400);
    }
  }

  @Test
  void tokenOfAProgramEndsWithItsOwner() throws Exception {
    AdminPeer ann = user("ann", "publisher", "shop.example");
    JsonNode token = ann.post(
        "/tokens",
        Map.of(
            "name",
            "deploy",
            "role",
            "publisher",
            "sites",
            List.of("shop.example"),
            "operations",
            List.of("cache", "manifests")));
    String secret = token.get("secret").stringValue();
    gateway.apply(yaml("new"));

    assertThat(withToken(secret, "POST", "/cache:purge", "{\"url\":\"http://shop.example/\"}"))
        .isEqualTo(200);
    assertThat(withToken(secret, "POST", "/cache:purge", "{\"url\":\"http://blog.example/\"}"))
        .isEqualTo(403);
    assertThat(withToken(secret, "GET", "/tokens", "")).isEqualTo(403);
    String version = admin.get("/users/ann").get("etag").stringValue();
    assertThat(admin.write("DELETE", "/users/ann", Map.of(), version).statusCode())
        .isEqualTo(204);
    assertThat(withToken(secret, "GET", "/manifests", "")).isEqualTo(401);
    assertThat(Files.readString(directory.resolve("gateway.yaml"))).doesNotContain(secret);
  }

  private int withToken(String secret, String method, String path, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.adminPort() + "/api/v1" + path))
        .timeout(Duration.ofSeconds(30))
        .header("authorization", "Bearer " + secret)
        .header("content-type", "application/json")
        .method(
            method,
            body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> response = HttpClient.newBuilder()
        .sslContext(TestCertificates.trustingAll())
        .build()
        .send(request, BodyHandlers.ofString());
    return response.statusCode();
  }
}
