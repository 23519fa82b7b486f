package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access by the address of the client: true clients behind proxies, forged fields, other spellings of a path. */
final class AccessIT {
  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    AuthenticationIT.writeUsers(directory, "users", "ann");
    origin = ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "served"));
    gateway = GatewayProcess.start(directory, yaml("127.0.0.2, 10.1.0.0/16"), Map.of());
  }

  private static String yaml(String allowed) {
    return """
        listeners:
          - { name: open, address: "127.0.0.1:0" }
          - name: proxied
            address: "127.0.0.1:0"
            trustedProxies: [ 127.0.0.9 ]
          - name: closed
            address: "127.0.0.1:0"
            policies: { access: { deny: [ 127.0.0.0/8 ] } }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - match: { path: "/admin/*" }
                proxy: { upstream: app }
                policies: { access: { allow: [ %s ], deny: [ 10.1.2.0/24 ] } }
              - match: { path: "/login" }
                proxy: { upstream: app }
                policies: { access: { allow: [ 127.0.0.2 ] }, basic: { users: users } }
              - { match: { prefix: "/closed" }, respond: { status: 404 } }
              - { match: { path: "/free" }, proxy: { upstream: app }, policies: { off: [ access ] } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), allowed);
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static Response get(String from, String listener, String path, String... fields) {
    try (Http1Peer peer = Http1Peer.on(new Socket(
        InetAddress.getLoopbackAddress(),
        gateway.port(listener),
        InetAddress.getByName(from),
        0))) {
      peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
          + String.join("", fields).replace("\n", "\r\n") + "\r\n");
      return peer.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void onlyAllowedAddressesGetIn() {
    assertThat(get("127.0.0.2", "open", "/admin/x").status()).isEqualTo(200);
    Response refused = get("127.0.0.3", "open", "/admin/x");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.head())
        .containsIgnoringCase("proxy-status: lychgate; error=http_request_denied;"
            + " details=\"client address not allowed\"");
    assertThat(get("127.0.0.3", "open", "/other").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/..;/admin/x",
        "/x/../admin/x",
        "/%61dmin/x",
        "//admin/x",
        "/x/%2e%2e/admin/x",
        "/./admin/x",
        "/admin/./x"
      })
  void otherSpellingsOfThePathAreTheSameForTheRule(String path) {
    assertThat(get("127.0.0.3", "open", path).status()).isEqualTo(403);
  }

  /** Servers with path parameters drop {@code ;x} before they look at dots. */
  @ParameterizedTest
  @ValueSource(
      strings = {"/x/..;/admin/x", "/admin;a=1/x", "/x/..;a/..;b/%61dmin/x", "/.;/admin/x"})
  void pathParametersDoNotLeadAroundTheRule(String path) {
    assertThat(get("127.0.0.3", "open", path).status()).isEqualTo(400);
    assertThat(get("127.0.0.3", "open", "/x;a=1/y").status()).isEqualTo(200);
    assertThat(get("127.0.0.2", "open", "/admin/x;a=1").status()).isEqualTo(200);
  }

  /** Servers decode escapes of separators before they look at dots, some of them twice; some end a path at NUL. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x/..%2fadmin/x",
        "/x/..%5Cadmin%5cx",
        "/x%2f..%2Fadmin%2fx",
        "/x/..%252fadmin/x",
        "/x/%252e%252e/admin/x",
        "/x/..%3b/admin/x",
        "/x/..%2f..;/admin/x",
        "/admin%2fx",
        "/login%00.css",
        "/x/..%2fclosed/x"
      })
  void escapedSeparatorsDoNotLeadAroundTheRule(String path) {
    assertThat(get("127.0.0.3", "open", path).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/a%2Fb", "/a%2fadmin/x", "/100%25", "/a%252fb;c=%2F", "/x%00", "/free%2f..%2fx"})
  void escapesThatLeadToNoRestrictedRouteAreForwarded(String path) {
    assertThat(get("127.0.0.3", "open", path).status()).isEqualTo(200);
  }

  @Test
  void clientsThatTheRuleAdmitsMayUseEscapesBelowIt() {
    assertThat(get("127.0.0.2", "open", "/admin/a%2Fb").status()).isEqualTo(200);
  }

  /** The upstream sees the path that the rule has seen. */
  @Test
  void upstreamGetsTheNormalFormOfThePath() {
    get("127.0.0.2", "open", "/x/%2e%2e//%61dmin/normal");

    assertThat(origin.requestsFor("/admin/normal")).hasSize(1);
  }

  @Test
  void forwardedClientCountsOnlyBehindTrustedProxies() {
    String forged = "X-Forwarded-For: 10.1.9.9\nForwarded: for=10.1.9.9\n";

    assertThat(get("127.0.0.3", "open", "/admin/x", forged).status()).isEqualTo(403);
    assertThat(get("127.0.0.3", "proxied", "/admin/x", forged).status()).isEqualTo(403);
    assertThat(get("127.0.0.9", "proxied", "/admin/x", "X-Forwarded-For: 10.1.9.9\n")
            .status())
        .isEqualTo(200);
    assertThat(get("127.0.0.9", "proxied", "/admin/x", "X-Forwarded-For: 10.9.9.9\n")
            .status())
        .isEqualTo(403);
  }

  @Test
  void mappedAddressOfAClientIsItsAddressOfIpv4() {
    assertThat(get("127.0.0.9", "proxied", "/admin/x", "X-Forwarded-For: ::ffff:10.1.9.9\n")
            .status())
        .isEqualTo(200);
  }

  @Test
  void deniedAddressIsRefusedEvenIfItIsAllowed() {
    assertThat(get("127.0.0.9", "proxied", "/admin/x", "X-Forwarded-For: 10.1.2.3\n")
            .status())
        .isEqualTo(403);
  }

  @Test
  void policyOfAListenerCoversItsRequestsUntilARouteSwitchesItOff() {
    assertThat(get("127.0.0.3", "closed", "/other").status()).isEqualTo(403);
    assertThat(get("127.0.0.3", "closed", "/free").status()).isEqualTo(200);
    assertThat(get("127.0.0.2", "closed", "/admin/x").status()).isEqualTo(200);
  }

  @Test
  void addressComesBeforeThePassword() {
    assertThat(get("127.0.0.3", "open", "/login").status()).isEqualTo(403);
    assertThat(get("127.0.0.2", "open", "/login").status()).isEqualTo(401);
  }

  @Test
  void decisionsAreCounted() {
    double before = refused();

    get("127.0.0.3", "open", "/admin/x");

    Await.until(() -> assertThat(refused()).isEqualTo(before + 1));
  }

  private static double refused() {
    return gateway.metric(
        "lychgate_policy_decisions_total",
        "policy=\"access\"",
        "route=\"localhost/admin/*\"",
        "outcome=\"refused\"");
  }

  /** A connection that is open keeps its socket; its next request is judged by the new rule. */
  @Test
  void reloadAppliesToTheNextRequestOfAnOpenConnection() throws IOException {
    try (Http1Peer peer = Http1Peer.on(new Socket(
        InetAddress.getLoopbackAddress(),
        gateway.port("open"),
        InetAddress.getByName("127.0.0.4"),
        0))) {
      String request = "GET /admin/x HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(peer.send(request).read().status()).isEqualTo(403);
      gateway.apply(yaml("127.0.0.4, 127.0.0.2, 10.1.0.0/16"));
      assertThat(peer.send(request).read().status()).isEqualTo(200);
    } finally {
      gateway.apply(yaml("127.0.0.2, 10.1.0.0/16"));
    }
  }
}
