package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import io.lychgate.gateway.testkit.AdminBrowser;
import io.lychgate.gateway.testkit.AdminBrowser.Response;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LoginProvider;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sign-in to the dashboard at two OpenID Providers, one of which may be hostile. Passwords are for the break-glass user only. */
final class AdminOidcIT {
  private static final String STAFF = "/session/providers/staff";
  private static final String PARTNER = "/session/providers/partner";
  private static final String PASSWORD = GatewayProcess.ADMIN_PASSWORD;

  @TempDir
  static Path directory;

  private static final LoginProvider staff = LoginProvider.start();
  private static final LoginProvider partner = LoginProvider.start();
  private static @Nullable GatewayProcess gateway;
  private static @Nullable Store store;

  @BeforeAll
  static void start() {
    gateway = GatewayProcess.start(
        directory,
        """
        listeners: [ { name: web, address: 127.0.0.1:0 } ]
        sites: []
        store: { url: "jdbc:sqlite:lychgate.db" }
        admin:
          address: 127.0.0.1:0
          signOn:
            local: break-glass
            providers:
              - name: staff
                title: Company account
                issuer: "%s"
                clientId: shop
                clientSecret: env:CLIENT_SECRET
                algorithms: [ ES256 ]
                users: create
                userClaim: preferred_username
                endsWithToken: true
                mapping:
                  - { group: admins, role: admin }
                  - { group: shop, role: editor, sites: [ shop.example ] }
              - name: partner
                issuer: "%s"
                clientId: shop
                clientSecret: env:CLIENT_SECRET
                algorithms: [ ES256 ]
        """.formatted(staff.issuer(), partner.issuer()),
        Map.of("CLIENT_SECRET", LoginProvider.SECRET));
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
    if (store != null) {
      store.close();
    }
    staff.close();
    partner.close();
  }

  @BeforeEach
  void reset() {
    staff.reset();
    partner.reset();
  }

  private static Store store() {
    if (store == null) {
      throw new IllegalStateException("not started");
    }
    return store;
  }

  private static AdminBrowser browser() {
    return new AdminBrowser(gateway == null ? 0 : gateway.adminPort());
  }

  /** Makes the provider identify this person. */
  private static void person(LoginProvider provider, String subject, Object groups) {
    provider.idToken(claims -> provider.sign(claims
        .subject(subject)
        .claim("preferred_username", subject)
        .claim("email", subject + "@example.com")
        .claim("email_verified", true)
        .claim("groups", groups)));
  }

  /** Begins a sign-in and returns the URL at the provider. */
  private static String begin(AdminBrowser browser, String provider, String returnTo) {
    Response begun = browser.post(provider, Map.of("returnTo", returnTo));
    assertThat(begun.status()).as(begun.text()).isEqualTo(200);
    return begun.json().path("url").asString();
  }

  /** Follows the redirect of the provider. */
  private static Response follow(AdminBrowser browser, String url) {
    assertThat(url).startsWith(browser.origin() + "/api/v1/");
    return browser.get(url.substring((browser.origin() + "/api/v1").length()));
  }

  private static Response signIn(AdminBrowser browser, LoginProvider provider, String path) {
    return follow(browser, provider.login(begin(browser, path, "/")));
  }

  private static String failure(Response response) {
    assertThat(response.status()).isEqualTo(303);
    assertThat(response.field("location")).startsWith("/sign-in?failure=");
    return response.field("location").substring("/sign-in?failure=".length());
  }

  @Test
  void personOfAGroupGetsAnAccountWithItsRole() {
    person(staff, "ann", List.of("other", "admins"));
    AdminBrowser browser = browser();
    String url = begin(browser, STAFF, "/manifests?q=a");
    assertThat(url)
        .startsWith(staff.issuer() + "/authorize?")
        .contains("code_challenge_method=S256", "state=", "nonce=", "scope=openid+email+profile");

    Response back = follow(browser, staff.login(url));

    assertThat(back.field("location")).isEqualTo("/manifests?q=a");
    assertThat(back.raw().headers().allValues("set-cookie").toString())
        .contains("__Host-lychgate=", "SameSite=Strict", "HttpOnly");
    JsonNode session = browser.get("/session").json();
    assertThat(session.path("user").asString()).isEqualTo("ann");
    assertThat(session.path("role").asString()).isEqualTo("admin");
    // The session ends with the ID token, which is valid for five minutes.
    assertThat(Instant.parse(session.path("expiresAt").asString()))
        .isBefore(Instant.now().plusSeconds(301));
    assertThat(browser.cookies()).hasSize(1);
    assertThat(browser.get("/users").status()).isEqualTo(200);
    assertThat(browser.get("/session/second-factors").json().path("provider").asString())
        .isEqualTo("staff");
    // An account of a provider has no password, and no second factor here.
    assertThat(browser
            .post("/session/second-factors/totp", Map.of("password", "none"))
            .code())
        .isEqualTo("conflict");
    assertThat(browser().signIn("ann", "none").code()).isEqualTo("wrong-credentials");
  }

  @Test
  void eachSignInAppliesTheGroups() {
    person(staff, "eve", List.of("admins"));
    AdminBrowser first = browser();
    signIn(first, staff, STAFF);
    assertThat(first.get("/users").status()).isEqualTo(200);

    person(staff, "eve", "shop");
    AdminBrowser second = browser();
    signIn(second, staff, STAFF);
    assertThat(second.get("/session").json().path("role").asString()).isEqualTo("editor");
    assertThat(second.get("/users").status()).isEqualTo(403);
    // The role of before has ended everywhere.
    assertThat(first.isSignedIn()).isFalse();

    person(staff, "eve", List.of());
    assertThat(failure(signIn(browser(), staff, STAFF))).isEqualTo("no-role");
  }

  @Test
  void sameGroupsKeepTheOtherSessions() {
    person(staff, "kim", List.of("shop"));
    AdminBrowser first = browser();
    signIn(first, staff, STAFF);
    signIn(browser(), staff, STAFF);

    assertThat(first.isSignedIn()).isTrue();
  }

  @Test
  void groupsOfOtherTypesGiveNoRole() {
    List<Object> hostile = List.of(
        true,
        7,
        Map.of("admins", true),
        "admins shop",
        "ADMINS",
        List.of("*", 1, true),
        List.of(List.of("admins")),
        Collections.nCopies(2500, "a"));
    for (Object groups : hostile) {
      person(staff, "mallory", groups);
      assertThat(failure(signIn(browser(), staff, STAFF)))
          .as(groups.toString())
          // A token of that size is refused before its claims are read.
          .isIn("no-role", "refused");
    }
    assertThat(store().users().find("mallory")).isEmpty();
  }

  @Test
  void nameOfALocalUserIsNotTakenOver() {
    store()
        .users()
        .add(new User("local", Role.ADMIN, PasswordHash.of(PASSWORD), false), Actor.SYSTEM);
    person(staff, "local", List.of("admins"));
    assertThat(failure(signIn(browser(), staff, STAFF))).isEqualTo("name-taken");
    person(staff, "LOCAL", List.of("admins"));
    assertThat(failure(signIn(browser(), staff, STAFF))).isEqualTo("name-taken");
    person(staff, "admin", List.of("admins"));
    assertThat(failure(signIn(browser(), staff, STAFF))).isEqualTo("reserved");
    person(staff, "Admin", List.of("admins"));
    assertThat(failure(signIn(browser(), staff, STAFF))).isEqualTo("reserved");
  }

  @Test
  void newOwnerOfANameDoesNotGetTheAccount() {
    store().users().add(new User("bob@example.com", Role.EDITOR, "none", false), Actor.SYSTEM);
    person(partner, "bob", List.of());
    AdminBrowser bob = browser();
    assertThat(signIn(bob, partner, PARTNER).field("location")).isEqualTo("/");
    assertThat(bob.get("/session").json().path("role").asString()).isEqualTo("editor");

    partner.idToken(claims -> partner.sign(claims
        .subject("another-bob")
        .claim("email", "bob@example.com")
        .claim("email_verified", true)));
    assertThat(failure(signIn(browser(), partner, PARTNER))).isEqualTo("name-taken");

    // The same person with another address keeps the account.
    partner.idToken(claims -> partner.sign(
        claims.subject("bob").claim("email", "robert@example.com").claim("email_verified", true)));
    AdminBrowser renamed = browser();
    signIn(renamed, partner, PARTNER);
    assertThat(renamed.get("/session").json().path("user").asString()).isEqualTo("bob@example.com");
  }

  @Test
  void unknownUnverifiedAndDisabledPersonsAreRefused() {
    person(partner, "nobody", List.of());
    assertThat(failure(signIn(browser(), partner, PARTNER))).isEqualTo("no-account");

    partner.idToken(claims -> partner.sign(
        claims.subject("x").claim("email", "x@example.com").claim("email_verified", false)));
    assertThat(failure(signIn(browser(), partner, PARTNER))).isEqualTo("email-not-verified");

    partner.idToken(partner::sign);
    assertThat(failure(signIn(browser(), partner, PARTNER))).isEqualTo("no-name");

    User user = new User("gone@example.com", Role.VIEWER, "none", false);
    store().users().add(user, Actor.SYSTEM);
    store().users().change("gone@example.com", 1, UserChange.disabled(true), Actor.SYSTEM);
    person(partner, "gone", List.of());
    assertThat(failure(signIn(browser(), partner, PARTNER))).isEqualTo("disabled");
  }

  @Test
  void stateIsGoodForItsBrowserAndOnce() {
    person(staff, "once", List.of("shop"));
    AdminBrowser victim = browser();
    AdminBrowser attacker = browser();
    String url = staff.login(begin(attacker, STAFF, "/"));
    // Login CSRF: the victim opens the response of the attacker's login.
    assertThat(failure(follow(victim, url))).isEqualTo("expired");
    assertThat(victim.isSignedIn()).isFalse();
    begin(victim, STAFF, "/");
    assertThat(failure(follow(victim, url))).isEqualTo("expired");

    String kept = attacker.cookies().toString();
    Map<String, String> cookies = Map.copyOf(attacker.cookies());
    assertThat(follow(attacker, url).field("location")).isEqualTo("/");
    assertThat(attacker.cookies().toString()).isNotEqualTo(kept);
    // Replay with the cookie of before.
    AdminBrowser replay = browser();
    replay.cookies().putAll(cookies);
    assertThat(failure(follow(replay, url))).isEqualTo("expired");
    assertThat(staff.tokenRequests()).hasSize(1);
  }

  @Test
  void twoTabsSignInSideBySide() {
    person(staff, "tabs", List.of("shop"));
    AdminBrowser browser = browser();
    String first = begin(browser, STAFF, "/ledger");
    String second = begin(browser, STAFF, "/proposals");

    assertThat(follow(browser, staff.login(first)).field("location")).isEqualTo("/ledger");
    assertThat(follow(browser, staff.login(second)).field("location")).isEqualTo("/proposals");
    for (int i = 0; i < 12; i++) {
      begin(browser, STAFF, "/");
    }
    assertThat(browser.cookies().size()).isLessThan(8);
  }

  @Test
  void responseOfAnotherProviderIsRefused() {
    person(staff, "mixed", List.of("admins"));
    AdminBrowser browser = browser();
    String url = staff.login(begin(browser, STAFF, "/"));
    // RFC 9207: mix-up by issuer, and by the redirect URI of the other provider.
    assertThat(failure(follow(browser, url.replaceFirst("iss=[^&]*", "iss=https://evil.example"))))
        .isEqualTo("refused");
    url = staff.login(begin(browser, STAFF, "/"));
    assertThat(failure(follow(browser, url.replaceFirst("&iss=[^&]*", "")))).isEqualTo("refused");
    url = staff.login(begin(browser, STAFF, "/"));
    assertThat(failure(follow(browser, url.replace("/staff/", "/partner/")))).isEqualTo("expired");
    url = staff.login(begin(browser, STAFF, "/"));
    assertThat(failure(follow(browser, url + "&code=other"))).isEqualTo("refused");
    assertThat(staff.tokenRequests()).isEmpty();
    assertThat(partner.tokenRequests()).isEmpty();
    assertThat(browser.isSignedIn()).isFalse();
  }

  @Test
  void hostileTokensOpenNoSession() throws Exception {
    List<Function<JWTClaimsSet.Builder, String>> hostile = new ArrayList<>();
    TokenIssuer stranger = TokenIssuer.ofEc("2026");
    hostile.add(
        claims -> TokenIssuer.unsigned("{\"alg\":\"none\"}", claims.build().toString()));
    hostile.add(claims -> TokenIssuer.tampered(staff.sign(claims)));
    hostile.add(claims -> stranger.sign(claims.build()));
    hostile.add(claims -> staff.sign(claims.claim("nonce", "another")));
    hostile.add(claims -> staff.sign(claims.claim("nonce", null)));
    hostile.add(claims -> staff.sign(claims.issuer(partner.issuer())));
    hostile.add(claims -> staff.sign(claims.audience("other")));
    hostile.add(claims -> staff.sign(claims.audience(List.of("shop", "other"))));
    hostile.add(claims -> staff.sign(claims.claim("azp", "other")));
    hostile.add(claims -> staff.sign(claims.claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")));
    hostile.add(
        claims -> staff.sign(claims.expirationTime(Date.from(Instant.now().minusSeconds(3600)))));
    hostile.add(claims -> Base64URL.encode("{}") + ".x.y");
    for (Function<JWTClaimsSet.Builder, String> token : hostile) {
      staff.idToken(claims -> token.apply(
          claims.claim("preferred_username", "forged").claim("groups", List.of("admins"))));
      AdminBrowser browser = browser();
      assertThat(failure(signIn(browser, staff, STAFF)))
          .as("token %d", hostile.indexOf(token))
          .isEqualTo("refused");
      assertThat(browser.isSignedIn()).isFalse();
    }
    assertThat(store().users().find("forged")).isEmpty();
  }

  @Test
  void errorOfTheProviderIsReportedWithoutItsText() {
    AdminBrowser browser = browser();
    String state =
        URI.create(begin(browser, STAFF, "/")).getQuery().replaceFirst(".*state=([^&]*).*", "$1");
    Response back = browser.get(STAFF + "/callback?state=" + state
        + "&error=access_denied%22%3Cscript%3E&error_description=evil&iss="
        + staff.issuer());

    assertThat(failure(back)).isEqualTo("refused");
    assertThat(back.text() + back.raw().headers().map()).doesNotContain("script", "evil");
  }

  @Test
  void returnTargetIsNeverAnotherSite() {
    person(staff, "target", List.of("shop"));
    for (String target : List.of(
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/a b")) {
      AdminBrowser browser = browser();
      assertThat(follow(browser, staff.login(begin(browser, STAFF, target))).field("location"))
          .isEqualTo("/");
    }
  }

  @Test
  void beginningNeedsTheFieldOfWrites() {
    AdminBrowser browser = browser();
    assertThat(browser.send("POST", STAFF, Map.of(), "x-lychgate-csrf", "").code())
        .isEqualTo("cross-site");
    assertThat(browser
            .send("POST", STAFF, Map.of(), "sec-fetch-site", "cross-site")
            .code())
        .isEqualTo("cross-site");
    assertThat(browser.get(STAFF).status()).isEqualTo(405);
    assertThat(browser.post("/session/providers/none", Map.of()).status()).isEqualTo(404);
  }

  @Test
  void passwordsAreForTheBreakGlassUserWhoStaysWhenProvidersFail() {
    store()
        .users()
        .add(new User("usual", Role.ADMIN, PasswordHash.of(PASSWORD), false), Actor.SYSTEM);
    Response refused = browser().signIn("usual", PASSWORD);
    assertThat(refused.text())
        .isEqualTo(browser().signIn("usual", "a wrong password").text());
    assertThat(refused.status()).isEqualTo(401);

    staff.failing("/token");
    AdminBrowser browser = browser();
    assertThat(failure(signIn(browser, staff, STAFF))).isEqualTo("provider-unavailable");
    assertThat(browser.signIn("admin", PASSWORD).status()).isEqualTo(200);
    JsonNode state = browser.get("/sign-on").json();
    assertThat(state.path("local").asString()).isEqualTo("break-glass");
    assertThat(state.at("/providers/0/failure").asString()).contains("token endpoint");
    assertThat(state.toString()).doesNotContain(LoginProvider.SECRET);
    assertThat(browser.get("/session/options").json().at("/providers/0/title").asString())
        .isEqualTo("Company account");
  }

  @Test
  void hangingProviderLeavesThreadsForOthers() throws Exception {
    staff.waiting("/token");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      AdminBrowser browser = browser();
      String url = staff.login(begin(browser, STAFF, "/"));
      Thread thread = new Thread(() -> follow(browser, url));
      thread.start();
      threads.add(thread);
    }
    long start = System.nanoTime();
    assertThat(browser().signIn("admin", PASSWORD).status()).isEqualTo(200);
    assertThat(System.nanoTime() - start).isLessThan(4_000_000_000L);
    staff.waiting("");
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void logoutEndsBothSessions() {
    person(staff, "leaver", List.of("shop"));
    AdminBrowser browser = browser();
    signIn(browser, staff, STAFF);

    Response left = browser.delete("/session");

    assertThat(left.json().path("url").asString())
        .startsWith(staff.issuer() + "/end?")
        .contains("id_token_hint=", "client_id=shop", "post_logout_redirect_uri=");
    assertThat(browser.isSignedIn()).isFalse();
    AdminBrowser local = browser();
    local.signIn("admin", PASSWORD);
    assertThat(local.delete("/session").status()).isEqualTo(204);
  }

  @Test
  void sessionBeforeASignInEndsWithIt() {
    AdminBrowser browser = browser();
    browser.signIn("admin", PASSWORD);
    AdminBrowser before = browser();
    before.cookies().putAll(browser.cookies());
    person(staff, "switch", List.of("shop"));

    signIn(browser, staff, STAFF);

    assertThat(browser.get("/session").json().path("user").asString()).isEqualTo("switch");
    assertThat(before.isSignedIn()).isFalse();
  }

  @Test
  void mappingIsTestedWithoutASignIn() {
    AdminBrowser admin = browser();
    admin.signIn("admin", PASSWORD);
    Response yes = admin.post(
        "/sign-on/test",
        Map.of(
            "provider",
            "staff",
            "claims",
            Map.of("sub", "1", "preferred_username", "new", "groups", List.of("shop", "x"))));
    assertThat(yes.json().path("admitted").booleanValue()).isTrue();
    assertThat(yes.json().path("grants").toString())
        .isEqualTo("[{\"role\":\"editor\",\"sites\":[\"shop.example\"]}]");
    Response no = admin.post(
        "/sign-on/test",
        Map.of("provider", "staff", "claims", Map.of("sub", "1", "preferred_username", "new")));
    assertThat(no.json().path("reason").asString()).isEqualTo("no-role");
    assertThat(admin
            .post("/sign-on/test", Map.of("provider", "other", "claims", Map.of()))
            .status())
        .isEqualTo(404);
    assertThat(store().users().find("new")).isEmpty();
  }
}
