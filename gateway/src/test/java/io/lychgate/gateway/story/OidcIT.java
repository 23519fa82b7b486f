package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.LoginProvider;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes that need a login at an OpenID Provider, and clients that try to get around it. */
final class OidcIT {
  private static final String CALLBACK = "/.well-known/lychgate/oidc/callback";
  private static final String LOGIN = "/.well-known/lychgate/oidc/login";
  private static final String LOGOUT = "/.well-known/lychgate/oidc/logout";
  private static final String COOKIE = "__Host-lychgate-oidc-";

  @TempDir
  static Path directory;

  private static final LoginProvider PROVIDER = LoginProvider.start();
  private static final TokenIssuer TOKENS = TokenIssuer.ofEc("tokens");
  private static final ScriptedOrigin APP = ScriptedOrigin.start()
      .on("/shared", visit -> visit.respond(
          200,
          visit.head(),
          "Cache-Control: public, max-age=60, s-maxage=600",
          "CDN-Cache-Control: max-age=600"))
      .otherwise(visit -> visit.respond(200, visit.head()));
  /** Not the common pool: a client of the JDK needs it to end its responses, also the one of the gateway. */
  private static final ExecutorService TABS = Executors.newCachedThreadPool();

  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost", "other.example");
    Files.writeString(directory.resolve("secret"), LoginProvider.SECRET + "\n");
    Files.writeString(directory.resolve("keys.json"), TOKENS.jwks());
    gateway = GatewayProcess.start(directory, yaml("X-User"), Map.of());
  }

  /** @param field the one with the name of the person on most routes */
  private static String yaml(String field) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%2$d" ] }
        sites:
          - hosts: [ localhost, other.example ]
            policies:
              oidc: &login
                issuer: "%3$s"
                clientId: shop
                clientSecret: file:secret
                scopes: [ openid, email ]
                postLogoutUrl: /open/bye
                claims: { %1$s: sub, X-Roles: roles }
            routes:
              - { id: open, match: { path: "/open*" }, proxy: { upstream: app }, policies: { off: [ oidc ] } }
              - id: admin
                match: { path: "/admin" }
                proxy: { upstream: app }
                policies:
                  oidc: { issuer: "%3$s", clientId: shop, clientSecret: "file:secret", require: "'root' in lists['roles']" }
              - id: short
                match: { path: "/short" }
                proxy: { upstream: app }
                policies:
                  oidc:
                    issuer: "%3$s"
                    clientId: shop
                    clientSecret: file:secret
                    redirectPath: /short/callback
                    loginPath: /short/login
                    logoutPath: /short/logout
                    session: { idle: 1s, absolute: 2s }
              - id: known
                match: { path: "/known" }
                proxy: { upstream: app }
                policies:
                  oidc:
                    issuer: "%3$s"
                    clientId: shop
                    clientSecret: file:secret
                    redirectPath: /known/callback
                    loginPath: /known/login
                    logoutPath: /known/logout
                    returnPaths: [ "/known*" ]
                    userInfo: true
                    claims: { X-Email: email, X-Team: team }
              - id: guarded
                match: { path: "/guarded" }
                proxy: { upstream: app }
                policies: { access: { deny: [ 127.0.0.1 ] } }
              - id: both
                match: { path: "/both" }
                proxy: { upstream: app }
                policies:
                  jwt: { issuers: [ { issuer: "https://login.example/", audience: [ orders ], jwks: "file:keys.json" } ] }
              - id: rated
                match: { path: "/rated" }
                proxy: { upstream: app }
                policies: { rateLimits: [ { name: logins, rate: 2/h } ] }
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.replace("&login\n", "\n").formatted(field, APP.port(), PROVIDER.issuer());
  }

  @AfterEach
  void reset() {
    PROVIDER.reset();
  }

  @AfterAll
  static void stop() {
    TABS.shutdownNow();
    gateway.close();
    APP.close();
    PROVIDER.close();
  }

  private static Browser browser(Protocol protocol) throws Exception {
    return Browser.open(gateway.port("tls"), protocol);
  }

  /** Logs in on the way to a page, and returns the response of the callback. */
  private static Page login(Browser browser, String path) throws Exception {
    Page start = browser.visit(path);
    assertThat(start.status()).isEqualTo(302);
    Page back = browser.follow(PROVIDER.login(start.field("location")));
    assertThat(back.status()).as(back.body()).isEqualTo(302);
    return back;
  }

  private static double count(String route, String outcome) {
    return gateway.metric(
        "lychgate_policy_decisions_total",
        "policy=\"oidc\"",
        "route=\"" + route + "\"",
        "outcome=\"" + outcome + "\"");
  }

  private static List<String> names(Browser browser, String kind) {
    return browser.cookies().keySet().stream()
        .filter(name -> name.startsWith(COOKIE + kind))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void loginLeadsBackToThePage(Protocol protocol) throws Exception {
    double before = count("all", "admitted");
    try (Browser browser = browser(protocol)) {
      Page start = browser.visit("/page?x=1");
      Map<String, String> asked =
          LoginProvider.parameters(URI.create(start.field("location")).getRawQuery());
      Page back = browser.follow(PROVIDER.login(start.field("location")));
      browser.cookies().put("theme", "dark");
      Page page = browser.visit(back.field("location"), "x-user", "eve", "x-roles", "root");

      assertThat(start.status()).isEqualTo(302);
      assertThat(start.field("cache-control")).isEqualTo("no-store");
      assertThat(start.field("location")).startsWith(PROVIDER.issuer() + "/authorize?");
      assertThat(asked)
          .containsEntry("client_id", "shop")
          .containsEntry("tenant", "1")
          .containsEntry("scope", "openid email")
          .containsEntry("redirect_uri", browser.origin() + CALLBACK)
          .containsEntry("code_challenge_method", "S256")
          .containsKeys("state", "nonce", "code_challenge");
      assertThat(start.setCookies()).singleElement().satisfies(cookie -> assertThat(cookie)
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
      assertThat(count("all", "admitted") - before).isEqualTo(2);
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
        assertThat(page.field("www-authenticate")).isEqualTo("OpenIDConnect login=\"" + LOGIN + "\"");
        assertThat(page.field("content-type")).isEqualTo("application/problem+json");
        assertThat(page.body()).contains("\"status\":401", LOGIN);
        assertThat(page.setCookies()).isEmpty();
      }
      assertThat(grpc.field("grpc-status")).isEqualTo("16");
      Page form = browser.send("POST", "/form", "sec-fetch-mode", "navigate");
      assertThat(form.status()).isEqualTo(303);
      assertThat(browser.follow(PROVIDER.login(form.field("location"))).field("location"))
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
  void connectionFieldCannotRemoveTheName() throws Exception {
    String session;
    try (Browser browser = browser(Protocol.H1)) {
      login(browser, "/page");
      session = String.join(
          "; ", browser.cookies().entrySet().stream().map(Object::toString).toList());
      Page page = browser.visit("/page", "x-hop", "1");
      assertThat(page.body()).contains("x-user: ann\n");
    }
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /page HTTP/1.1\r\nHost: localhost\r\nConnection: close, x-user\r\nCookie: "
          + session + "\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(403);
    }
  }

  @Test
  void tabsLogInSideBySide() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      Page first = browser.visit("/one");
      Page second = browser.visit("/two");

      Page two = browser.follow(PROVIDER.login(second.field("location")));
      Page one = browser.follow(PROVIDER.login(first.field("location")));

      assertThat(two.field("location")).isEqualTo("/two");
      assertThat(one.field("location")).isEqualTo("/one");
    }
  }

  @Test
  void loginMakesASessionOfItsOwn() throws Exception {
    try (Browser attacker = browser(Protocol.H2);
        Browser victim = browser(Protocol.H2)) {
      login(attacker, "/page");
      victim.cookies().putAll(attacker.cookies());
      Page again = victim.send("GET", LOGIN + "?return=/page");
      victim.follow(PROVIDER.login(again.field("location")));
      String name = names(victim, "session-").get(0);

      assertThat(victim.cookies().get(name)).isNotEqualTo(attacker.cookies().get(name));
      victim.send("POST", LOGOUT, "sec-fetch-site", "same-origin");
      assertThat(attacker.visit("/page").status()).isEqualTo(200);
    }
  }

  // Hostile logins.

  @Test
  void forgedAndReplayedStatesAreRefused() throws Exception {
    try (Browser browser = browser(Protocol.H2);
        Browser other = browser(Protocol.H2)) {
      Page start = browser.visit("/page");
      String callback = PROVIDER.login(start.field("location"));
      String foreign = PROVIDER.login(other.visit("/page").field("location"));
      Map<String, String> cookies = Map.copyOf(browser.cookies());

      assertThat(browser.follow(browser.origin() + CALLBACK).status()).isEqualTo(400);
      assertThat(browser.follow(browser.origin() + CALLBACK + "?code=x&state=forged").status())
          .isEqualTo(400);
      assertThat(browser.follow(callback + "&state=twice").status()).isEqualTo(400);
      assertThat(browser.follow(foreign).status()).isEqualTo(400);
      assertThat(PROVIDER.tokenRequests()).isEmpty();
      assertThat(browser.follow(callback).status()).isEqualTo(302);

      other.cookies().clear();
      other.cookies().putAll(cookies);
      assertThat(other.follow(callback).status()).isEqualTo(400);
      assertThat(PROVIDER.tokenRequests()).hasSize(1);
      assertThat(names(other, "session-")).isEmpty();
    }
  }

  @Test
  void responseOfAnotherIssuerIsRefused() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = PROVIDER.login(browser.visit("/page").field("location"));
      String iss = URLEncoder.encode(PROVIDER.issuer(), StandardCharsets.UTF_8);

      assertThat(browser.follow(callback.replace(iss, "https%3A%2F%2Fevil.example")).status())
          .isEqualTo(400);
      callback = PROVIDER.login(browser.visit("/page").field("location"));
      assertThat(browser.follow(callback.replace("&iss=" + iss, "")).status()).isEqualTo(400);
      assertThat(PROVIDER.tokenRequests()).isEmpty();
    }
  }

  @Test
  void errorOfTheProviderEndsTheLogin() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = PROVIDER.login(browser.visit("/page").field("location"));

      Page denied = browser.follow(callback.replaceFirst(
          "code=[^&]*", "error=access_denied&error_description=<script>"
              .replace("<", "%3C")
              .replace(">", "%3E")));

      assertThat(denied.status()).isEqualTo(403);
      assertThat(denied.body()).doesNotContain("script");
      assertThat(names(browser, "login-")).isEmpty();
    }
  }

  record HostileToken(String what, Function<JWTClaimsSet.Builder, String> token) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static HostileToken claims(String what, Function<JWTClaimsSet.Builder, JWTClaimsSet> made) {
    return new HostileToken(what, builder -> PROVIDER.keys().sign(made.apply(builder)));
  }

  static List<HostileToken> hostileTokens() {
    return List.of(
        new HostileToken(
            "alg none",
            claims -> TokenIssuer.unsigned("{\"alg\":\"none\"}", claims.build().toString())),
        new HostileToken("HS256 with the public key", claims -> symmetric(claims.build())),
        new HostileToken("key of another issuer", claims -> TOKENS.sign(claims.build())),
        new HostileToken(
            "claims changed", claims -> TokenIssuer.tampered(PROVIDER.sign(claims))),
        new HostileToken("no token", claims -> ""),
        claims("aud", builder -> builder.audience("other").build()),
        claims("azp", builder -> builder.claim("azp", "other").build()),
        claims("two audiences without azp", builder ->
            builder.audience(List.of("shop", "other")).build()),
        claims("iss", builder -> builder.issuer("https://evil.example").build()),
        claims("expired", builder -> builder
            .expirationTime(Date.from(Instant.now().minusSeconds(120)))
            .build()),
        claims("from the future", builder ->
            builder.issueTime(Date.from(Instant.now().plusSeconds(600))).build()),
        claims("no subject", builder -> builder.subject(null).build()),
        claims("no nonce", builder -> builder.claim("nonce", null).build()),
        claims("nonce of another login", builder -> builder.claim("nonce", "replayed").build()),
        claims("at_hash", builder -> builder.claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA").build()));
  }

  private static String symmetric(JWTClaimsSet claims) {
    try {
      SignedJWT jwt = new SignedJWT(
          new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("2026").build(), claims);
      jwt.sign(new MACSigner(
          PROVIDER.keys().key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
      return jwt.serialize();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("hostileTokens")
  void invalidIdTokenMakesNoSession(HostileToken hostile) throws Exception {
    PROVIDER.idToken(hostile.token());
    try (Browser browser = browser(Protocol.H2)) {
      Page back = browser.follow(PROVIDER.login(browser.visit("/page").field("location")));

      assertThat(back.status()).isEqualTo(502);
      assertThat(names(browser, "session-")).isEmpty();
      assertThat(browser.visit("/page").status()).isEqualTo(302);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "/%5C/../..//evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "/ok\r\nSet-Cookie: a=b",
        "/./\\evil.example",
        "/.//evil.example/",
        "@evil.example",
        LOGOUT,
        LOGIN,
      })
  void loginReturnsToPagesOfTheSiteOnly(String target) throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      Page start = browser.send(
          "GET", LOGIN + "?return=" + URLEncoder.encode(target, StandardCharsets.UTF_8));
      if (start.status() == 302) {
        String back = browser
            .follow(PROVIDER.login(start.field("location")))
            .field("location");
        URI resolved = URI.create(browser.origin() + "/").resolve(back);
        assertThat(resolved.getAuthority()).isEqualTo(URI.create(browser.origin()).getAuthority());
        assertThat(back).startsWith("/").doesNotStartWith("//").doesNotContain("\\");
      } else {
        assertThat(start.status()).isEqualTo(400);
        assertThat(start.fields()).doesNotContainKey("location");
      }
    }
  }

  @Test
  void loginReturnsToAllowedPathsOnly() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      assertThat(browser.send("GET", "/known/login?return=/page").status()).isEqualTo(400);
      assertThat(browser.send("GET", "/known/login?return=/known&return=/known").status())
          .isEqualTo(400);
      Page start = browser.send("GET", "/known/login?return=/known%3Fa%3Db");
      Page back = browser.follow(PROVIDER.login(start.field("location")));
      assertThat(back.field("location")).isEqualTo("/known?a=b");
      assertThat(browser.send("POST", LOGIN).status()).isEqualTo(405);
      assertThat(browser.send("POST", CALLBACK).status()).isEqualTo(405);
    }
  }

  @Test
  void tenThousandLoginsThatNeverEndLeaveNothing() throws Exception {
    int described = PROVIDER.requestsFor("/.well-known/");
    try (Browser browser = browser(Protocol.H2)) {
      Set<String> states = new HashSet<>();
      for (int i = 0; i < 10_000; i++) {
        Page page = browser.visit("/page");
        assertThat(page.status()).isEqualTo(302);
        states.add(page.field("location").replaceFirst(".*[?&]state=([^&]*).*", "$1"));
        assertThat(names(browser, "login-")).hasSizeLessThanOrEqualTo(6);
      }
      assertThat(states).hasSize(10_000);
      assertThat(login(browser, "/page").field("location")).isEqualTo("/page");
    }
    assertThat(PROVIDER.requestsFor("/.well-known/") - described).isLessThanOrEqualTo(1);
  }

  // Cookies.

  @Test
  void changedAndForeignCookiesAreNoSession() throws Exception {
    try (Browser browser = browser(Protocol.H3);
        Browser other = Browser.open("other.example", gateway.port("tls"), Protocol.H3)) {
      login(browser, "/page");
      Map<String, String> good = Map.copyOf(browser.cookies());
      String session = names(browser, "session-").get(0);
      String use = names(browser, "use-").get(0);

      other.cookies().putAll(good);
      assertThat(other.visit("/page").status()).isEqualTo(302);

      for (String name : List.of(session, use)) {
        for (String bad : List.of(
            changed(good.get(name)), "", "1.", "9.AAAA", "A", good.get(name) + "A", "\"x\"")) {
          browser.cookies().putAll(good);
          browser.cookies().put(name, bad);
          assertThat(browser.send("GET", "/page").status()).as(bad).isEqualTo(401);
        }
      }
      // One kind of cookie in place of another.
      browser.cookies().putAll(good);
      browser.cookies().put(session, "1." + good.get(use));
      assertThat(browser.send("GET", "/page").status()).isEqualTo(401);
      // The session of one client at the paths of another.
      browser.cookies().putAll(good);
      assertThat(browser.send("GET", "/known").status()).isEqualTo(401);
      assertThat(browser.send("GET", "/page").status()).isEqualTo(200);
    }
  }

  private static String changed(String text) {
    int at = text.length() / 2;
    return text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void largeSessionTakesSeveralCookies(Protocol protocol) throws Exception {
    PROVIDER.idToken(claims -> PROVIDER.sign(claims.claim("long", "x".repeat(3000))));
    try (Browser browser = browser(protocol)) {
      login(browser, "/page");
      assertThat(names(browser, "session-")).hasSizeGreaterThan(1);
      browser
          .cookies()
          .forEach((name, value) -> assertThat(name.length() + value.length()).isLessThan(4000));
      assertThat(browser.visit("/page").body()).contains("x-user: ann\n").doesNotContain(COOKIE);

      // A smaller one leaves no part of the larger one behind.
      PROVIDER.reset();
      Page again = browser.send("GET", LOGIN);
      browser.follow(PROVIDER.login(again.field("location")));
      assertThat(names(browser, "session-")).hasSize(1);
      assertThat(browser.visit("/page").status()).isEqualTo(200);

      PROVIDER.idToken(claims -> PROVIDER.sign(claims.claim("long", "x".repeat(11_500))));
      again = browser.send("GET", LOGIN);
      assertThat(browser.follow(PROVIDER.login(again.field("location"))).status()).isEqualTo(502);
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

      PROVIDER.idToken(claims -> PROVIDER.sign(claims.claim("roles", List.of("root"))));
      Page again = browser.send("GET", LOGIN + "?return=/admin");
      browser.follow(PROVIDER.login(again.field("location")));
      assertThat(browser.visit("/admin").status()).isEqualTo(200);

      login(browser, "/known");
      assertThat(browser.visit("/known").body())
          .contains("x-email: ann@example.com\n", "x-team: a,b\n");
    }
  }

  @Test
  void userInfoOfAnotherPersonIsRefused() throws Exception {
    PROVIDER.idToken(claims -> PROVIDER.sign(claims.subject("bob")));
    try (Browser browser = browser(Protocol.H2)) {
      Page start = browser.visit("/known");
      assertThat(browser.follow(PROVIDER.login(start.field("location"))).status()).isEqualTo(502);
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
              .visit("/both", "authorization", "Bearer " + TOKENS.token())
              .status())
          .isEqualTo(200);
    }
  }

  @Test
  void requestWithoutTlsIsRefused() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /page HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
          + "Connection: close\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(403);
    }
  }

  // Refresh.

  @Test
  void oneOfSeveralRequestsRefreshes() throws Exception {
    PROVIDER.refreshing(1);
    List<Browser> tabs = new ArrayList<>();
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      Map<String, String> old = Map.copyOf(browser.cookies());
      String session = names(browser, "session-").get(0);
      Instant due = Instant.now().plusSeconds(1);
      Await.until(() -> assertThat(Instant.now()).isAfter(due));
      PROVIDER.waiting("/token");
      List<CompletableFuture<Page>> pages = new ArrayList<>();
      for (Protocol protocol : List.of(Protocol.H1, Protocol.H2, Protocol.H3, Protocol.H2)) {
        Browser tab = browser(protocol);
        tabs.add(tab);
        tab.cookies().putAll(old);
        pages.add(visiting(tab));
      }
      Await.until(() -> assertThat(PROVIDER.requestsWaiting()).isEqualTo(1));
      PROVIDER.refreshing(3600).waiting("");

      for (CompletableFuture<Page> page : pages) {
        assertThat(page.join().status()).isEqualTo(200);
        assertThat(page.join().body()).contains("x-user: ann\n");
      }
      assertThat(tabs).allSatisfy(tab ->
          assertThat(tab.cookies().get(session)).isNotEqualTo(old.get(session)));
      // The old token is spent, but a late request with it still gets the new session.
      assertThat(browser.visit("/page").status()).isEqualTo(200);
      assertThat(tabs.get(0).visit("/page").status()).isEqualTo(200);
      assertThat(PROVIDER.tokenRequests()).hasSize(2);
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
        TABS);
  }

  @Test
  void refusedRefreshLeadsToAnotherLogin() throws Exception {
    PROVIDER.refreshing(1);
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      PROVIDER.withdraw();

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(302));
      assertThat(browser.send("GET", "/page").status()).isEqualTo(401);
      login(browser, "/page");
      assertThat(browser.visit("/page").status()).isEqualTo(200);
    }
  }

  @Test
  void refreshForAnotherPersonIsRefused() throws Exception {
    PROVIDER.refreshing(1);
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      PROVIDER.idToken(claims -> PROVIDER.sign(claims.subject("bob")));

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(502));
    }
  }

  @Test
  void refreshWithoutItsProviderGets503OnceTheTokenHasEnded() throws Exception {
    PROVIDER.refreshing(1).failing("");
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      PROVIDER.failing("/token");

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(503));
      assertThat(browser.visit("/open").status()).isEqualTo(200);
      PROVIDER.failing("");
      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(200));
    }
  }

  // Logout.

  @Test
  void logoutEndsTheSessionHereAndAtTheProvider() throws Exception {
    PROVIDER.refreshing(3600);
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
      assertThat(out.field("location")).startsWith(PROVIDER.issuer() + "/end?");
      assertThat(asked)
          .containsEntry("tenant", "1")
          .containsEntry("client_id", "shop")
          .containsEntry("post_logout_redirect_uri", browser.origin() + "/open/bye");
      assertThat(SignedJWT.parse(asked.get("id_token_hint")).getJWTClaimsSet().getSubject())
          .isEqualTo("ann");
      assertThat(browser.cookies()).isEmpty();
      Await.until(() -> assertThat(PROVIDER.requestsFor("/revoke")).isPositive());

      browser.cookies().putAll(old);
      assertThat(browser.send("GET", "/page").status()).isEqualTo(401);
      Page again = browser.send("GET", LOGOUT, "sec-fetch-site", "none");
      assertThat(again.field("location")).isEqualTo("/open/bye");
    }
  }

  // Provider, reload, restart.

  @Test
  void providerThatIsDownConcernsLoginsOnly(@TempDir Path folder) throws Exception {
    try (LoginProvider other = LoginProvider.start()) {
      TestCertificates.write(folder, "site", "localhost", "other.example");
      Files.writeString(folder.resolve("secret"), LoginProvider.SECRET);
      Files.writeString(folder.resolve("keys.json"), TOKENS.jwks());
      other.failing("/.well-known/openid-configuration");
      String yaml = yaml("X-User").replace(PROVIDER.issuer(), other.issuer());
      try (GatewayProcess own = GatewayProcess.start(folder, yaml, Map.of());
          Browser browser = Browser.open(own.port("tls"), Protocol.H2)) {
        Page down = browser.visit("/page");
        assertThat(down.status()).isEqualTo(503);
        assertThat(down.fields()).containsKey("retry-after");
        assertThat(browser.visit("/open").status()).isEqualTo(200);
        assertThat(browser.send("GET", "/api").status()).isEqualTo(401);

        // The next read is due after a pause. It delays its own requests only.
        other.failing("").waiting("/.well-known/openid-configuration");
        try (Browser waits = Browser.open(own.port("tls"), Protocol.H1)) {
          Await.until(() -> {
            CompletableFuture<Page> page = visiting(waits);
            Await.until(() -> assertThat(page.isDone() || other.requestsWaiting() == 1).isTrue());
            assertThat(other.requestsWaiting()).isEqualTo(1);
            assertThat(browser.visit("/open").status()).isEqualTo(200);
            other.waiting("");
            assertThat(page.join().status()).isEqualTo(302);
          });
        }

        other.waiting("/token");
        Page start = browser.visit("/page");
        Page late = browser.follow(other.login(start.field("location")));
        assertThat(late.status()).isEqualTo(503);
      }
    }
  }

  @Test
  void loginSurvivesAReload() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = PROVIDER.login(browser.visit("/page").field("location"));
      gateway.apply(yaml("X-Person"));
      try {
        assertThat(browser.follow(callback).field("location")).isEqualTo("/page");
        assertThat(browser.visit("/page").body()).contains("x-person: ann\n");
      } finally {
        gateway.apply(yaml("X-User"));
      }
      assertThat(browser.visit("/page").body()).contains("x-user: ann\n");
    }
  }

  @Test
  void sessionSurvivesARestart(@TempDir Path folder) throws Exception {
    TestCertificates.write(folder, "site", "localhost", "other.example");
    Files.writeString(folder.resolve("secret"), LoginProvider.SECRET);
    Files.writeString(folder.resolve("keys.json"), TOKENS.jwks());
    Map<String, String> cookies;
    try (GatewayProcess first = GatewayProcess.start(folder, yaml("X-User"), Map.of());
        Browser browser = Browser.open(first.port("tls"), Protocol.H2)) {
      login(browser, "/page");
      cookies = browser.cookies();
    }
    try (GatewayProcess second = GatewayProcess.start(folder, yaml("X-User"), Map.of());
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
