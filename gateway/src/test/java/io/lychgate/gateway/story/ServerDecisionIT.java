package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Decisions of an operator on servers: in force at once, over reloads and restarts. */
final class ServerDecisionIT {
  @TempDir
  Path directory;

  private ScriptedOrigin first;
  private ScriptedOrigin second;

  @BeforeEach
  void open() {
    first = ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "ok"));
    second = ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "ok"));
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private String yaml(String servers) {
    return yaml(servers, "");
  }

  private String yaml(String servers, String more) {
    return """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        upstreams: { app: { servers: [ %s ] %s } }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:%s/lychgate.db", directory: "%3$s" }
        """.formatted(servers, more, directory.resolve("state"));
  }

  private String both() {
    return "\"" + id(first) + "\", \"" + id(second) + "\"";
  }

  private static String id(ScriptedOrigin origin) {
    return "http://127.0.0.1:" + origin.port();
  }

  private static String path(ScriptedOrigin origin) {
    return "/upstreams/app/servers/" + URLEncoder.encode(id(origin), StandardCharsets.UTF_8);
  }

  private GatewayProcess start(String servers) {
    return GatewayProcess.start(directory, yaml(servers), Map.of());
  }

  private static HttpResponse<String> decide(AdminPeer admin, ScriptedOrigin origin, String verb) {
    return admin.write("POST", path(origin) + ":" + verb, Map.of("reason", "new kernel"), "*");
  }

  private static void request(GatewayProcess gateway, int times) {
    for (int i = 0; i < times; i++) {
      // A new connection: another loop may accept it.
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        assertThat(
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read().body())
            .isEqualTo("ok");
      }
    }
  }

  @Test
  void ejectedServerGetsNoRequestUntilItIsEnabled() {
    try (GatewayProcess gateway = start(both())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());

      assertThat(decide(admin, first, "eject").statusCode()).isEqualTo(200);
      request(gateway, 8);
      assertThat(first.requests()).isEmpty();
      JsonNode shown = admin.get(path(first));
      assertThat(shown.get("state").asString()).isEqualTo("disabled");
      assertThat(shown.at("/override/author").asString()).isEqualTo("admin");
      assertThat(shown.at("/override/reason").asString()).isEqualTo("new kernel");
      assertThat(admin.get("/upstreams").get("problems").intValue()).isEqualTo(1);

      gateway.apply(yaml(both()).replace("servers: [", "maxPending: 50, servers: ["));
      request(gateway, 8);
      assertThat(first.requests()).isEmpty();

      assertThat(decide(admin, first, "enable").statusCode()).isEqualTo(200);
      request(gateway, 8);
      assertThat(first.requests()).isNotEmpty();
      assertThat(admin.get("/audit?q=upstream.").get("total").intValue()).isEqualTo(2);
    }
  }

  /** A visitor with the cookie of its last response. */
  private static final class StickyVisitor {
    private final GatewayProcess gateway;
    private String cookie = "";

    StickyVisitor(GatewayProcess gateway) {
      this.gateway = gateway;
    }

    /** Requests a page on a new connection, and returns the name of the server. */
    String visit() {
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        String field = cookie.isEmpty() ? "" : "Cookie: " + cookie + "\r\n";
        Http1Peer.Response response = client
            .send("GET / HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n")
            .read();
        response
            .head()
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("set-cookie: pin="))
            .forEach(line -> cookie = line.substring(12, line.indexOf(';')));
        return response.body();
      }
    }

    /** Visits several times, and returns the only server. */
    String stays() {
      String before = cookie;
      String server = visit();
      for (int i = 0; i < 4; i++) {
        assertThat(visit()).isEqualTo(server);
      }
      assertThat(cookie).as("no new cookie").isEqualTo(before);
      return server;
    }
  }

  /** Returns the servers of some visitors without a cookie. */
  private static Set<String> newVisitors(GatewayProcess gateway) {
    Set<String> chosen = new HashSet<>();
    for (int i = 0; i < 6; i++) {
      chosen.add(new StickyVisitor(gateway).visit());
    }
    return chosen;
  }

  private static StickyVisitor visitorOf(String server, GatewayProcess gateway) {
    for (int i = 0; i < 4; i++) {
      StickyVisitor visitor = new StickyVisitor(gateway);
      if (visitor.visit().equals(server)) {
        return visitor;
      }
    }
    throw new AssertionError("server " + server + ": chosen for no visitor (expected: in turn)");
  }

  @Test
  void stickyVisitorsStayDuringADrainAndMoveWithANewCookieAfterAnEjection() {
    first.otherwise(visit -> visit.respond(200, "first"));
    second.otherwise(visit -> visit.respond(200, "second"));
    try (GatewayProcess gateway = GatewayProcess.start(
        directory, yaml(both(), ", balance: { sticky: { cookie: pin } }"), Map.of())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      StickyVisitor ours = visitorOf("first", gateway);
      StickyVisitor other = visitorOf("second", gateway);

      assertThat(decide(admin, first, "drain").statusCode()).isEqualTo(200);
      assertThat(ours.stays()).isEqualTo("first");
      assertThat(other.stays()).isEqualTo("second");
      assertThat(newVisitors(gateway)).containsExactly("second");
      assertThat(admin.get(path(first)).get("state").asString()).isEqualTo("draining");

      assertThat(decide(admin, first, "enable").statusCode()).isEqualTo(200);
      assertThat(ours.stays()).isEqualTo("first");
      assertThat(newVisitors(gateway)).containsExactlyInAnyOrder("first", "second");

      assertThat(decide(admin, first, "eject").statusCode()).isEqualTo(200);
      String before = ours.cookie;
      assertThat(ours.visit()).isEqualTo("second");
      assertThat(ours.cookie).isNotEqualTo(before);
      assertThat(decide(admin, first, "enable").statusCode()).isEqualTo(200);
      assertThat(ours.stays()).isEqualTo("second");
    }
  }

  @Test
  void decisionOutlivesARestart() {
    try (GatewayProcess gateway = start(both())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      assertThat(decide(admin, second, "drain").statusCode()).isEqualTo(200);
    }
    try (GatewayProcess gateway = start(both())) {
      request(gateway, 8);
      assertThat(second.requests()).isEmpty();
      JsonNode shown = AdminPeer.login(gateway.adminPort()).get(path(second));
      assertThat(shown.get("state").asString()).isEqualTo("draining");
    }
  }

  @Test
  void decisionOnARemovedServerIsListedAndCanBeRemoved() {
    try (GatewayProcess gateway = start(both())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      assertThat(decide(admin, second, "eject").statusCode()).isEqualTo(200);

      gateway.apply(yaml("\"" + id(first) + "\""));
      JsonNode gone = admin.get("/upstreams").at("/gone/0");
      assertThat(gone.get("upstream").asString()).isEqualTo("app");
      assertThat(gone.get("id").asString()).isEqualTo(id(second));
      assertThat(decide(admin, second, "drain").statusCode()).isEqualTo(404);

      HttpResponse<String> removed = admin.write(
          "POST", path(second) + ":enable", Map.of(), gone.get("etag").asString());
      assertThat(removed.statusCode()).isEqualTo(204);
      assertThat(admin.get("/upstreams").get("gone").isEmpty()).isTrue();
    }
  }
}
