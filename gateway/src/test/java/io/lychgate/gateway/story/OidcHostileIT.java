package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.OidcSite.CALLBACK;
import static io.lychgate.gateway.story.OidcSite.COOKIE;
import static io.lychgate.gateway.story.OidcSite.LOGIN;
import static io.lychgate.gateway.story.OidcSite.LOGOUT;
import static io.lychgate.gateway.story.OidcSite.names;
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
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients, other sites and providers that try to get around a login, and providers that fail. */
final class OidcHostileIT extends OidcStory {
  @Test
  void forgedAndReplayedStatesAreRefused() throws Exception {
    try (Browser browser = browser(Protocol.H2);
        Browser other = browser(Protocol.H2)) {
      Page start = browser.visit("/page");
      String callback = provider.login(start.field("location"));
      String foreign = provider.login(other.visit("/page").field("location"));
      Map<String, String> cookies = Map.copyOf(browser.cookies());

      assertThat(browser.follow(browser.origin() + CALLBACK).status()).isEqualTo(400);
      assertThat(browser
              .follow(browser.origin() + CALLBACK + "?code=x&state=forged")
              .status())
          .isEqualTo(400);
      assertThat(browser.follow(callback + "&state=twice").status()).isEqualTo(400);
      assertThat(browser.follow(foreign).status()).isEqualTo(400);
      assertThat(provider.tokenRequests()).isEmpty();
      assertThat(browser.follow(callback).status()).isEqualTo(302);

      other.cookies().clear();
      other.cookies().putAll(cookies);
      assertThat(other.follow(callback).status()).isEqualTo(400);
      assertThat(provider.tokenRequests()).hasSize(1);
      assertThat(names(other, "session-")).isEmpty();
    }
  }

  @Test
  void responseOfAnotherIssuerIsRefused() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = provider.login(browser.visit("/page").field("location"));
      String iss = URLEncoder.encode(provider.issuer(), StandardCharsets.UTF_8);

      assertThat(browser
              .follow(callback.replace(iss, "https%3A%2F%2Fevil.example"))
              .status())
          .isEqualTo(400);
      callback = provider.login(browser.visit("/page").field("location"));
      assertThat(browser.follow(callback.replace("&iss=" + iss, "")).status()).isEqualTo(400);
      assertThat(provider.tokenRequests()).isEmpty();
    }
  }

  @Test
  void earlyDataEndsNoLogin() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = provider.login(browser.visit("/page").field("location"));
      String path = callback.substring(browser.origin().length());

      assertThat(browser.visit(path, "early-data", "1").status()).isEqualTo(425);
      assertThat(browser.visit(LOGOUT, "early-data", "1").status()).isEqualTo(425);
      assertThat(provider.tokenRequests()).isEmpty();
      assertThat(browser.visit(path).status()).isEqualTo(302);
    }
  }

  @Test
  void errorOfTheProviderEndsTheLogin() throws Exception {
    try (Browser browser = browser(Protocol.H2)) {
      String callback = provider.login(browser.visit("/page").field("location"));

      Page denied = browser.follow(callback.replaceFirst(
          "code=[^&]*",
          "error=access_denied&error_description=<script>"
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

  private static HostileToken claims(
      String what, Function<JWTClaimsSet.Builder, JWTClaimsSet> made) {
    return new HostileToken(what, builder -> provider.keys().sign(made.apply(builder)));
  }

  static List<HostileToken> hostileTokens() {
    return List.of(
        new HostileToken(
            "alg none",
            claims -> TokenIssuer.unsigned("{\"alg\":\"none\"}", claims.build().toString())),
        new HostileToken("HS256 with the public key", claims -> symmetric(claims.build())),
        new HostileToken("key of another issuer", claims -> site.tokens().sign(claims.build())),
        new HostileToken("claims changed", claims -> TokenIssuer.tampered(provider.sign(claims))),
        new HostileToken("no token", claims -> ""),
        claims("aud", builder -> builder.audience("other").build()),
        claims("azp", builder -> builder.claim("azp", "other").build()),
        claims(
            "two audiences without azp",
            builder -> builder.audience(List.of("shop", "other")).build()),
        claims("iss", builder -> builder.issuer("https://evil.example").build()),
        claims(
            "expired",
            builder -> builder
                .expirationTime(Date.from(Instant.now().minusSeconds(120)))
                .build()),
        claims(
            "from the future",
            builder ->
                builder.issueTime(Date.from(Instant.now().plusSeconds(600))).build()),
        claims("no subject", builder -> builder.subject(null).build()),
        claims("no nonce", builder -> builder.claim("nonce", null).build()),
        claims(
            "nonce of another login",
            builder -> builder.claim("nonce", "replayed").build()),
        claims(
            "at_hash",
            builder -> builder.claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA").build()));
  }

  private static String symmetric(JWTClaimsSet claims) {
    try {
      SignedJWT jwt =
          new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("2026").build(), claims);
      jwt.sign(new MACSigner(
          provider.keys().key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
      return jwt.serialize();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("hostileTokens")
  void invalidIdTokenMakesNoSession(HostileToken hostile) throws Exception {
    provider.idToken(hostile.token());
    try (Browser browser = browser(Protocol.H2)) {
      Page back = browser.follow(provider.login(browser.visit("/page").field("location")));

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
        String back = browser.follow(provider.login(start.field("location"))).field("location");
        URI resolved = URI.create(browser.origin() + "/").resolve(back);
        assertThat(resolved.getAuthority())
            .isEqualTo(URI.create(browser.origin()).getAuthority());
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
      Page back = browser.follow(provider.login(start.field("location")));
      assertThat(back.field("location")).isEqualTo("/known?a=b");
      assertThat(browser.send("POST", LOGIN).status()).isEqualTo(405);
      assertThat(browser.send("POST", CALLBACK).status()).isEqualTo(405);
    }
  }

  @Test
  void tenThousandLoginsThatNeverEndLeaveNothing() throws Exception {
    int described = provider.requestsFor("/.well-known/");
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
    assertThat(provider.requestsFor("/.well-known/") - described).isLessThanOrEqualTo(1);
  }

  // Cookies.

  @Test
  void changedAndForeignCookiesAreNoSession() throws Exception {
    try (Browser browser = browser(Protocol.H3);
        Browser other = Browser.open("other.example", site.gateway().port("tls"), Protocol.H3)) {
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

  @Test
  void loginMakesASessionOfItsOwn() throws Exception {
    try (Browser attacker = browser(Protocol.H2);
        Browser victim = browser(Protocol.H2)) {
      login(attacker, "/page");
      victim.cookies().putAll(attacker.cookies());
      Page again = victim.send("GET", LOGIN + "?return=/page");
      victim.follow(provider.login(again.field("location")));
      String name = names(victim, "session-").get(0);

      assertThat(victim.cookies().get(name)).isNotEqualTo(attacker.cookies().get(name));
      victim.send("POST", LOGOUT, "sec-fetch-site", "same-origin");
      assertThat(attacker.visit("/page").status()).isEqualTo(200);
    }
  }

  @Test
  void userInfoOfAnotherPersonIsRefused() throws Exception {
    provider.idToken(claims -> provider.sign(claims.subject("bob")));
    try (Browser browser = browser(Protocol.H2)) {
      Page start = browser.visit("/known");
      assertThat(browser.follow(provider.login(start.field("location"))).status())
          .isEqualTo(502);
    }
  }

  @Test
  void refreshForAnotherPersonIsRefused() throws Exception {
    provider.refreshing(1);
    try (Browser browser = browser(Protocol.H2)) {
      login(browser, "/page");
      provider.idToken(claims -> provider.sign(claims.subject("bob")));

      Await.until(() -> assertThat(browser.visit("/page").status()).isEqualTo(502));
    }
  }

  @Test
  void connectionFieldCannotRemoveTheName() throws Exception {
    try (Browser browser = browser(Protocol.H1)) {
      login(browser, "/page");
      StringBuilder cookies = new StringBuilder();
      browser
          .cookies()
          .forEach((name, value) ->
              cookies.append("Cookie: ").append(name).append('=').append(value).append("\r\n"));
      Socket socket = TestCertificates.trustingAll()
          .getSocketFactory()
          .createSocket("localhost", site.gateway().port("tls"));
      try (Http1Peer peer = Http1Peer.on(socket)) {
        peer.send("GET /page HTTP/1.1\r\nHost: localhost\r\nX-User: eve\r\nX_User: eve\r\n"
            + "Connection: x-user, cookie\r\n" + cookies + "\r\n");
        assertThat(peer.read().body()).contains("x-user: ann\n").doesNotContain("eve", COOKIE);
      }
    }
  }

  @Test
  void trailersCannotForgeTheName() throws Exception {
    try (Browser browser = browser(Protocol.H1)) {
      login(browser, "/page");
      String cookies = browser.cookies().entrySet().stream()
          .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
          .collect(Collectors.joining("; "));
      Socket socket = TestCertificates.trustingAll()
          .getSocketFactory()
          .createSocket("localhost", site.gateway().port("tls"));
      try (Http1Peer peer = Http1Peer.on(socket)) {
        peer.send("POST /trailers HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            + "Cookie: " + cookies + "\r\n\r\n1\r\na\r\n0\r\nX-User: eve\r\nX-Other: 1\r\n\r\n");
        assertThat(peer.read().body()).contains("x-user: ann\n").doesNotContain("eve");
      }
    }
  }

  @Test
  void requestWithoutTlsIsRefused() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(site.gateway().port("plain"))) {
      peer.send("GET /page HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(403);
    }
  }

  @Test
  void providerThatIsDownConcernsLoginsOnly(@TempDir Path folder) throws Exception {
    try (LoginProvider other = LoginProvider.start()) {
      other.failing("/.well-known/openid-configuration");
      try (GatewayProcess own = site.start(folder, other);
          Browser browser = Browser.open(own.port("tls"), Protocol.H2)) {
        Page down = browser.visit("/page");
        assertThat(down.status()).isEqualTo(503);
        assertThat(down.fields()).containsKey("retry-after");
        assertThat(browser.visit("/open").status()).isEqualTo(200);
        assertThat(browser.send("GET", "/api").status()).isEqualTo(401);

        // The next read is due after a pause. It delays its own requests only.
        other.failing("");
        Await.until(() -> {
          other.waiting("/.well-known/openid-configuration");
          try (Browser waits = Browser.open(own.port("tls"), Protocol.H1)) {
            CompletableFuture<Page> page = visiting(waits);
            Await.until(
                () -> assertThat(page.isDone() || other.requestsWaiting() == 1).isTrue());
            assertThat(other.requestsWaiting()).isEqualTo(1);
            assertThat(browser.visit("/open").status()).isEqualTo(200);
            other.waiting("");
            assertThat(page.join().status()).isEqualTo(302);
          }
        });

        other.waiting("/token");
        Page start = browser.visit("/page");
        Page late = browser.follow(other.login(start.field("location")));
        assertThat(late.status()).isEqualTo(503);
      }
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
}
