package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.NpmProvider;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A login, refreshes and a logout at github.com/panva/node-oidc-provider, a certified OpenID Provider. */
final class OidcProviderIT {
  private static final String SECRET = "a secret of the client & more";

  @TempDir
  static Path directory;

  private static @Nullable ScriptedOrigin app;
  private static @Nullable NpmProvider provider;
  private static @Nullable GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    NpmProvider.install(directory);
    int port = FreePort.find();
    TestCertificates.write(directory, "site", "localhost");
    ScriptedOrigin origin =
        ScriptedOrigin.start().otherwise(visit -> visit.respond(200, visit.head()));
    app = origin;
    GatewayProcess started = GatewayProcess.start(
        directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies:
              oidc:
                issuer: "http://127.0.0.1:%d"
                clientId: shop
                clientSecret: env:OIDC_SECRET
                scopes: [ openid, email ]
                postLogoutUrl: /bye
                userInfo: true
                claims: { X-User: sub, X-Email: email }
            routes: [ { id: all, match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { enabled: false }
        """.formatted(origin.port(), port), Map.of("OIDC_SECRET", SECRET));
    gateway = started;
    String gatewayOrigin = "https://localhost:" + started.port("tls");
    provider = NpmProvider.start(directory, port, gatewayOrigin, SECRET, gatewayOrigin);
  }

  @AfterAll
  static void stop() {
    if (provider != null) {
      provider.close();
    }
    if (gateway != null) {
      gateway.close();
    }
    if (app != null) {
      app.close();
    }
  }

  @Test
  void personLogsInStaysAndLogsOut() throws Exception {
    int port = gateway == null ? 0 : gateway.port("tls");
    try (Browser browser = Browser.open(port, Protocol.H2);
        Browser http3 = Browser.open(port, Protocol.H3)) {
      Page start = browser.visit("/page?x=1");
      Page back =
          browser.follow(person().toGateway(start.field("location"), browser.origin(), "ann"));
      assertThat(back.field("location")).as(back.body()).isEqualTo("/page?x=1");
      assertThat(browser.visit("/page").body())
          .contains("x-user: ann\n", "x-email: ann@example.com\n")
          .doesNotContain("lychgate-oidc");

      // Each refresh spends a token; the provider would end the session at the second use.
      String session = session(browser);
      for (int i = 0; i < 2; i++) {
        String before = session(browser);
        Await.until(() -> {
          assertThat(browser.visit("/page").status()).isEqualTo(200);
          assertThat(session(browser)).isNotEqualTo(before);
        });
      }
      assertThat(session(browser)).isNotEqualTo(session);
      http3.cookies().putAll(browser.cookies());
      assertThat(http3.visit("/page").body()).contains("x-user: ann\n");

      Page out = browser.send(
          "POST", "/.well-known/lychgate/oidc/logout", "sec-fetch-site", "same-origin");
      assertThat(out.status()).isEqualTo(303);
      assertThat(person().toGateway(out.field("location"), browser.origin(), ""))
          .isEqualTo(browser.origin() + "/bye");
      assertThat(browser.cookies()).isEmpty();
      // The provider asks for the person again, as its own session has ended.
      String again = browser.visit("/page").field("location");
      assertThat(person().get(again).body()).contains("name=\"login\"");
    }
  }

  private static NpmProvider person() {
    if (provider == null) {
      throw new IllegalStateException("not started");
    }
    return provider;
  }

  private static String session(Browser browser) {
    return browser.cookies().entrySet().stream()
        .filter(cookie -> cookie.getKey().contains("oidc-session-"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
