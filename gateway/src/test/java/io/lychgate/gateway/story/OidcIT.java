package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.OidcSite.CALLBACK;
import static io.lychgate.gateway.story.OidcSite.COOKIE;
import static io.lychgate.gateway.story.OidcSite.LOGIN;
import static io.lychgate.gateway.story.OidcSite.LOGOUT;
import static io.lychgate.gateway.story.OidcSite.names;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LoginProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routes that need a login at an OpenID Provider: from the first request to the logout. */
final class OidcIT extends OidcStory {
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void loginLeadsBackToThePage(Protocol protocol) throws Exception {
    double before = site.count("all", "admitted");
    try (Browser browser = browser(protocol)) {
      Page start = browser.visit("/page?x=1");
      Map<String, String> asked =
          LoginProvider.parameters(URI.create(start.field("location")).getRawQuery());
      Page back = browser.follow(provider.login(start.field("location")));
      browser.cookies().put("theme", "dark");
      Page page = browser.visit(back.field("location"), "x-user", "eve", "x-roles", "root");

      assertThat(start.status()).isEqualTo(302);
      assertThat(start.field("cache-control")).isEqualTo("no-store");
      assertThat(start.field("location")).startsWith(provider.issuer() + "/authorize?");
      assertThat(asked)
          .containsEntry("client_id", "shop")
          .containsEntry("tenant", "1")
          .containsEntry("scope", "openid email")
          .containsEntry("redirect_uri", browser.origin() + CALLBACK)
          .containsEntry("code_challenge_method", "S256")
          .containsKeys("state", "nonce", "code_challenge");
      assertThat(start.setCookies())
          .singleElement()
          .satisfies(cookie -> assertThat(cookie)
              .startsWith(COOKIE + "login-")
              .endsWith("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600"));
      assertThat(back.status()).isEqualTo(302);
      assertThat(back.field("location")).isEqualTo("/page?x=1");
      assertThat(names(browser, "login-")).isEmpty();
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body())
          .contains("x-user: ann\n", "x-roles: buyer,admin\n", "cookie: theme=dark\n")
          .doesNotContain("eve", "root", "lychgate-oidc");
      assertThat(page.field("cache-control")).isEqualTo("private");
      assertThat(site.count("all", "admitted") - before).isEqualTo(2);
    }
  }

  @Test
  void codeAndTokensGoToNoLog() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
    }

    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .contains(CALLBACK)
        .doesNotContain("code-", "access-", "state="));
  }

  @Test
  void scriptGets401() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      Page api = browser.send("GET", "/api", "accept", "application/json");
      Page fetch = browser.send("GET", "/api", "sec-fetch-mode", "cors", "accept", "text/html");
      Page prefetch = browser.visit("/page", "sec-purpose", "prefetch");
      Page grpc = browser.send("POST", "/api", "content-type", "application/grpc");

      for (Page page : List.of(api, fetch, prefetch)) {
        assertThat(page.status()).isEqualTo(401);
        assertThat(page.field("www-authenticate"))
            .isEqualTo("OpenIDConnect login=\"" + LOGIN + "\"");
        assertThat(page.field("content-type")).isEqualTo("application/problem+json");
        assertThat(page.body()).contains("\"status\":401", LOGIN);
        assertThat(page.setCookies()).isEmpty();
      }
      assertThat(grpc.field("grpc-status")).isEqualTo("16");
      Page form = browser.send("POST", "/form", "sec-fetch-mode", "navigate");
      assertThat(form.status()).isEqualTo(303);
      assertThat(browser.follow(provider.login(form.field("location"))).field("location"))
          .isEqualTo("/");
    }
  }

  @Test
  void sharedCachesMayNotKeepResponses() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/shared");

      Page page = browser.visit("/shared");

      assertThat(page.field("cache-control")).isEqualTo("private, max-age=60");
      assertThat(page.fields()).doesNotContainKey("cdn-cache-control");
    }
  }

  @Test
  void otherRoutesGetNeitherTheCookiesNorForgedNames() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      browser.cookies().put("theme", "dark");

      Page open = browser.send("GET", "/open", "x-user", "eve");
      Page page = browser.send("GET", "/page", "x-user", "eve", "X_User", "eve");

      assertThat(open.body()).contains("cookie: theme=dark\n").doesNotContain("eve", COOKIE);
      assertThat(page.body()).contains("x-user: ann\n").doesNotContain("eve", COOKIE);
    }
  }

  @Test
  void tabsLogInSideBySide() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      Page first = browser.visit("/one");
      Page second = browser.visit("/two");

      Page two = browser.follow(provider.login(second.field("location")));
      Page one = browser.follow(provider.login(first.field("location")));

      assertThat(two.field("location")).isEqualTo("/two");
      assertThat(one.field("location")).isEqualTo("/one");
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void largeSessionTakesSeveralCookies(Protocol protocol) throws Exception {
    provider.idToken(claims -> provider.sign(claims.claim("long", "x".repeat(3000))));
    try (Browser browser = browser(protocol)) {
      login(browser, "/page");
      assertThat(names(browser, "session-")).hasSizeGreaterThan(1);
      browser
          .cookies()
          .forEach((name, value) -> assertThat(name.length() + value.length()).isLessThan(4000));
      assertThat(browser.visit("/page").body()).contains("x-user: ann\n").doesNotContain(COOKIE);

      // A smaller one leaves no part of the larger one behind.
      provider.reset();
      Page again = browser.send("GET", LOGIN);
      browser.follow(provider.login(again.field("location")));
      assertThat(names(browser, "session-")).hasSize(1);
      assertThat(browser.visit("/page").status()).isEqualTo(200);

      provider.idToken(claims -> provider.sign(claims.claim("long", "x".repeat(11_500))));
      again = browser.send("GET", LOGIN);
      assertThat(browser.follow(provider.login(again.field("location"))).status())
          .isEqualTo(502);
    }
  }

  @Test
  void sessionEndsWithItsLifetimes() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/short");
      assertThat(browser.visit("/short").status()).isEqualTo(200);
      Map<String, String> cookies = Map.copyOf(browser.cookies());

      // Used all the time, it ends after two seconds; unused, after one.
      Await.until(() -> assertThat(browser.send("GET", "/short").status()).isEqualTo(401));
      browser.cookies().putAll(cookies);
      assertThat(browser.send("GET", "/short").status()).isEqualTo(401);
      login(browser, "/short");
      Map<String, String> unused = Map.copyOf(browser.cookies());
      Await.until(() -> {
        browser.cookies().putAll(unused);
        assertThat(browser.send("GET", "/short").status()).isEqualTo(401);
      });
    }
  }

  // Claims, and the order of policies.

  @Test
  void claimsDecideAndNameThePerson() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      assertThat(browser.visit("/admin").status()).isEqualTo(403);

      provider.idToken(claims -> provider.sign(claims.claim("roles", List.of("root"))));
      Page again = browser.send("GET", LOGIN + "?return=/admin");
      browser.follow(provider.login(again.field("location")));
      assertThat(browser.visit("/admin").status()).isEqualTo(200);

      login(browser, "/known");
      assertThat(browser.visit("/known").body())
          .contains("x-email: ann@example.com\n", "x-team: a,b\n");
    }
  }

  @Test
  void loginComesAfterAddressesAndRatesAndBeforeTokens() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      assertThat(browser.visit("/guarded").status()).isEqualTo(403);
      assertThat(browser.visit("/rated").status()).isEqualTo(302);
      assertThat(browser.visit("/rated").status()).isEqualTo(302);
      assertThat(browser.visit("/rated").status()).isEqualTo(429);
      assertThat(browser.visit("/both").status()).isEqualTo(302);
      login(browser, "/page");
      assertThat(browser.visit("/both").status()).isEqualTo(401);
      assertThat(browser
              .visit("/both", "authorization", "Bearer " + site.tokens().token())
              .status())
          .isEqualTo(200);
    }
  }

  // Refresh.

  @Test
  void oneOfSeveralRequestsRefreshes() throws Exception {
    provider.refreshing(1);
    List<Browser> tabs = new ArrayList<>();
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      Map<String, String> old = Map.copyOf(browser.cookies());
      String session = names(browser, "session-").get(0);
      Instant due = Instant.now().plusSeconds(1);
      Await.until(() -> assertThat(Instant.now()).isAfter(due));
      provider.waiting("/token");
      List<CompletableFuture<Page>> pages = new ArrayList<>();
      for (Protocol protocol : List.of(Protocol.H1, Protocol.H2, Protocol.H3, Protocol.H2)) {
        Browser tab = browser(protocol);
        tabs.add(tab);
        tab.cookies().putAll(old);
        pages.add(visiting(tab));
      }
      Await.until(() -> assertThat(provider.requestsWaiting()).isEqualTo(1));
      provider.refreshing(3600).waiting("");

      for (CompletableFuture<Page> page : pages) {
        assertThat(page.join().status()).isEqualTo(200);
        assertThat(page.join().body()).contains("x-user: ann\n");
      }
      assertThat(tabs)
          .allSatisfy(tab -> assertThat(tab.cookies().get(session)).isNotEqualTo(old.get(session)));
      // The old token is spent, but a late request with it still gets the new session.
      assertThat(browser.visit("/page").status()).isEqualTo(200);
      assertThat(tabs.get(0).visit("/page").status()).isEqualTo(200);
      assertThat(provider.tokenRequests()).hasSize(2);
    } finally {
      tabs.forEach(Browser::close);
    }
  }

  private static CompletableFuture<Page> visiting(Browser browser) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return browser.visit("/page");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        tabs);
  }

  @Test
  void refusedRefreshLeadsToAnotherLogin() throws Exception {
    provider.refreshing(1);
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      provider.withdraw();

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(302));
      assertThat(browser.send("GET", "/page").status()).isEqualTo(401);
      login(browser, "/page");
      assertThat(browser.visit("/page").status()).isEqualTo(200);
    }
  }

  @Test
  void refreshWithoutItsProviderGets503OnceTheTokenHasEnded() throws Exception {
    provider.refreshing(1).failing("");
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      provider.failing("/token");

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(503));
      assertThat(browser.visit("/open").status()).isEqualTo(200);
      provider.failing("");
      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(200));
    }
  }

  // Logout.

  @Test
  void logoutEndsTheSessionHereAndAtTheProvider() throws Exception {
    provider.refreshing(3600);
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      Map<String, String> old = Map.copyOf(browser.cookies());

      assertThat(browser.send("GET", LOGOUT, "sec-fetch-site", "cross-site").status())
          .isEqualTo(403);
      assertThat(browser.send("POST", LOGOUT, "sec-fetch-site", "same-site").status())
          .isEqualTo(403);
      assertThat(browser.send("POST", LOGOUT, "origin", "https://evil.example").status())
          .isEqualTo(403);
      assertThat(browser.send("GET", LOGOUT).status()).isEqualTo(403);
      assertThat(browser.send("DELETE", LOGOUT).status()).isEqualTo(405);
      assertThat(browser.visit("/page").status()).isEqualTo(200);

      Page out = browser.send("POST", LOGOUT, "origin", browser.origin());
      Map<String, String> asked =
          LoginProvider.parameters(URI.create(out.field("location")).getRawQuery());
      assertThat(out.status()).isEqualTo(303);
      assertThat(out.field("location")).startsWith(provider.issuer() + "/end?");
      assertThat(asked)
          .containsEntry("tenant", "1")
          .containsEntry("client_id", "shop")
          .containsEntry("post_logout_redirect_uri", browser.origin() + "/open/bye");
      assertThat(SignedJWT.parse(asked.get("id_token_hint")).getJWTClaimsSet().getSubject())
          .isEqualTo("ann");
      assertThat(browser.cookies()).isEmpty();
      Await.until(() -> assertThat(provider.requestsFor("/revoke")).isPositive());

      browser.cookies().putAll(old);
      assertThat(browser.send("GET", "/page").status()).isEqualTo(401);
      Page again = browser.send("GET", LOGOUT, "sec-fetch-site", "none");
      assertThat(again.field("location")).isEqualTo("/open/bye");
    }
  }

  // Provider, reload, restart.

  @Test
  void loginSurvivesAReload() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = provider.login(browser.visit("/page").field("location"));
      site.gateway().apply(site.yaml("X-Person"));
      try {
        assertThat(browser.follow(callback).field("location")).isEqualTo("/page");
        assertThat(browser.visit("/page").body()).contains("x-person: ann\n");
      } finally {
        site.gateway().apply(site.yaml("X-User"));
      }
      assertThat(browser.visit("/page").body()).contains("x-user: ann\n");
    }
  }

  @Test
  void sessionSurvivesARestart(@TempDir Path folder) throws Exception {
    Map<String, String> cookies;
    try (GatewayProcess first = site.start(folder, provider);
        Browser browser = Browser.open(first.port("tls"), Protocol.H2)) {
      login(browser, "/page");
      cookies = browser.cookies();
    }
    try (GatewayProcess second = site.start(folder, provider);
        Browser browser = Browser.open(second.port("tls"), Protocol.H2)) {
      browser.cookies().putAll(cookies);
      assertThat(browser.visit("/page").body()).contains("x-user: ann\n");
    }
    // Another fleet has other secrets.
    try (Browser browser = browser(Protocol.H2)) {
      browser.cookies().putAll(cookies);
      assertThat(browser.visit("/page").status()).isEqualTo(302);
    }
  }
}
