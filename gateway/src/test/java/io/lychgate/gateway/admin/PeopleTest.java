package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.config.account.AccountConfig;
import io.lychgate.gateway.config.account.ClientCertificates;
import io.lychgate.gateway.config.account.PasswordConfig;
import io.lychgate.gateway.config.account.SessionConfig;
import io.lychgate.gateway.config.account.SessionConfig.Binding;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.SessionOrigin;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.ClientAuthority;
import io.lychgate.gateway.testkit.NewestJdk;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Users, their sessions and tokens, by real requests. */
@NewestJdk
class PeopleTest {

  private static final String SHOP = "hosts: [ shop.example ]\nrules: []\n";
  private static final String BLOG = "hosts: [ blog.example ]\nrules: []\n";

  @TempDir
  Path directory;

  @Test
  void createsAUserWhoMustChangeTheOneTimePasswordFirst() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      Reply created = boss.post("/api/v1/users", user("ann", "editor"));
      String password = created.json().get("oneTimePassword").stringValue();
      assertThat(boss.get("/api/v1/users/ann").text()).doesNotContain(password);

      AdminClient ann = admin.client().login("ann", password);
      assertThat(ann.get("/api/v1/session").json().get("mustChangePassword").booleanValue())
          .isTrue();
      assertThat(ann.get("/api/v1/manifests").code()).isEqualTo("password-change-required");

      Reply changed = changePassword(ann, password, "a password of her own");
      assertThat(changed.status()).isEqualTo(200);
      ann.withCookie(cookie(changed));
      assertThat(ann.get("/api/v1/manifests").status()).isEqualTo(200);
      assertThat(boss.get("/api/v1/users/ann").json().get("loginAt").isNull()).isFalse();
    }
  }

  @Test
  void keepsTheLastAdmin() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      String last = "user: admin-user is the last admin";
      for (Map<String, Object> change : List.<Map<String, Object>>of(
          Map.of("disabled", true), Map.of("grants", List.of(Map.of("role", "publisher"))))) {
        Reply reply = patch(boss, "admin-user", change);
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.detail()).startsWith(last);
      }
      assertThat(boss.delete("/api/v1/users/admin-user", "if-match", "*").detail())
          .startsWith(last);

      admin.as("second", Grant.everywhere(Role.ADMIN));
      assertThat(patch(boss, "second", Map.of("disabled", true)).status()).isEqualTo(200);
      assertThat(boss.delete("/api/v1/users/admin-user", "if-match", "*").status())
          .as("a disabled admin does not count")
          .isEqualTo(409);
      patch(boss, "second", Map.of("disabled", false));
      assertThat(boss.delete("/api/v1/users/admin-user", "if-match", "*").status())
          .isEqualTo(204);
      assertThat(boss.get("/api/v1/users").code()).isEqualTo("unauthenticated");
    }
  }

  @Test
  void endsSessionsWhenRolesChangeOrTheUserIsDisabledOrRenamed() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      AdminClient ann = admin.as("ann", Grant.everywhere(Role.PUBLISHER));

      patch(boss, "ann", Map.of("grants", List.of(Map.of("role", "viewer"))));
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(401);

      ann.login("ann", AdminFixture.PASSWORD);
      patch(boss, "ann", Map.of("name", "anna"));
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(401);
      assertThat(boss.get("/api/v1/users/ann").status()).isEqualTo(404);

      ann.login("anna", AdminFixture.PASSWORD);
      String token = token(ann, "ci", "viewer", "*");
      patch(boss, "anna", Map.of("disabled", true));
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(401);
      assertThat(admin.client().withToken(token).get("/api/v1/session").status())
          .isEqualTo(401);
      assertThat(login(admin.client(), "anna", AdminFixture.PASSWORD).text())
          .as("the response for a disabled user is that for an unknown one")
          .isEqualTo(login(admin.client(), "nobody", AdminFixture.PASSWORD).text());

      patch(boss, "anna", Map.of("disabled", false));
      assertThat(login(admin.client(), "anna", AdminFixture.PASSWORD).status()).isEqualTo(200);
    }
  }

  @Test
  void refusesAnEditOfAUserWhoHasChangedSince() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      String old = boss.get("/api/v1/users/ann").header("etag");
      patch(boss, "ann", Map.of("grants", List.of(Map.of("role", "editor"))));

      Reply late = boss.send(
          "PATCH",
          "/api/v1/users/ann",
          Map.of("grants", List.of(Map.of("role", "admin"))),
          "if-match",
          old);

      assertThat(late.status()).isEqualTo(412);
      assertThat(
              boss.send("PATCH", "/api/v1/users/ann", Map.of("disabled", true)).status())
          .isEqualTo(428);
    }
  }

  @Test
  void refusesFieldsThatAUserMayNotSet() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      Map<String, Object> more = new HashMap<>(user("ann", "viewer"));
      for (String field : List.of("passwordHash", "version", "mustChangePassword", "tokens")) {
        more.put(field, 1);
        assertThat(boss.post("/api/v1/users", more).code()).isEqualTo("unknown-field");
        more.remove(field);
      }
      AdminClient viewer = admin.as(Role.VIEWER);
      Map<String, Object> change = new HashMap<>(
          Map.of("currentPassword", AdminFixture.PASSWORD, "newPassword", "another good password"));
      change.put("role", "admin");
      assertThat(viewer.put("/api/v1/session/password", change).code()).isEqualTo("unknown-field");
    }
  }

  @Test
  void namesHaveNoCharactersThatPagesOrQueriesWouldNeedToEscape() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      for (String name : List.of(
          "<script>alert(1)</script>", "a'; DROP TABLE account; --", "a b", "a/b", "\u202eann")) {
        Reply reply = boss.post("/api/v1/users", user(name, "viewer"));
        assertThat(reply.code()).as(name).isEqualTo("invalid");
        assertThat(reply.text()).doesNotContain("script");
      }
      assertThat(boss.post("/api/v1/users", user("o.hara+x@shop.example", "viewer"))
              .status())
          .isEqualTo(201);
      assertThat(boss.post("/api/v1/users", user("O.Hara+x@Shop.Example", "viewer"))
              .status())
          .as("differs in case only")
          .isEqualTo(409);
      assertThat(boss.get("/api/v1/users?q=%27%20OR%201=1%20--")
              .json()
              .get("total")
              .intValue())
          .isZero();
      assertThat(boss.get("/api/v1/users/x'%20OR%20'1'='1").status()).isEqualTo(404);
      assertThat(login(admin.client(), "' OR 1=1 --", "x").code()).isEqualTo("wrong-credentials");
    }
  }

  @Test
  void manifestsOfOtherSitesAreAbsent() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      boss.post("/api/v1/manifests", Map.of("name", "shop", "text", SHOP));
      boss.post("/api/v1/manifests", Map.of("name", "blog", "text", BLOG));
      boss.post("/api/v1/manifests", Map.of("name", "all", "text", "rules: []\n"));
      AdminClient ann = admin.as("ann", new Grant(Role.PUBLISHER, List.of("shop.example")));

      assertThat(ann.get("/api/v1/manifests").text())
          .contains("shop", "all")
          .doesNotContain("blog");
      Reply other = ann.get("/api/v1/manifests/blog");
      assertThat(other.status()).isEqualTo(404);
      assertThat(other.text().replace("blog", "none"))
          .as("as for one that does not exist")
          .isEqualTo(ann.get("/api/v1/manifests/none").text());
      assertThat(ann.post("/api/v1/manifests/blog/publish", Map.of(), "if-match", "*")
              .status())
          .isEqualTo(404);
      assertThat(ann.post("/api/v1/manifests/blog/rollback", Map.of("revision", 1), "if-match", "*")
              .status())
          .isEqualTo(404);
      assertThat(ann.delete("/api/v1/manifests/blog", "if-match", "*").status()).isEqualTo(404);
      assertThat(saveDraft(ann, "all", "rules: [] #\n").status())
          .as("visible, but of all sites")
          .isEqualTo(403);
      assertThat(saveDraft(ann, "shop", SHOP + "# new\n").status()).isEqualTo(200);
      assertThat(saveDraft(ann, "shop", BLOG).status())
          .as("moved to another site")
          .isEqualTo(403);
      assertThat(saveDraft(ann, "shop", "rules: []\n").status())
          .as("moved to all sites")
          .isEqualTo(403);
      assertThat(saveDraft(ann, "shop", "hosts: [ shop.example\n").status())
          .as("hosts that cannot be read")
          .isEqualTo(403);
      assertThat(saveDraft(ann, "shop", "hosts: [ shop.example ]\nrules: 7\n").status())
          .as("an error elsewhere")
          .isEqualTo(200);
      assertThat(ann.send(
                  "PATCH",
                  "/api/v1/manifests/shop/draft",
                  Map.of("merge", Map.of("hosts", List.of("blog.example"))),
                  "if-match",
                  "*")
              .status())
          .isEqualTo(403);
      assertThat(ann.post("/api/v1/manifests", Map.of("name", "more", "text", BLOG))
              .status())
          .isEqualTo(403);
      assertThat(ann.post("/api/v1/manifests", Map.of("name", "more", "text", SHOP))
              .status())
          .isEqualTo(201);
      assertThat(refusals(admin)).contains("ann forbidden PUT /api/v1/manifests/shop/draft");
    }
  }

  @Test
  void anOldRevisionOfAnotherSiteIsAbsent() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      boss.post("/api/v1/manifests", Map.of("name", "shop", "text", BLOG));
      boss.post("/api/v1/manifests/shop/publish", Map.of(), "if-match", "*");
      saveDraft(boss, "shop", SHOP);
      boss.post("/api/v1/manifests/shop/publish", Map.of(), "if-match", "*");
      AdminClient ann = admin.as("ann", new Grant(Role.PUBLISHER, List.of("*.example")));
      AdminClient bob = admin.as("bob", new Grant(Role.PUBLISHER, List.of("shop.example")));

      assertThat(ann.get("/api/v1/manifests/shop/history/1").status()).isEqualTo(200);
      assertThat(bob.get("/api/v1/manifests/shop/history/1").status()).isEqualTo(404);
      assertThat(bob.get("/api/v1/manifests/shop/history/2").status()).isEqualTo(200);
      assertThat(bob.post("/api/v1/manifests/shop/rollback", Map.of("revision", 1), "if-match", "*")
              .status())
          .isEqualTo(403);
    }
  }

  @Test
  void purgesAndDecisionsAreForOwnSites() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient ann =
          admin.as("ann", new Grant(Role.PUBLISHER, List.of("shop.example", "www.example.com")));
      String purge = "/api/v1/cache:purge";
      assertThat(ann.post(purge, Map.of("url", "https://shop.example/a")).status())
          .isEqualTo(200);
      assertThat(ann.post(purge, Map.of("prefix", "https://shop.example/")).status())
          .isEqualTo(200);
      for (Map<String, Object> refused : List.<Map<String, Object>>of(
          Map.of("url", "https://blog.example/a"),
          Map.of("prefix", "https://shop.exampl"),
          Map.of("url", "https://shop.example@blog.example/"),
          Map.of("tag", "shop"),
          Map.of("all", true))) {
        assertThat(ann.post(purge, refused).status()).as("%s", refused).isEqualTo(403);
      }
      String server = "/api/v1/upstreams/app/servers/http%3A%2F%2F10.0.0.1%3A3000";
      assertThat(ann.get(server).status()).isEqualTo(404);
      AdminClient both =
          admin.as("both", new Grant(Role.PUBLISHER, List.of("example.com", "www.example.com")));
      assertThat(both.post(server + ":drain", Map.of(), "if-match", "*").status())
          .isEqualTo(200);
      assertThat(
              ann.post("/api/v1/plan", Map.of("url", "https://blog.example/")).status())
          .isEqualTo(403);
    }
  }

  @Test
  void tokenHasTheRightsThatItAndItsOwnerHave() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      boss.post("/api/v1/manifests", Map.of("name", "shop", "text", SHOP));
      boss.post("/api/v1/manifests", Map.of("name", "blog", "text", BLOG));
      AdminClient ann = admin.as("ann", new Grant(Role.EDITOR, List.of("*.example")));

      assertThat(createToken(ann, "much", "publisher", List.of("shop.example"), "*")
              .status())
          .isEqualTo(403);
      assertThat(createToken(ann, "wide", "viewer", List.of("*"), "*").status()).isEqualTo(403);
      Reply created = createToken(ann, "ci", "editor", List.of("shop.example"), "manifests");
      AdminClient token = admin.client().withToken(created.json().get("secret").stringValue());

      assertThat(saveDraft(token, "shop", SHOP + "#\n").status())
          .as("without the header against cross-site requests")
          .isEqualTo(200);
      assertThat(token.get("/api/v1/manifests/shop").json().at("/draft/author").stringValue())
          .isEqualTo("ann/ci");
      assertThat(token.get("/api/v1/manifests/blog").status()).isEqualTo(404);
      assertThat(token.get("/api/v1/routes").detail()).startsWith("token: not for routes");
      assertThat(token.get("/api/v1/session").json().get("token").stringValue()).isEqualTo("ci");
      assertThat(changePassword(token, AdminFixture.PASSWORD, "a new password").status())
          .isEqualTo(403);

      patch(boss, "ann", Map.of("grants", List.of(Map.of("role", "viewer"))));
      assertThat(saveDraft(token, "shop", SHOP).status())
          .as("the owner lost it")
          .isEqualTo(403);
      boss.delete("/api/v1/users/ann", "if-match", "*");
      assertThat(token.get("/api/v1/manifests").code()).isEqualTo("unauthenticated");
    }
  }

  @Test
  void tokensAreOfTheirOwners() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      AdminClient ann = admin.as("ann", Grant.everywhere(Role.EDITOR));
      AdminClient bob = admin.as("bob", Grant.everywhere(Role.PUBLISHER));
      Reply created = createToken(ann, "ci", "editor", List.of("*"), "*");
      String path = created.header("location");

      assertThat(bob.get("/api/v1/tokens").json().get("total").intValue()).isZero();
      assertThat(bob.get("/api/v1/tokens?owner=ann").status()).isEqualTo(403);
      assertThat(bob.delete(path).text())
          .isEqualTo(bob.delete("/api/v1/tokens/none").text().replace("none", id(path)));
      assertThat(bob.get("/api/v1/users/ann/sessions").text().replace("ann", "none"))
          .isEqualTo(bob.get("/api/v1/users/none/sessions").text());
      assertThat(boss.get("/api/v1/tokens").json().get("total").intValue()).isEqualTo(1);
      assertThat(boss.get("/api/v1/tokens").text())
          .doesNotContain(created.json().get("secret").stringValue());
      assertThat(boss.delete(path).status()).isEqualTo(204);
      AdminClient gone = admin.client().withToken(created.json().get("secret").stringValue());
      assertThat(gone.get("/api/v1/session").status()).isEqualTo(401);
    }
  }

  @Test
  void tokenCannotMakeALongerOrWiderToken() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      Reply created = boss.post(
          "/api/v1/tokens",
          Map.of(
              "name", "a", "role", "editor", "operations", List.of("tokens"), "expiresInDays", 2));
      AdminClient token = admin.client().withToken(created.json().get("secret").stringValue());

      assertThat(createToken(token, "b", "editor", List.of("*"), "manifests").status())
          .isEqualTo(403);
      assertThat(createToken(token, "b", "admin", List.of("*"), "tokens").status())
          .isEqualTo(403);
      assertThat(createToken(token, "b", "editor", List.of("*"), "tokens").status())
          .as("90 days")
          .isEqualTo(403);
      assertThat(token
              .post(
                  "/api/v1/tokens",
                  Map.of(
                      "name",
                      "b",
                      "role",
                      "viewer",
                      "operations",
                      List.of("tokens"),
                      "expiresInDays",
                      1))
              .status())
          .isEqualTo(201);
    }
  }

  @Test
  void tokensOfAStolenTokenOrSessionEndWithIt() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      Reply stolen = boss.post("/api/v1/tokens", newToken("stolen", 9));
      AdminClient thief = admin.client().withToken(stolen.json().get("secret").stringValue());
      Reply hidden = thief.post("/api/v1/tokens", newToken("hidden", 8));
      AdminClient hiding = admin.client().withToken(hidden.json().get("secret").stringValue());
      assertThat(hiding.post("/api/v1/tokens", newToken("deeper", 7)).status()).isEqualTo(201);
      assertThat(hidden.json().at("/token/madeByToken").stringValue())
          .isEqualTo(stolen.json().at("/token/id").stringValue());
      assertThat(stolen.json().at("/token/madeInSession").stringValue()).matches("[0-9a-f]{16}");
      assertThat(boss.delete(stolen.header("location") + "?made=all").code()).isEqualTo("invalid");

      assertThat(boss.delete(hidden.header("location") + "?made=keep").status()).isEqualTo(204);
      assertThat(boss.get("/api/v1/tokens").json().get("total").intValue()).isEqualTo(2);
      assertThat(boss.delete(stolen.header("location")).status()).isEqualTo(204);
      assertThat(boss.get("/api/v1/tokens").json().get("total").intValue()).isZero();
      assertThat(thief.get("/api/v1/session").status()).isEqualTo(401);

      AdminClient other = admin.as(Role.ADMIN);
      assertThat(other.post("/api/v1/tokens", newToken("kept", 9)).status()).isEqualTo(201);
      String sessions = "/api/v1/users/admin-user/sessions";
      assertThat(boss.delete(sessions + "?tokens=some").code()).isEqualTo("invalid");
      assertThat(boss.delete(sessions + "?tokens=delete").status()).isEqualTo(204);
      assertThat(boss.get("/api/v1/tokens").json().get("total").intValue()).isZero();
    }
  }

  @Test
  void tokensOfASessionThatHasLoggedOutCanStillBeEnded() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      AdminClient thief = admin.as(Role.ADMIN);
      Reply made = thief.post("/api/v1/tokens", newToken("hidden", 9));
      String session = made.json().at("/token/madeInSession").stringValue();
      assertThat(thief.delete("/api/v1/session").status()).isEqualTo(204);

      String ended = "/api/v1/users/admin-user/sessions/" + session;
      assertThat(boss.delete(ended).status()).isEqualTo(404);
      assertThat(boss.delete(ended + "?tokens=delete").status()).isEqualTo(204);
      assertThat(boss.get("/api/v1/tokens").json().get("total").intValue()).isZero();
      assertThat(boss.delete(ended + "?tokens=delete").status()).isEqualTo(404);
    }
  }

  private static Map<String, Object> newToken(String name, int days) {
    return Map.of(
        "name", name, "role", "viewer", "operations", List.of("*"), "expiresInDays", days);
  }

  @Test
  void pagesFollowEachOtherWhileItemsComeAndGo() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      for (String name : List.of("Ben", "ann", "cat", "dan", "eve")) {
        assertThat(boss.post("/api/v1/users", user(name, "viewer")).status()).isEqualTo(201);
        assertThat(boss.post("/api/v1/tokens", newToken(name, 1)).status()).isEqualTo(201);
      }
      List<String> names = new ArrayList<>();
      String next = "";
      while (next != null) {
        JsonNode users = boss.get("/api/v1/users?limit=2&cursor=" + next).json();
        users.get("items").forEach(each -> names.add(each.get("name").stringValue()));
        next = users.get("next").isNull() ? null : users.get("next").stringValue();
        // An offset would skip a user from now on.
        boss.delete("/api/v1/users/" + names.get(1), "if-match", "*");
      }
      assertThat(names).containsExactly("admin-user", "ann", "Ben", "cat", "dan", "eve", "first");

      JsonNode first = boss.get("/api/v1/tokens?limit=4").json();
      JsonNode second = boss.get(
              "/api/v1/tokens?limit=4&cursor=" + first.get("next").stringValue())
          .json();
      assertThat(second.get("items").size()).isEqualTo(1);
      assertThat(second.get("next").isNull()).isTrue();
      for (String wrong : List.of("x", "%00", "bm9uZQ", "A".repeat(700))) {
        assertThat(boss.get("/api/v1/tokens?cursor=" + wrong).status())
            .as(wrong)
            .isEqualTo(400);
        assertThat(boss.get("/api/v1/publications?cursor=" + wrong).status()).isEqualTo(400);
      }
    }
  }

  @Test
  void requestWithATokenIgnoresTheCookieAndTokensInTargetsAreRefused() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      String token = token(boss, "ci", "viewer", "*");
      assertThat(boss.get("/api/v1/users", "authorization", "Bearer " + token).status())
          .as("the cookie is that of an admin")
          .isEqualTo(403);
      assertThat(boss.get("/api/v1/users", "authorization", "Bearer wrong").status())
          .isEqualTo(401);
      Reply inTarget = admin.client().get("/api/v1/session?access_token=" + token);
      assertThat(inTarget.code()).isEqualTo("malformed");
      assertThat(inTarget.text()).doesNotContain(token);
      assertThat(boss.get("/api/v1/manifests?q=" + token).code()).isEqualTo("malformed");
      // A page of another site can send the cookie at most, and not with this header.
      assertThat(boss.post("/api/v1/tokens", Map.of(), "x-lychgate-csrf", "").code())
          .isEqualTo("cross-site");
      assertThat(boss.post(
                  "/api/v1/tokens", Map.of(), "x-lychgate-csrf", "", "authorization", "Basic YTpi")
              .code())
          .isEqualTo("cross-site");
    }
  }

  @Test
  void tokenExpiresAndItsLastUseIsKnown() throws Exception {
    TestClock clock = new TestClock();
    try (AdminFixture admin = new AdminFixture(directory, null, clock)) {
      AdminClient boss = admin.as(Role.ADMIN);
      String text = token(boss, "ci", "viewer", "*");
      AdminClient token = admin.client().withToken(text);
      Instant used = clock.instant();
      token.get("/api/v1/session");
      assertThat(boss.get("/api/v1/tokens").json().at("/items/0/usedAt").stringValue())
          .isEqualTo(used.toString());
      assertThat(boss.get("/api/v1/tokens").json().at("/items/0/usedNetwork").stringValue())
          .isEqualTo("127.0.0.0/24");

      clock.advance(Duration.ofDays(91));
      assertThat(token.get("/api/v1/session").status()).isEqualTo(401);
    }
  }

  @Test
  void metricsNeedATokenForThemWhereTheyAreNotOpen() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      String metrics = token(boss, "prometheus", "viewer", "metrics");
      String other = token(boss, "ci", "viewer", "manifests");
      String[] proxied = {"x-forwarded-for", "192.0.2.1"};
      assertThat(admin.client().get("/metrics", proxied).status()).isEqualTo(401);
      assertThat(admin.client().withToken(metrics).get("/metrics", proxied).status())
          .isEqualTo(200);
      assertThat(admin.client().withToken(other).get("/metrics", proxied).status())
          .isEqualTo(401);
      AdminClient scoped = admin.as("ann", new Grant(Role.VIEWER, List.of("a.example")));
      assertThat(scoped.get("/metrics", proxied).status()).isEqualTo(401);

      assertThat(admin.client().get("/metrics").status()).isEqualTo(200);
      assertThat(admin.client().withToken(metrics).get("/metrics").status()).isEqualTo(200);
      assertThat(admin.client().withToken(other).get("/metrics").status())
          .as("a token that is sent decides, also from this machine")
          .isEqualTo(401);
    }
  }

  @Test
  void deniedScrapesAreInTheAuditTrailWithTheirSender() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      String[] proxied = {"x-forwarded-for", "192.0.2.1"};
      String other = token(admin.as(Role.ADMIN), "ci", "viewer", "manifests");
      admin.as("ann", new Grant(Role.VIEWER, List.of("a.example"))).get("/metrics", proxied);
      admin.client().withToken(other).get("/metrics");
      admin.client().withToken("lg_unknownunknown").get("/metrics");
      admin.client().get("/metrics", proxied);
      admin.client().get("/metrics");

      assertThat(admin.store.audit().find("GET /metrics", 200, 0).items())
          .allMatch(AuditEntry::refused)
          .extracting(entry -> entry.actor().name())
          .containsExactly("unknown token", "admin-user/ci", "ann");
    }
  }

  @Test
  void sessionOfAnotherNetworkEndsIfSessionsAreBound() throws Exception {
    AccountConfig bound = new AccountConfig(
        new SessionConfig(Duration.ofHours(8), Duration.ofDays(7), Binding.NETWORK),
        PasswordConfig.defaults(),
        null);
    try (AdminFixture admin = new AdminFixture(directory, bound)) {
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      AdminClient ann = admin.client().login("ann", AdminFixture.PASSWORD);
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(200);
      String elsewhere = admin
          .store
          .sessions()
          .open("ann", new SessionOrigin("192.0.2.0/24", "curl"), SessionRules.DEFAULTS);
      AdminClient thief = admin.client().withCookie("__Host-lychgate=" + elsewhere);
      assertThat(thief.get("/api/v1/session").status()).isEqualTo(401);
      assertThat(admin.store.sessions().find(elsewhere)).isEmpty();
      assertThat(refusals(admin)).contains("ann session.network");
    }
  }

  @Test
  void sessionsExpireAsConfigured() throws Exception {
    AccountConfig shorter = new AccountConfig(
        new SessionConfig(Duration.ofMinutes(5), Duration.ofMinutes(9), Binding.OFF),
        PasswordConfig.defaults(),
        null);
    TestClock clock = new TestClock();
    try (AdminFixture admin = new AdminFixture(directory, clock, shorter)) {
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      Reply login = login(admin.client(), "ann", AdminFixture.PASSWORD);
      assertThat(login.header("set-cookie")).contains("Max-Age=540");
      AdminClient ann = admin.client().withCookie(cookie(login));
      clock.advance(Duration.ofMinutes(4));
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(200);
      clock.advance(Duration.ofMinutes(4));
      assertThat(ann.get("/api/v1/session").status()).isEqualTo(200);
      clock.advance(Duration.ofMinutes(2));
      assertThat(ann.get("/api/v1/session").status()).as("absolute").isEqualTo(401);
      ann.login("ann", AdminFixture.PASSWORD);
      clock.advance(Duration.ofMinutes(6));
      assertThat(ann.get("/api/v1/session").status()).as("idle").isEqualTo(401);
    }
  }

  @Test
  void sessionsAreListedAndEnded() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient boss = admin.as(Role.ADMIN);
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      AdminClient here = admin.client().login("ann", AdminFixture.PASSWORD);
      AdminClient there = admin.client().login("ann", AdminFixture.PASSWORD);
      Reply list = here.get("/api/v1/users/ann/sessions");
      assertThat(list.json().get("total").intValue()).isEqualTo(3);
      assertThat(list.json().at("/items/0/network").stringValue()).isEqualTo("127.0.0.0/24");
      assertThat(list.json().at("/items/0/agent").stringValue()).startsWith("Java-http-client");

      assertThat(here.delete("/api/v1/users/ann/sessions").status()).isEqualTo(204);
      assertThat(here.get("/api/v1/session").status()).isEqualTo(200);
      assertThat(there.get("/api/v1/session").status()).isEqualTo(401);
      boss.delete("/api/v1/users/ann/sessions");
      assertThat(here.get("/api/v1/session").status()).isEqualTo(401);
    }
  }

  @Test
  void loginChangesTheIdOfTheSession() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      String planted = "__Host-lychgate=" + "A".repeat(43);
      AdminClient ann = admin.client().withCookie(planted);
      assertThat(cookie(login(ann, "ann", AdminFixture.PASSWORD))).isNotEqualTo(planted);
      String first = cookie(login(admin.client(), "ann", AdminFixture.PASSWORD));
      login(admin.client().withCookie(first), "ann", AdminFixture.PASSWORD);
      assertThat(admin.client().withCookie(first).get("/api/v1/session").status())
          .as("the session before the login")
          .isEqualTo(401);
    }
  }

  @Test
  void knownBrowserDoesNotWaitForTheGuessesOfOthers() throws Exception {
    TestClock clock = new TestClock();
    try (AdminFixture admin = new AdminFixture(directory, null, clock)) {
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      Reply before = login(admin.client(), "ann", AdminFixture.PASSWORD);
      String device = before.raw().headers().allValues("set-cookie").stream()
          .filter(each -> each.startsWith("__Host-lychgate-device="))
          .findFirst()
          .orElseThrow()
          .split(";", 2)[0];
      for (int guess = 0; guess < 9; guess++) {
        login(admin.client(), "ann", "guess" + guess);
      }
      assertThat(login(admin.client(), "ann", AdminFixture.PASSWORD).status()).isEqualTo(429);
      assertThat(login(admin.client().withCookie(device), "ann", AdminFixture.PASSWORD)
              .status())
          .isEqualTo(200);
      assertThat(login(admin.client().withCookie(device), "other", "x").status())
          .as("known for its user only")
          .isEqualTo(429);
      for (int guess = 0; guess < 5; guess++) {
        login(admin.client().withCookie(device), "ann", "guess" + guess);
      }
      assertThat(login(admin.client().withCookie(device), "ann", AdminFixture.PASSWORD)
              .status())
          .as("a stolen one guesses no faster")
          .isEqualTo(429);
    }
  }

  @Test
  void refusesShortAndBreachedPasswords() throws Exception {
    Path list =
        Files.writeString(directory.resolve("breached.txt"), "correct horse\npassword1234\n");
    AccountConfig rules =
        new AccountConfig(SessionConfig.defaults(), new PasswordConfig(10, 64, list), null);
    try (AdminFixture admin = new AdminFixture(directory, rules)) {
      AdminClient ann = admin.as("ann", Grant.everywhere(Role.VIEWER));
      for (Map.Entry<String, String> each : Map.of(
              "short",
              "5 characters (expected: 10-64)",
              "x".repeat(65),
              "65 characters (expected: 10-64)",
              "password1234",
              "in the list of breached passwords",
              AdminFixture.PASSWORD,
              "the current one")
          .entrySet()) {
        Reply reply = changePassword(ann, AdminFixture.PASSWORD, each.getKey());
        assertThat(reply.detail()).startsWith("newPassword: " + each.getValue());
        assertThat(reply.text()).doesNotContain("password1234");
      }
      assertThat(changePassword(ann, AdminFixture.PASSWORD, "long enough").status())
          .isEqualTo(200);
      assertThat(admin
              .as(Role.ADMIN)
              .post("/api/v1/users/ann/password", Map.of("password", "password1234"))
              .detail())
          .startsWith("password: in the list of breached passwords");
    }
  }

  @Test
  void listenerRequiresACertificateOfItsAuthority() throws Exception {
    ClientAuthority admins = ClientAuthority.of("Admins");
    Path caFile = Files.writeString(directory.resolve("admins.pem"), admins.pem());
    AccountConfig rules = new AccountConfig(
        SessionConfig.defaults(), PasswordConfig.defaults(), new ClientCertificates(caFile, true));
    try (AdminFixture admin = new AdminFixture(directory, rules)) {
      URI uri =
          URI.create("https://127.0.0.1:" + admin.server.address().getPort() + "/api/v1/session");
      assertThat(status(admins.issue("ann").context(), uri))
          .as("admitted, but not logged in")
          .isEqualTo(401);
      assertThatThrownBy(() -> status(TestCertificates.trustingAll(), uri))
          .isInstanceOf(IOException.class);
      SSLContext other = ClientAuthority.of("Others").issue("ann").context();
      assertThatThrownBy(() -> status(other, uri)).isInstanceOf(IOException.class);
    }
  }

  private static int status(SSLContext context, URI uri) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void oldHashIsReplacedAtLogin() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      admin.as("ann", Grant.everywhere(Role.VIEWER));
      admin.store.users().setPassword("ann", bcrypt("a password of old"), false, Actor.SYSTEM);
      assertThat(login(admin.client(), "ann", "a password of old").status()).isEqualTo(200);
      assertThat(admin.store.users().find("ann").orElseThrow().passwordHash())
          .startsWith("$argon2id$");
      assertThat(login(admin.client(), "ann", "a password of old").status()).isEqualTo(200);
    }
  }

  private static String bcrypt(String password) {
    return OpenBSDBCrypt.generate(password.toCharArray(), new byte[16], 4);
  }

  private static List<String> refusals(AdminFixture admin) {
    return admin.store.audit().find("", 200, 0).items().stream()
        .filter(AuditEntry::refused)
        .map(entry -> entry.actor().name() + " " + entry.action()
            + (entry.action().equals("forbidden") ? " " + entry.subject() : ""))
        .toList();
  }

  private static Map<String, Object> user(String name, String role) {
    return Map.of("name", name, "grants", List.of(Map.of("role", role)));
  }

  private static Reply patch(AdminClient client, String user, Map<String, Object> change) {
    return client.send("PATCH", "/api/v1/users/" + user, change, "if-match", "*");
  }

  private static Reply saveDraft(AdminClient client, String manifest, String text) {
    return client.put(
        "/api/v1/manifests/" + manifest + "/draft", Map.of("text", text), "if-match", "*");
  }

  private static Reply createToken(
      AdminClient client, String name, String role, List<String> sites, String operations) {
    return client.post(
        "/api/v1/tokens",
        Map.of("name", name, "role", role, "sites", sites, "operations", List.of(operations)));
  }

  private static String token(AdminClient client, String name, String role, String operations) {
    return createToken(client, name, role, List.of("*"), operations)
        .json()
        .get("secret")
        .stringValue();
  }

  private static String id(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  private static Reply login(AdminClient client, String name, String password) {
    return client.post("/api/v1/session", Map.of("name", name, "password", password));
  }

  private static Reply changePassword(AdminClient client, String current, String next) {
    return client.put(
        "/api/v1/session/password", Map.of("currentPassword", current, "newPassword", next));
  }

  private static String cookie(Reply reply) {
    return reply.header("set-cookie").split(";", 2)[0];
  }
}
