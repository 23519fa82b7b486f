package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Publications, experiments and timings for users of single sites. */
class SiteScopeIT {
  private static final String API = "/api/v1";
  private static final String SHOP = "hosts: [ shop.example ]\nrules: []\n";
  private static final String BLOG = "hosts: [ blog.example ]\nrules: []\n";
  private static final String[] ANY = {"if-match", "*"};

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient chief;
  private AdminClient ann;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
    chief = admin.as("chief", Grant.everywhere(Role.ADMIN));
    ann = admin.as("ann", new Grant(Role.PUBLISHER, List.of("shop.example")));
    chief.post(API + "/manifests", Map.of("name", "shop", "text", SHOP));
    chief.post(API + "/manifests", Map.of("name", "blog", "text", BLOG));
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private String scheduled(AdminClient by, String manifest) {
    Map<String, String> at = Map.of("at", Instant.now().plusSeconds(600).toString());
    Reply begun = by.post(API + "/manifests/" + manifest + "/publish", at, ANY);
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    return API + "/publications/" + begun.json().get("id").stringValue();
  }

  private long total(AdminClient client, String path) {
    return client.get(API + path).json().get("total").longValue();
  }

  @Test
  void publicationsOfOtherSitesAreAbsent() {
    String own = scheduled(ann, "shop");
    String foreign = scheduled(chief, "blog");

    assertThat(total(chief, "/publications")).isEqualTo(2);
    JsonNode seen = ann.get(API + "/publications?limit=1").json();
    assertThat(seen.get("total").intValue()).isEqualTo(1);
    assertThat(seen.at("/items/0/manifest").stringValue()).isEqualTo("shop");
    assertThat(total(ann, "/publications?offset=1")).isEqualTo(1);
    assertThat(total(ann, "/publications?manifest=blog")).isZero();
    for (Reply reply : List.of(
        ann.get(foreign),
        ann.post(foreign + "/promote", Map.of()),
        ann.post(foreign + "/undo", Map.of()),
        ann.get(API + "/manifests/blog/approvals"),
        ann.post(API + "/manifests/blog/approvals", Map.of(), ANY),
        ann.delete(API + "/manifests/blog/approvals", ANY),
        ann.post(API + "/manifests/blog/draft:dry-run", Map.of()),
        ann.get(API + "/manifests/blog/history:compare?from=draft&to=draft"),
        ann.put(API + "/manifests/blog/managed-by", Map.of("managedBy", "git")))) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(404);
    }
    assertThat(refused("ann")).contains("blog", foreign.substring(foreign.lastIndexOf('/') + 1));
    assertThat(chief.get(foreign).json().get("state").stringValue()).isEqualTo("scheduled");
    assertThat(ann.post(own + "/promote", Map.of()).status()).isEqualTo(200);
    assertThat(ann.post(own + "/undo", Map.of()).json().get("state").stringValue())
        .isEqualTo("undone");
  }

  @Test
  void attemptOnAThingOfOtherSitesIsInTheAuditTrailLikeOneOnANameThatDoesNotExist() {
    for (String name : List.of("blog", "none")) {
      Reply reply = ann.put(API + "/manifests/" + name + "/draft", Map.of("text", SHOP), ANY);
      assertThat(reply.status()).as(reply.text()).isEqualTo(404);
    }
    assertThat(ann.get(API + "/manifests/shop").status()).isEqualTo(200);
    chief.get(API + "/manifests/none");

    assertThat(refused("ann")).containsExactlyInAnyOrder("blog", "none");
    assertThat(refused("chief")).isEmpty();
  }

  /** Returns the things that the refused calls of a user were about. */
  private List<String> refused(String user) {
    JsonNode items = chief
        .get(API + "/audit?action=forbidden&outcome=refused&actor=" + user)
        .json()
        .get("items");
    return items.valueStream().map(each -> each.get("detail").stringValue()).toList();
  }

  @Test
  void viewerOfTheSiteReadsAPublicationAndDoesNotEndIt() {
    String run = scheduled(ann, "shop");
    AdminClient eve = admin.as(
        "eve",
        new Grant(Role.VIEWER, List.of("shop.example")),
        new Grant(Role.PUBLISHER, List.of("blog.example")));

    assertThat(eve.get(run).status()).isEqualTo(200);
    assertThat(eve.post(run + "/undo", Map.of()).status()).isEqualTo(403);
    assertThat(eve.post(run + "/promote", Map.of()).status()).isEqualTo(403);
  }

  @Test
  void viewerOfAllSitesPublishesForOwnSitesOnly() {
    String foreign = scheduled(chief, "blog");
    AdminClient mia = admin.as(
        "mia", Grant.everywhere(Role.VIEWER), new Grant(Role.PUBLISHER, List.of("shop.example")));

    assertThat(mia.get(foreign).status()).isEqualTo(200);
    assertThat(mia.post(foreign + "/undo", Map.of()).status()).isEqualTo(403);
    assertThat(mia.post(foreign + "/promote", Map.of()).status()).isEqualTo(403);
    for (String kind : List.of("url", "prefix")) {
      Reply purged = mia.post(API + "/cache:purge", Map.of(kind, "https://blog.example/"));
      assertThat(purged.status()).as(kind).isEqualTo(403);
      assertThat(mia.post(API + "/cache:purge", Map.of(kind, "https://shop.example/"))
              .status())
          .isEqualTo(200);
    }
  }

  @Test
  void textsWithOtherHostsAreRefusedAndOldOnesAbsent() {
    assertThat(ann.post(API + "/manifests/shop/draft:dry-run", Map.of("text", BLOG))
            .status())
        .isEqualTo(403);
    assertThat(ann.post(API + "/manifests/shop/draft:dry-run", Map.of("text", "rules: []\n"))
            .status())
        .as("for all hosts")
        .isEqualTo(403);
    assertThat(ann.post(API + "/manifests/shop/draft:dry-run", Map.of()).status())
        .isEqualTo(200);
    // The manifest was that of the blog once.
    chief.put(API + "/manifests/shop/draft", Map.of("text", BLOG), ANY);
    long old = chief
        .post(API + "/manifests/shop/publish", Map.of(), ANY)
        .json()
        .at("/revision/revision")
        .longValue();
    chief.put(API + "/manifests/shop/draft", Map.of("text", SHOP), ANY);
    chief.post(API + "/manifests/shop/publish", Map.of(), ANY);

    Reply compared = ann.get(API + "/manifests/shop/history:compare?to=draft&from=" + old);
    assertThat(compared.status()).as(compared.text()).isEqualTo(404);
    Reply restored = ann.post(
        API + "/manifests/shop/history:restore-rule", Map.of("revision", old, "rule", "/"), ANY);
    assertThat(restored.status()).as(restored.text()).isEqualTo(404);
    String newest = chief
        .get(API + "/publications?manifest=shop&limit=1")
        .json()
        .at("/items/0/id")
        .stringValue();
    Reply undone = ann.post(API + "/publications/" + newest + "/undo", Map.of());
    assertThat(undone.status()).as("its base is of the blog").isEqualTo(403);
  }

  @Test
  void ruleOfAFileIsNotRestoredByAPerson() {
    ann.post(API + "/manifests/shop/publish", Map.of(), ANY);
    assertThat(ann.put(API + "/manifests/shop/managed-by", Map.of("managedBy", "git://ops"))
            .status())
        .isEqualTo(200);

    Reply restored = ann.post(
        API + "/manifests/shop/history:restore-rule", Map.of("revision", 1, "rule", "/"), ANY);
    assertThat(restored.code()).isEqualTo("managed-by-file");
  }

  @Test
  void experimentsAreThoseOfOwnSites() {
    assertThat(ann.post(API + "/experiments", Samples.design("own", "shop.example"))
            .status())
        .isEqualTo(201);
    for (Map<String, Object> foreign : List.of(
        Samples.design("b", "blog.example"), Samples.design("b", "shop.example", "blog.example"))) {
      assertThat(ann.post(API + "/experiments", foreign).status()).isEqualTo(403);
      assertThat(ann.post(API + "/experiments:preview", foreign).status()).isEqualTo(403);
    }
    chief.post(API + "/experiments", Samples.design("both", "shop.example", "blog.example"));
    String both = API + "/experiments/both";

    assertThat(total(chief, "/experiments")).isEqualTo(2);
    assertThat(total(ann, "/experiments")).isEqualTo(1);
    for (String part : List.of(
        "", "/counts", "/outcome?winner=a2", "/changes", "/export?what=views", "/results")) {
      assertThat(ann.get(both + part).status()).as(part).isEqualTo(404);
    }
    for (String step : List.of("start", "pause", "resume", "stop", "decide", "release")) {
      assertThat(ann.post(both + ":" + step, Map.of(), ANY).status()).as(step).isEqualTo(404);
    }
    assertThat(ann.put(both, Samples.design("both", "shop.example"), ANY).status())
        .isEqualTo(404);
    assertThat(ann.delete(both, ANY).status()).isEqualTo(404);
    assertThat(ann.get(API + "/compare?by=arm&a=a1&b=a2&experiment=both").status())
        .isEqualTo(404);
    assertThat(refused("ann")).contains("both");
    String own = API + "/experiments/own";
    assertThat(ann.put(own, Samples.design("own", "blog.example"), ANY).status())
        .isEqualTo(403);
    assertThat(ann.get(own + "/counts").status()).isEqualTo(200);
    assertThat(ann.delete(own, ANY).status()).isEqualTo(204);
  }

  @Test
  void pageViewsAreThoseOfOwnSites() {
    admin
        .store
        .views()
        .append(List.of(Samples.view("v1", "shop.example"), Samples.view("v2", "blog.example")));

    assertThat(ann.get(API + "/views/v1").status()).isEqualTo(200);
    assertThat(ann.get(API + "/views/v2").status()).isEqualTo(404);
    admin
        .store
        .waterfalls()
        .put(List.of(
            Samples.waterfall("v1", "shop.example"), Samples.waterfall("v2", "blog.example")));
    for (String part : List.of("/waterfall", "/har")) {
      assertThat(ann.get(API + "/views/v1" + part).status()).isEqualTo(200);
      assertThat(ann.get(API + "/views/v2" + part).status()).isEqualTo(404);
    }
    assertThat(total(ann, "/views?site=shop.example")).isEqualTo(1);
    for (String path : List.of(
        "/views",
        "/timings",
        "/timings?by=site",
        "/compare?by=protocol&a=h1&b=h2",
        "/experiments:power",
        "/timings?site=blog.example",
        "/views?site=blog.example",
        "/compare?by=protocol&a=h1&b=h2&site=blog.example")) {
      assertThat(ann.get(API + path).status()).as(path).isEqualTo(403);
    }
    JsonNode timings = ann.get(API + "/timings?site=shop.example").json();
    assertThat(timings.get("pages").size()).as("counts of all sites").isZero();
    assertThat(chief.get(API + "/timings").json().get("pages").size()).isPositive();
  }

  @Test
  void repetitionAfterLessRightsIsRefused() {
    Map<String, String> manifest = Map.of("name", "more", "text", SHOP);
    Reply first = ann.post(API + "/manifests", manifest, "idempotency-key", "k1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("lychgate-rights")).isEmpty();
    Reply second = ann.post(API + "/manifests", manifest, "idempotency-key", "k1");
    assertThat(second.header("idempotency-replayed")).isEqualTo("true");
    assertThat(second.header("lychgate-rights")).isEmpty();

    grant("ann", Map.of("role", "publisher", "sites", List.of("blog.example")));
    Reply refused = ann.post(API + "/manifests", manifest, "idempotency-key", "k1");
    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
    assertThat(refused.text()).doesNotContain("shop.example");

    grant("ann", Map.of("role", "editor", "sites", List.of("*")));
    assertThat(ann.post(API + "/manifests", manifest, "idempotency-key", "k1").status())
        .as("more sites than before")
        .isEqualTo(201);
  }

  private void grant(String user, Map<String, Object> grant) {
    String etag = chief.get(API + "/users/" + user).header("etag");
    Reply changed = chief.send(
        "PATCH", API + "/users/" + user, Map.of("grants", List.of(grant)), "if-match", etag);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    // A change of roles ends the sessions of the user.
    ann = admin.client().withCookie("__Host-lychgate=" + admin.store.sessions().open(user));
  }

  @Test
  void changesAreInTheAuditTrailWithTheStatesBeforeAndAfter() {
    ann.post(API + "/experiments", Samples.design("own", "shop.example"));
    ann.put(API + "/experiments/own", Samples.design("own", "shop.example", "shop.example"), ANY);
    ann.delete(API + "/experiments/own", ANY);
    String run = scheduled(ann, "shop");
    ann.post(run + "/undo", Map.of("reason", "too early"));
    String[] read = {"if-match", chief.get(API + "/manifests/shop").header("etag")};
    chief.post(API + "/manifests/shop/approvals", Map.of(), read);
    ann.post(API + "/manifests/shop/approvals", Map.of(), read);
    ann.delete(API + "/manifests/shop/approvals", ANY);

    assertThat(states("experiment.create").path("before").isNull()).isTrue();
    assertThat(states("experiment.create").path("after").stringValue()).contains("shop.example");
    assertThat(states("experiment.delete").path("before").stringValue()).contains("\"own\"");
    assertThat(states("publication.schedule").path("after").stringValue())
        .contains("state: scheduled");
    assertThat(states("publication.cancelled").path("after").stringValue()).contains("too early");
    assertThat(states("manifest.approve").path("after").stringValue()).contains("ann approves");
    assertThat(states("manifest.approval.withdraw").path("before").stringValue())
        .contains("ann approves");
  }

  @Test
  void linesOfTheConfigurationAreInTheAuditTrailForAdminsOnly() {
    assertThat(admin.store.configuration().seed("zone: inner\n", "", Actor.SYSTEM))
        .isTrue();
    AdminClient viewer = admin.as("vera", Grant.everywhere(Role.VIEWER));

    Reply seen = viewer.get(API + "/audit?action=configuration.create");

    assertThat(states("configuration.create").path("after").stringValue()).contains("zone: inner");
    assertThat(seen.json().at("/items/0/subject").stringValue()).isEqualTo("configuration");
    assertThat(seen.json().at("/items/0/after").isNull()).isTrue();
    assertThat(seen.text()).doesNotContain("inner");
  }

  private JsonNode states(String action) {
    JsonNode items = chief.get(API + "/audit?action=" + action).json().get("items");
    assertThat(items.size()).as(action).isPositive();
    return items.get(0);
  }

  @Test
  void publicationForEveryHostIsSeenAndNotChanged() {
    // A manifest for every host is seen by all, and its publication, too.
    admin.store.manifests().create("all", "rules: []\n", Actor.SYSTEM);
    String run = scheduled(chief, "all");

    assertThat(ann.get(run).status()).isEqualTo(200);
    assertThat(ann.post(run + "/undo", Map.of()).status()).isEqualTo(403);
  }
}
