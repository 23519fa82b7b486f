package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.LoginProvider;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of two gateways with one PostgreSQL. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class OidcFleetIT {
  /** Long enough that two refreshes fit into its last tenth on a busy machine. */
  private static final int LIFETIME_SECONDS = 10;

  @TempDir
  static Path directory;

  private static final LoginProvider PROVIDER = LoginProvider.start();
  private static final ScriptedOrigin APP =
      ScriptedOrigin.start().otherwise(visit -> visit.respond(200, visit.head()));
  private static PostgresFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    fleet =
        PostgresFleet.start(directory, OidcFleetIT::yaml, Map.of("SECRET", LoginProvider.SECRET));
  }

  @AfterAll
  static void stop() throws Exception {
    if (fleet != null) {
      fleet.stop();
    }
    APP.close();
    PROVIDER.close();
  }

  private static String yaml(Path folder) {
    TestCertificates.write(folder, "site", "localhost");
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies:
              oidc: { issuer: "%s", clientId: shop, clientSecret: env:SECRET, claims: { X-User: sub } }
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { enabled: false }
        """.formatted(APP.port(), PROVIDER.issuer());
  }

  /** The provider takes a refresh token once and refuses the second use, as most do. */
  @Test
  void gatewaysRefreshASessionOnceTogether() throws Exception {
    PROVIDER.refreshing(1);
    try (Browser onA = Browser.open(fleet.a().port("tls"), Protocol.H2);
        Browser onB = Browser.open(fleet.b().port("tls"), Protocol.H1)) {
      onA.follow(PROVIDER.login(onA.visit("/page").field("location")));
      onB.cookies().putAll(onA.cookies());
      Instant due = Instant.now().plusSeconds(1);
      Await.until(() -> assertThat(Instant.now()).isAfter(due));
      PROVIDER.waiting("/token");
      CompletableFuture<Page> first = CompletableFuture.supplyAsync(() -> visit(onA));
      Await.until(() -> assertThat(PROVIDER.requestsWaiting()).isEqualTo(1));
      CompletableFuture<Page> second = CompletableFuture.supplyAsync(() -> visit(onB));
      PROVIDER.refreshing(3600).waiting("");

      for (CompletableFuture<Page> page : List.of(first, second)) {
        assertThat(page.join().status()).isEqualTo(200);
        assertThat(page.join().body()).contains("x-user: ann\n");
        assertThat(page.join().setCookies()).isNotEmpty();
      }
      assertThat(PROVIDER.tokenRequests())
          .filteredOn(asked -> "refresh_token".equals(asked.get("grant_type")))
          .hasSize(1);
      // Each browser has the new tokens, and neither needs another refresh.
      assertThat(visit(onA).setCookies()).isEmpty();
      assertThat(visit(onB).setCookies()).isEmpty();
    } finally {
      PROVIDER.reset();
    }
  }

  /**
   * The last test, because gateways notice the return of the store late. Without it, each gateway refreshes alone, and the provider
   * refuses the second use of the token. The session of that browser lasts as long as its access token.
   */
  @Test
  @Order(Integer.MAX_VALUE)
  void refusalWhileTheStoreIsAwayKeepsASessionUntilItsAccessTokenEnds() throws Exception {
    PROVIDER.refreshing(LIFETIME_SECONDS);
    try (Browser onA = Browser.open(fleet.a().port("tls"), Protocol.H2);
        Browser onB = Browser.open(fleet.b().port("tls"), Protocol.H1)) {
      String login = PROVIDER.login(onA.visit("/page").field("location"));
      Instant begun = Instant.now();
      onA.follow(login);
      Instant issued = Instant.now();
      onB.cookies().putAll(onA.cookies());
      PROVIDER.refreshing(3600);
      fleet.server().down();
      // A refresh is due when a tenth of the lifetime is left.
      Await.until(
          () -> assertThat(Instant.now()).isAfter(issued.plusMillis(LIFETIME_SECONDS * 900)));

      Page first = visit(onA);
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.setCookies()).isNotEmpty();
      Page second = visit(onB);
      assertThat(second.status()).isEqualTo(200);
      assertThat(second.body()).contains("x-user: ann\n");
      assertThat(second.setCookies()).isEmpty();
      assertThat(PROVIDER.tokenRequests())
          .filteredOn(asked -> "refresh_token".equals(asked.get("grant_type")))
          .hasSize(2);

      Await.until(() -> assertThat(visit(onB).status()).isEqualTo(302));
      assertThat(Instant.now()).isAfter(begun.plusSeconds(LIFETIME_SECONDS));
      assertThat(visit(onA).status()).isEqualTo(200);
    } finally {
      PROVIDER.reset();
      fleet.server().up();
    }
  }

  private static Page visit(Browser browser) {
    try {
      return browser.visit("/page");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void sessionAndLogoutHoldOnEachGateway() throws Exception {
    try (Browser onA = Browser.open(fleet.a().port("tls"), Protocol.H2);
        Browser onB = Browser.open(fleet.b().port("tls"), Protocol.H2)) {
      String location = onA.visit("/page").field("location");
      assertThat(onA.follow(PROVIDER.login(location)).status()).isEqualTo(302);
      onB.cookies().putAll(onA.cookies());
      assertThat(onB.visit("/page").body()).contains("x-user: ann\n");
      Map<String, String> copy = Map.copyOf(onA.cookies());

      assertThat(onA.send("POST", "/.well-known/lychgate/oidc/logout").status()).isEqualTo(303);
      Await.until(() -> {
        onB.cookies().putAll(copy);
        assertThat(onB.send("GET", "/page").status()).isEqualTo(401);
      });
    }
  }
}
