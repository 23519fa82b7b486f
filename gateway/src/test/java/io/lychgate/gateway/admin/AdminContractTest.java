package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.testkit.NewestJdk;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NewestJdk
class AdminContractTest {

  private static final String TEXT = "# why: the logo\nrules: []   # none yet\n";

  /** AdminSignOnIT and AdminOidcIT call these, with keys and providers. */
  private static final Set<String> IN_STORIES = Set.of(
      "signInOptions",
      "getSecondStep",
      "finishSecondStep",
      "beginProviderSignIn",
      "endProviderSignIn",
      "getSecondFactors",
      "beginTotp",
      "confirmTotp",
      "removeTotp",
      "beginKey",
      "addKey",
      "renameKey",
      "removeKey",
      "newRecoveryCodes",
      "resetSecondFactors",
      "getSignOn",
      "testSignOn");

  /** These are no reads by their method only. */
  private static final Set<String> CHANGE_NOTHING = Set.of(
      "validateText",
      "validateDraft",
      "plan",
      "dryRunDraft",
      "previewExperiment",
      "explainRoute",
      "validateConfiguration");

  /** Fakes carry these out. StoreContract and BackupIT have the entries of the real parts. */
  private static final Set<String> OF_FAKES =
      Set.of("drainServer", "ejectServer", "enableServer", "makeBackup");

  /** Its response does not end. */
  private static final String STREAM = "/api/v1/events";

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient user;
  private AuditWatch watch;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
    watch = new AuditWatch(admin.store);
    admin.exchanges = watch;
    user = admin.as(Role.ADMIN);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  @Test
  void everyOperationConformsToTheContract() throws Exception {
    callSession();
    callUsers();
    callTokens();
    callManifests();
    callPublishing();
    callLive();
    callLedger();
    callProposals();
    callTimelines();
    callHistory();
    callReports();
    callAnalyses();
    callTimings();
    callRoutes();
    callUpstreams();
    callPooling();
    callCache();
    assertThat(user.get("/api/v1/plugins").status()).isEqualTo(200);
    callLog();
    callExperiments();
    callConfiguration();
    callSystem();

    assertThat(admin.contract.seen())
        .containsExactlyElementsOf(admin.contract.operations().stream()
            .filter(id -> !id.equals("events") && !IN_STORIES.contains(id))
            .toList());
    // Each write is in the audit trail, with its sender, the address, and the state before or
    // after.
    assertThat(admin.contract.writes().stream()
            .filter(id ->
                !IN_STORIES.contains(id) && !CHANGE_NOTHING.contains(id) && !OF_FAKES.contains(id))
            .filter(id -> !watch.recorded().contains(id)))
        .isEmpty();
  }

  @Test
  void eachAddressNamesItsMethodsAndHasAHeadForEachGet() throws Exception {
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", TEXT));
    Set<String> successes = new TreeSet<>();
    admin.contract.methods().forEach((path, methods) -> {
      Set<String> allowed = new TreeSet<>(methods);
      if (methods.contains("GET")) {
        allowed.add("HEAD");
      }
      String address =
          path.replace("{name}", "shop").replace("{revision}", "1").replaceAll("\\{\\w+}", "none");
      Reply refused = user.send(absent(methods), address, null);
      assertThat(refused.status()).as(address).isEqualTo(405);
      assertThat(Arrays.asList(refused.header("allow").split(", ", -1)))
          .as("Allow of %s", address)
          .containsExactlyInAnyOrderElementsOf(allowed);
      expectGuarded(address, refused);
      if (methods.contains("GET") && !path.equals(STREAM)) {
        Reply whole = user.get(address);
        Reply head = user.send("HEAD", address, null);
        assertThat(head.status()).as("HEAD %s", address).isEqualTo(whole.status());
        assertThat(head.header("content-type"))
            .as("type of %s", address)
            .isEqualTo(whole.header("content-type"));
        assertThat(head.text()).as("body of %s", address).isEmpty();
        expectGuarded(address, whole);
        expectGuarded(address, head);
        if (whole.status() == 200) {
          successes.add(address);
        }
      }
    });
    assertThat(successes).hasSizeGreaterThan(40);
    HttpResponse<Stream<String>> stream = user.lines(STREAM);
    stream.body().close();
    assertThat(stream.headers().map())
        .containsKeys("content-security-policy", "x-content-type-options", "x-frame-options");
  }

  @Test
  void pagesOfTheUiAreGuardedAndAreOnlyRead() {
    for (String page : List.of("/", "/login", "/manifests/shop", "/assets/none.js", "/none.png")) {
      Reply whole = user.get(page);
      Reply head = user.send("HEAD", page, null);
      Reply written = user.post(page, Map.of());

      expectGuarded(page, whole);
      expectGuarded(page, head);
      assertThat(head.status()).as(page).isEqualTo(whole.status());
      assertThat(head.text()).as(page).isEmpty();
      expectGuarded(page, written);
      assertThat(written.status()).as(page).isEqualTo(405);
      assertThat(written.header("allow")).as(page).isEqualTo("GET, HEAD");
    }
  }

  /** Returns a method that the address lacks. */
  private static String absent(Set<String> methods) {
    return Stream.of("PATCH", "PUT", "DELETE")
        .filter(each -> !methods.contains(each))
        .findFirst()
        .orElseThrow();
  }

  private static void expectGuarded(String address, Reply reply) {
    assertThat(reply.header("content-security-policy"))
        .as("policy of %s", address)
        .contains("default-src '", "frame-ancestors 'none'")
        .doesNotContain("unsafe-inline", "unsafe-eval");
    assertThat(reply.header("x-content-type-options")).as(address).isEqualTo("nosniff");
    assertThat(reply.header("x-frame-options")).as(address).isEqualTo("DENY");
    assertThat(reply.header("referrer-policy")).as(address).isNotEmpty();
    assertThat(reply.header("server")).as(address).isEmpty();
  }

  private void callConfiguration() {
    String path = "/api/v1/configuration";
    String[] any = {"if-match", "*"};
    assertThat(user.get(path).json().get("published").isNull()).isTrue();
    assertThat(user.put(path + "/draft", Map.of("text", "zone: a"), any).status())
        .isEqualTo(200);
    assertThat(user.post(path + "/publish", Map.of(), any).status()).isEqualTo(409);
    Reply saved = user.put(path + "/draft", Map.of("text", "zone: b"), any);
    assertThat(saved.json().at("/draft/changed").booleanValue()).isTrue();
    assertThat(user.put(path + "/draft", Map.of("text", "zone: c"), "if-match", "\"1\"")
            .status())
        .isEqualTo(412);
    assertThat(user.post(path + ":validate", Map.of("text", "zone: wrong"))
            .json()
            .at("/problems/0/column")
            .intValue())
        .isEqualTo(3);
    Reply warned = user.post(path + ":validate", Map.of("text", "zone: in-clear-text"));
    assertThat(warned.json().get("valid").booleanValue()).isTrue();
    assertThat(warned.json().at("/problems/0/severity").stringValue()).isEqualTo("warning");
    callApprovals(path + "/approvals", user.get(path).header("etag"));
    Reply published = user.post(path + "/publish", Map.of("comment", "move"), any);
    assertThat(published.json().at("/published/comment").stringValue()).isEqualTo("move");
    long last = published.json().at("/published/revision").longValue();
    assertThat(user.get(path + "/history").json().get("total").intValue()).isEqualTo(2);
    long first = user.get(path + "/history").json().at("/items/1/revision").longValue();
    assertThat(user.get(path + "/history/" + first).json().get("text").stringValue())
        .isEqualTo("zone: a");
    assertThat(user.get(path + ":diff?from=" + first + "&to=" + last)
            .json()
            .at("/changes/0/after")
            .stringValue())
        .isEqualTo("b");
    assertThat(user.post(path + "/rollback", Map.of("revision", first), any)
            .json()
            .get("text")
            .stringValue())
        .isEqualTo("zone: a");
    assertThat(user.post(path + "/rollback", Map.of("revision", 99), any).status())
        .isEqualTo(404);
    assertThat(user.get(path + "/schema").json().has("properties")).isTrue();
    assertThat(user.get(path + "/nodes").json().at("/items/0/name").stringValue())
        .isEqualTo("gate-1");
    Map<String, String> place = Map.of("managedBy", "https://git.example/ops");
    assertThat(user.put(path + "/managed-by", place).status()).isEqualTo(200);
    Reply managed = user.put(path + "/draft", Map.of("text", "zone: d"), any);
    assertThat(managed.code()).isEqualTo("managed-by-file");
    assertThat(managed.detail()).contains("https://git.example/ops");
    assertThat(user.get(path).json().get("managedBy").stringValue()).contains("git.example");
    assertThat(user.put(path + "/managed-by", Map.of()).status()).isEqualTo(200);
  }

  private void callApprovals(String approvals, String etag) {
    AdminClient other = admin.as("other-admin", Grant.everywhere(Role.ADMIN));
    admin.store.configuration().requireApproval(true);
    Reply early = user.post("/api/v1/configuration/publish", Map.of(), "if-match", etag);
    assertThat(early.detail()).startsWith("configuration: not approved (expected: ");
    assertThat(user.post(approvals, Map.of(), "if-match", etag).detail())
        .isEqualTo("approver: admin-user changed this draft (expected: a person who did not)");
    assertThat(other.post(approvals, Map.of(), "if-match", "*").detail())
        .startsWith("If-Match: * (expected: the ETag of the draft");
    for (int i = 0; i < 2; i++) {
      Reply given = other.post(approvals, Map.of("comment", "read"), "if-match", etag);
      assertThat(given.json().at("/approvals/0/approver").stringValue()).isEqualTo("other-admin");
      if (i == 0) {
        assertThat(other
                .delete(approvals, "if-match", etag)
                .json()
                .get("approvals")
                .size())
            .isZero();
      }
    }
    assertThat(user.get(approvals).json().get("required").booleanValue()).isTrue();
  }

  private void callPublishing() {
    String path = "/api/v1/manifests/control";
    String text = "rules:\n  - match: { path: /a }\n    assets: [ { url: /a.css, as: style } ]\n";
    user.post("/api/v1/manifests", Map.of("name", "control", "text", text));
    AdminClient second = admin.as(Role.PUBLISHER);
    String[] match = {"if-match", "*"};
    assertThat(user.get(path + "/approvals").status()).isEqualTo(200);
    assertThat(second.post(path + "/approvals", Map.of(), match).detail())
        .contains("If-Match: * (expected: the ETag of the draft");
    String[] read = {"if-match", user.get(path).header("etag")};
    assertThat(second.post(path + "/approvals", Map.of(), read).status()).isEqualTo(200);
    assertThat(second.delete(path + "/approvals", match).status()).isEqualTo(200);
    assertThat(user.post(path + "/draft:dry-run", Map.of("hours", 1)).status()).isEqualTo(200);
    Reply published = user.post(path + "/publish", Map.of(), match);
    long revision = published.json().at("/revision/revision").longValue();
    user.put(path + "/draft", Map.of("text", text.replace("/a.css", "/b.css")), match);
    assertThat(user.get(path + "/history:compare?to=draft&from=" + revision)
            .json()
            .get("changes")
            .size())
        .isEqualTo(2);
    Map<String, Object> rule = Map.of("revision", revision, "rule", "/a");
    assertThat(user.post(path + "/history:restore-rule", rule, match)
            .json()
            .at("/draft/text")
            .stringValue())
        .isEqualTo(text);
    user.put(path + "/draft", Map.of("text", text + "# new\n"), match);
    Map<String, Object> later = Map.of("at", Instant.now().plusSeconds(600).toString());
    Reply begun = user.post(path + "/publish", later, match);
    assertThat(begun.status()).isEqualTo(201);
    String run = "/api/v1/publications/" + begun.json().get("id").stringValue();
    assertThat(user.get(run).json().get("state").stringValue()).isEqualTo("scheduled");
    assertThat(user.post(run + "/promote", Map.of("reason", "now")).status()).isEqualTo(200);
    assertThat(user.post(run + "/undo", Map.of()).json().get("state").stringValue())
        .isEqualTo("undone");
    assertThat(user.get("/api/v1/publications?manifest=control")
            .json()
            .get("total")
            .intValue())
        .isEqualTo(2);
  }

  private void callHistory() {
    admin.past.minutes(3, Map.of(Part.whole("h2"), Map.of(Measure.REQUESTS, 5L)));
    assertThat(user.get("/api/v1/history?compare=previous&measure=requests&measure=p95")
            .status())
        .isEqualTo(200);
    assertThat(user.get("/api/v1/history/totals?scope=site").status()).isEqualTo(200);
    Reply noted = user.post("/api/v1/history/events", Map.of("kind", "deploy", "text", "shop 2.1"));
    assertThat(noted.status()).isEqualTo(201);
    String event = "/api/v1/history/events/" + noted.json().get("id").stringValue();
    assertThat(user.put(event, Map.of("kind", "note", "text", "shop 2.2")).status())
        .isEqualTo(200);
    assertThat(user.get("/api/v1/history/events?kind=note").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.delete(event).status()).isEqualTo(204);
  }

  private void callAnalyses() {
    Reply results = user.get("/api/v1/experiments/h2-for-all/results");
    assertThat(results.json().at("/verdict/kind").stringValue()).isEqualTo("better");
    assertThat(results.json().at("/comparisons/0/differences/0/id").stringValue())
        .isEqualTo("ttfb-mean");
    assertThat(user.get("/api/v1/experiments/none/results").detail())
        .isEqualTo("experiment: none (expected: an id of GET /experiments)");
    Reply compared = user.get("/api/v1/compare?by=protocol&a=h1&b=h2&metric=ttfb");
    assertThat(compared.json().at("/a/curve/100/share").doubleValue()).isEqualTo(1);
    assertThat(compared.json().get("pairs").size()).isPositive();
    assertThat(user.get("/api/v1/compare?by=arm&a=h1&b=h2&experiment=none").code())
        .isEqualTo("not-found");
    Map<String, String> refused = Map.of(
        "by=arm&a=h1&b=h2", "experiment: absent (expected: the id of an experiment, as by is arm)",
        "by=x&a=h1&b=h2", "by: x (expected: arm or protocol)",
        "by=protocol&a=h1&b=h1", "b: h1 (expected: other than a)",
        "by=protocol&b=h1", "a: absent (expected: an arm or a protocol)",
        "by=protocol&a=h1&b=h2&metric=x",
            "metric: x (expected: ttfb, firstPaint, fcp, lcp, inp, cls, dcl, load, statics, lead, dns, connect, tls, request, response)",
        "by=protocol&a=h1&b=h9", "b: h9 (expected: h1, h2 or h3, as by is protocol)",
        "by=protocol&a=h1&b=h2&from=x",
            "from: x (expected: a time of RFC 3339, for example 2026-01-31T10:00:00Z)",
        "by=protocol&a=h1&b=h2&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
            "from: 2026-01-02T00:00:00Z (expected: before to, at most 400 days)");
    refused.forEach((query, detail) ->
        assertThat(user.get("/api/v1/compare?" + query).detail()).isEqualTo(detail));
    Reply power = user.get("/api/v1/experiments:power?metric=load&statistic=median&share=1");
    assertThat(power.json().at("/needed/3/effect").doubleValue()).isEqualTo(0.05);
    assertThat(user.get("/api/v1/experiments:power?share=2").detail())
        .isEqualTo("share: 2.0 (expected: above 0, at most 1)");
    assertThat(user.get("/api/v1/experiments:power?arms=x").detail())
        .isEqualTo("arms: x (expected: a number)");
  }

  private void callExperiments() {
    String all = "/api/v1/experiments";
    String one = all + "/aa";
    Map<String, Object> design = Map.of(
        "id",
        "aa",
        "title",
        "A/A",
        "sites",
        List.of("www.example.com"),
        "factor",
        "none",
        "unit",
        "network",
        "share",
        12.5);
    AdminClient editor = admin.as(Role.EDITOR);
    AdminClient publisher = admin.as(Role.PUBLISHER);
    assertThat(admin.as(Role.VIEWER).post(all, design).status()).isEqualTo(403);
    assertThat(editor.post(all + ":preview", design).json().get("problems").size())
        .isZero();
    Reply made = editor.post(all, design);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().at("/arms/0/control").booleanValue()).isTrue();
    assertThat(editor.post(one + ":start", Map.of(), "if-match", "*").status()).isEqualTo(403);
    Reply edited = editor.put(one, design, "if-match", made.header("etag"));
    assertThat(edited.status()).as(edited.text()).isEqualTo(200);
    assertThat(publisher
            .post(one + ":start", Map.of(), "if-match", made.header("etag"))
            .status())
        .isEqualTo(412);
    assertThat(publisher.post(one + ":start", Map.of()).status()).isEqualTo(428);
    Map<String, String> place = Map.of("managedBy", "https://git.example/ops");
    assertThat(publisher.put(one + "/managed-by", place).status()).isEqualTo(200);
    assertThat(editor.put(one, design, "if-match", "*").detail())
        .startsWith("experiment: aa is managed by https://git.example/ops (expected: ");
    assertThat(editor.delete(one, "if-match", "*").code()).isEqualTo("managed-by-file");
    assertThat(editor
            .put(one, design, "if-match", "*", "x-lychgate-managed-by", "https://git.example/ops")
            .json()
            .get("managedBy")
            .stringValue())
        .isEqualTo("https://git.example/ops");
    assertThat(user.get(all).json().at("/items/0/managedBy").stringValue())
        .isEqualTo("https://git.example/ops");
    assertThat(publisher.put(one + "/managed-by", Map.of()).status()).isEqualTo(200);
    for (String step : List.of("start", "pause", "resume", "stop")) {
      assertThat(publisher.post(one + ":" + step, Map.of(), "if-match", "*").status())
          .as(step)
          .isEqualTo(200);
    }
    assertThat(publisher.post(one + ":start", Map.of(), "if-match", "*").detail())
        .isEqualTo("experiment aa: stopped (expected: a draft, or planned)");
    assertThat(user.get(one + "/counts").json().at("/sampleRatio/p").isNull()).isTrue();
    assertThat(user.get(one + "/changes").json().get("items").size()).isEqualTo(7);
    assertThat(user.get(one + "/outcome?winner=a2").json().get("changes").size())
        .isZero();
    assertThat(user.get(one + "/outcome?winner=a3").detail())
        .isEqualTo("winner: a3 (expected: one of [a1, a2])");
    Reply unknown = publisher.post(one + ":decide", Map.of("winner", "a3"), "if-match", "*");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.detail()).isEqualTo("winner: a3 (expected: one of [a1, a2])");
    assertThat(user.get(one + "/export?what=views").status()).isEqualTo(200);
    Map<String, Object> decision = Map.of("winner", "a2", "apply", true, "reason", "why not");
    assertThat(publisher.post(one + ":decide", decision, "if-match", "*").json().get("applied"))
        .hasToString("true");
    assertThat(user.get(all + "?phase=decided").json().get("total").intValue()).isEqualTo(1);
    assertThat(user.get(all + "?phase=over").code()).isEqualTo("invalid");
    assertThat(editor.delete(one, "if-match", "*").status()).isEqualTo(409);
    Reply released = publisher.post(one + ":release", Map.of(), "if-match", "*");
    assertThat(user.get(one).header("etag")).isEqualTo(released.header("etag"));
    assertThat(editor.delete(one, "if-match", released.header("etag")).status()).isEqualTo(204);
    assertThat(user.get(one).code()).isEqualTo("not-found");
  }

  private void callTimings() {
    assertThat(admin
            .as(Role.EDITOR)
            .post("/api/v1/bench-links", Map.of("site", "example.com"))
            .status())
        .isEqualTo(200);
    assertThat(admin
            .as(Role.EDITOR)
            .post("/api/v1/experiments", Samples.design("exp", "www.example.com"))
            .status())
        .isEqualTo(201);
    ViewSample view = Samples.view("v1", "shop.example", new ArmAssignment("exp", "a", 1));
    admin.store.views().append(List.of(view));

    assertThat(user.get("/api/v1/timings?by=protocol&metric=ttfb").status()).isEqualTo(200);
    assertThat(user.get("/api/v1/views?outcome=loaded").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.get("/api/v1/views/v1").json().at("/arms/0/arm").stringValue())
        .isEqualTo("a");
    assertThat(user.get("/api/v1/views/v2").status()).isEqualTo(404);
    assertThat(user.get("/api/v1/views/v1/waterfall").status()).isEqualTo(404);
    admin.store.waterfalls().put(List.of(Samples.waterfall("v1", "shop.example")));
    assertThat(user.get("/api/v1/views?arm=exp:a&waterfall=true&order=slowest")
            .json()
            .at("/items/0/hasWaterfall")
            .booleanValue())
        .isTrue();
    assertThat(user.get("/api/v1/views?arm=exp").status()).isEqualTo(400);
    assertThat(user.get("/api/v1/views/v1/waterfall").json().get("rows").size()).isEqualTo(3);
    assertThat(user.get("/api/v1/views/v1/har").json().at("/log/entries").size())
        .isEqualTo(3);
  }

  private void callPooling() {
    Reply pooling = user.get("/api/v1/connections:pooling");
    assertThat(pooling.json().at("/items/0/savable").intValue()).isEqualTo(2);
  }

  private void callSystem() {
    assertThat(user.get("/api/v1/system").json().at("/versions/schema").intValue())
        .isEqualTo(13);
    assertThat(user.get("/api/v1/backups").json().get("items").size()).isZero();
    Reply made = user.post("/api/v1/backups", null);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    Reply file = user.get(made.header("location"));
    assertThat(file.text()).isEqualTo("zip");
    assertThat(file.header("content-disposition")).contains("a.zip");
    assertThat(user.get("/api/v1/backups/b.zip").status()).isEqualTo(404);
    Reply verified = user.get("/api/v1/audit:verify");
    assertThat(verified.json().get("whole").booleanValue()).as(verified.text()).isTrue();
    String head = verified.json().get("head").stringValue();
    assertThat(
            user.get("/api/v1/audit:verify?head=" + head).json().get("faults").size())
        .isZero();
    assertThat(user.get("/api/v1/audit:verify?head=1").code()).isEqualTo("invalid");
    assertThat(user.get("/api/v1/audit:export?action=backup.&outcome=done").text())
        .contains("\"action\":\"backup.download\"");
    assertThat(
            user.get("/api/v1/audit:export?format=syslog&action=session.logout").status())
        .isEqualTo(200);
    String managed = "/api/v1/manifests/kept/managed-by";
    user.post("/api/v1/manifests", Map.of("name", "kept", "text", TEXT));
    assertThat(user.put(managed, Map.of("managedBy", "ops/kept.yaml")).status()).isEqualTo(200);
    assertThat(user.get("/api/v1/manifests/kept").json().get("managedBy").stringValue())
        .isEqualTo("ops/kept.yaml");
    Reply refused = user.put("/api/v1/manifests/kept/draft", Map.of("text", ""), "if-match", "*");
    assertThat(refused.code()).isEqualTo("managed-by-file");
    assertThat(refused.detail()).contains("is managed by ops/kept.yaml");
    assertThat(user.put(
                "/api/v1/manifests/kept/draft",
                Map.of("text", TEXT + "# more"),
                "if-match",
                "*",
                "x-lychgate-managed-by",
                "ops/kept.yaml")
            .status())
        .isEqualTo(200);
    assertThat(user.put(managed, Map.of()).status()).isEqualTo(200);
  }

  private void callLog() {
    assertThat(user.get("/api/v1/log?id=01a219c2-0c55")
            .json()
            .at("/lines/0/values/request_id")
            .stringValue())
        .isEqualTo("01a219c2-0c55");
    assertThat(user.get("/api/v1/log?id=a%20b").status()).isEqualTo(400);
    assertThat(user.get("/api/v1/log").status()).isEqualTo(400);
    assertThat(admin.as(Role.VIEWER).get("/api/v1/log?id=a").status()).isEqualTo(403);
  }

  private void callCache() {
    assertThat(user.get("/api/v1/certificates").json().get("problems").intValue())
        .isEqualTo(1);
    assertThat(user.get("/api/v1/certificates?q=ISSUER").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.get("/api/v1/certificates?q=other").json().get("items").size())
        .isZero();
    assertThat(user.get("/api/v1/cache").json().get("hits").intValue()).isEqualTo(7);
    String purge = "/api/v1/cache:purge";
    assertThat(user.post(purge, Map.of("url", "HTTPS://Shop.example/a?b=C"))
            .json()
            .get("urls")
            .intValue())
        .isEqualTo(1);
    assertThat(user.post(purge, Map.of("prefix", "https://shop.example"))
            .json()
            .get("urls")
            .intValue())
        .isEqualTo(1);
    assertThat(user.post(purge, Map.of("tag", "cart")).json().get("urls").intValue())
        .isEqualTo(0);
    assertThat(user.post(purge, Map.of("all", true)).status()).isEqualTo(200);
    assertThat(user.post(purge, Map.of("url", "/a")).detail())
        .isEqualTo("url: /a (expected: a URL with http:// or https://)");
    assertThat(user.post(purge, Map.of("tag", "a", "all", true)).detail())
        .isEqualTo("url: 2 selections (expected: one of url, prefix, tag and all)");
  }

  private void callRoutes() {
    Reply routes = user.get("/api/v1/routes?q=SHOP&site=www.example.com&upstream=app");
    assertThat(routes.json().get("total").intValue()).isEqualTo(1);
    assertThat(routes.json().get("problems").intValue()).isEqualTo(1);
    assertThat(routes.json().at("/items/0/upstreams/0/servers/1/state").stringValue())
        .isEqualTo("ejected");
    assertThat(user.get("/api/v1/routes?problems=true").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.get("/api/v1/routes?problems=1").code()).isEqualTo("invalid");
    Map<String, Object> request =
        Map.of("method", "POST", "url", "https://www.example.com/shop", "listener", "public");
    Reply explained = user.post("/api/v1/routes:explain", request);
    assertThat(explained.json().get("route").stringValue()).isEqualTo("shop");
    assertThat(user.post("/api/v1/routes:explain", Map.of("url", "/", "listener", "no"))
            .detail())
        .isEqualTo("listener: no (expected: one of public)");
  }

  private void callUpstreams() {
    Reply list = user.get("/api/v1/upstreams?q=10.0.0.2&problems=true");
    assertThat(list.json().get("total").intValue()).isEqualTo(1);
    assertThat(list.json().at("/node/name").stringValue()).isEqualTo("gate-1");
    assertThat(user.get("/api/v1/upstreams/app").json().at("/servers/1/failures/0/kind"))
        .hasToString("\"reset\"");
    String server = "/api/v1/upstreams/app/servers/http%3A%2F%2F10.0.0.1%3A3000";
    assertThat(user.post(server + ":drain", Map.of()).status()).isEqualTo(428);
    String untouched = user.get(server).header("etag");
    Reply drained =
        user.post(server + ":drain", Map.of("reason", "new kernel"), "if-match", untouched);
    assertThat(drained.json().get("state").stringValue()).isEqualTo("draining");
    assertThat(drained.json().at("/override/author").stringValue()).isEqualTo("admin-user");
    Reply late = user.post(server + ":eject", Map.of(), "if-match", untouched);
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.header("etag")).isEqualTo(drained.header("etag"));
    assertThat(user.post(server + ":eject", Map.of(), "if-match", drained.header("etag"))
            .json()
            .get("state")
            .stringValue())
        .isEqualTo("disabled");
    Reply enabled = user.post(server + ":enable", Map.of(), "if-match", "*");
    assertThat(enabled.json().get("override").isNull()).isTrue();
    assertThat(user.post(server + ":enable", Map.of(), "if-match", enabled.header("etag"))
            .status())
        .isEqualTo(200);
    assertThat(user.post(server + "1:drain", Map.of(), "if-match", "*").detail())
        .isEqualTo("server: http://10.0.0.1:30001 (did you mean http://10.0.0.1:3000?)");
    assertThat(user.post("/api/v1/upstreams/ap/servers/a:drain", Map.of(), "if-match", "*")
            .detail())
        .isEqualTo("upstream: ap (did you mean app?)");
    callGoneServer();
    assertThat(user.get("/api/v1/upstreams/no").code()).isEqualTo("not-found");
  }

  private void callGoneServer() {
    Reply list = user.get("/api/v1/upstreams");
    assertThat(list.json().at("/gone/0/override/author").stringValue()).isEqualTo("kim");
    String gone = "/api/v1/upstreams/app/servers/http%3A%2F%2F10.0.0.9%3A3000";
    assertThat(user.post(gone + ":drain", Map.of(), "if-match", "*").code()).isEqualTo("not-found");
    assertThat(user.post(gone + ":enable", Map.of(), "if-match", "\"8\"").status())
        .isEqualTo(412);
    assertThat(user.post(gone + ":enable", Map.of(), "if-match", "\"9\"").status())
        .isEqualTo(204);
    assertThat(user.post(gone + ":enable", Map.of(), "if-match", "*").code())
        .isEqualTo("not-found");
  }

  private void callReports() {
    Instant thin = admin.past.present().minusSeconds(30);
    Reply refused = user.post("/api/v1/reports", Map.of("at", thin.toString()));
    assertThat(refused.status()).isEqualTo(200);
    assertThat(refused.json().at("/refused/reason").stringValue()).isEqualTo("too-thin");
    admin.past.crowd(10, 6);
    Instant enabled = admin.past.present();
    admin.past.crowd(10, 1);
    Reply made = user.post("/api/v1/reports", Map.of("at", enabled.toString()));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().get("basis").stringValue()).isEqualTo("quick");
    assertThat(user.get(made.header("location")).json()).isEqualTo(made.json());
    assertThat(user.get("/api/v1/reports").json().get("total").intValue()).isEqualTo(1);
    assertThat(user.get(made.header("location") + "/csv").text()).startsWith("title,at,site,");
  }

  private void callSession() {
    AdminClient other = admin.client().login("admin-user", AdminFixture.PASSWORD);
    assertThat(other.get("/api/v1/session").json().get("role").stringValue()).isEqualTo("admin");
    Reply changed = user.put(
        "/api/v1/session/password",
        Map.of("currentPassword", AdminFixture.PASSWORD, "newPassword", "another horse battery"));
    assertThat(changed.status()).isEqualTo(200);
    user = admin.client().withCookie(changed.header("set-cookie").split(";", 2)[0]);
    AdminClient leaving = admin.client().login("admin-user", "another horse battery");
    assertThat(leaving.delete("/api/v1/session").status()).isEqualTo(204);
    assertThat(leaving.get("/api/v1/session").code()).isEqualTo("unauthenticated");
  }

  private void callUsers() {
    Reply created = user.post(
        "/api/v1/users",
        Map.of(
            "name",
            "ann",
            "grants",
            List.of(Map.of("role", "editor", "sites", List.of("a.example")))));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().get("oneTimePassword").stringValue()).hasSizeGreaterThan(20);
    assertThat(user.get("/api/v1/users?q=AN").json().get("total").intValue()).isEqualTo(1);
    Reply one = user.get("/api/v1/users/ann");
    Reply changed = user.send(
        "PATCH", "/api/v1/users/ann", Map.of("disabled", true), "if-match", one.header("etag"));
    assertThat(changed.json().get("disabled").booleanValue()).isTrue();
    assertThat(user.post("/api/v1/users/ann/password", Map.of()).status()).isEqualTo(200);
    assertThat(user.get("/api/v1/users/ann/sessions").json().get("total").intValue())
        .isZero();
    assertThat(user.delete("/api/v1/users/ann/sessions").status()).isEqualTo(204);
    String sessions = "/api/v1/users/admin-user/sessions";
    admin.store.sessions().open("admin-user");
    String other = user.get(sessions)
        .json()
        .get("items")
        .valueStream()
        .filter(session -> !session.get("current").booleanValue())
        .findFirst()
        .orElseThrow()
        .get("id")
        .stringValue();
    assertThat(user.delete(sessions + "/" + other).status()).isEqualTo(204);
    assertThat(user.delete("/api/v1/users/ann", "if-match", "*").status()).isEqualTo(204);
    assertThat(user.get("/api/v1/permissions").json().get("total").intValue()).isPositive();
  }

  private void callTokens() {
    Reply created = user.post(
        "/api/v1/tokens",
        Map.of("name", "ci", "role", "editor", "operations", List.of("manifests")));
    assertThat(created.json().get("secret").stringValue()).matches("lyg_[A-Za-z0-9_-]{43}");
    assertThat(user.get("/api/v1/tokens").json().get("total").intValue()).isEqualTo(1);
    assertThat(user.delete(created.header("location")).status()).isEqualTo(204);
  }

  private void callManifests() {
    assertThat(
            user.post("/api/v1/manifests", Map.of("name", "shop", "text", TEXT)).status())
        .isEqualTo(201);
    assertThat(
            user.get("/api/v1/manifests?q=LOGO&state=draft").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.post("/api/v1/manifests:validate", Map.of("text", "wrong"))
            .json()
            .get("valid")
            .booleanValue())
        .isFalse();
    assertThat(user.post("/api/v1/manifests/shop/validate", null)
            .json()
            .get("valid")
            .booleanValue())
        .isTrue();
    assertThat(user.post(
                "/api/v1/manifests/shop/publish", Map.of("comment", "go"), "if-match", "\"1\"")
            .status())
        .isEqualTo(200);
    assertThat(user.put(
                "/api/v1/manifests/shop/draft", Map.of("text", TEXT + "#"), "if-match", "\"2\"")
            .status())
        .isEqualTo(200);
    assertThat(user.send(
                "PATCH",
                "/api/v1/manifests/shop/draft",
                Map.of("merge", Map.of("x-note", "b")),
                "if-match",
                "\"3\"")
            .status())
        .isEqualTo(200);
    assertThat(user.get("/api/v1/manifests/shop").json().get("state").stringValue())
        .isEqualTo("changed");
    assertThat(user.delete("/api/v1/manifests/shop?comment=over", "if-match", "\"4\"")
            .status())
        .isEqualTo(200);
    assertThat(
            user.post("/api/v1/manifests/shop/rollback", Map.of("revision", 1), "if-match", "\"5\"")
                .status())
        .isEqualTo(200);
    assertThat(user.get("/api/v1/manifests/shop/history").json().get("total").intValue())
        .isEqualTo(3);
    assertThat(user.get("/api/v1/manifests/shop/history/1").json().get("text").stringValue())
        .isEqualTo(TEXT);
  }

  private void callLive() {
    assertThat(user.get("/healthz").status()).isEqualTo(200);
    assertThat(user.get("/readyz").status()).isEqualTo(503);
    admin.readiness.listenersBound();
    admin.readiness.snapshotLoaded();
    assertThat(user.get("/readyz").status()).isEqualTo(200);
    Map<String, Object> request = Map.of(
        "url",
        "/",
        "protocol",
        "h3",
        "headers",
        List.of(Map.of("name", "save-data", "value", "on")));
    assertThat(user.post("/api/v1/plan", request).json().get("notes").get(0).stringValue())
        .isEqualTo("save-data=on");
    Reply connections = user.get("/api/v1/connections?protocol=h2&sort=-requests&limit=1");
    assertThat(connections.json().get("total").intValue()).isEqualTo(2);
    assertThat(connections.json().at("/items/0/requests").intValue()).isEqualTo(40);
    assertThat(connections.json().at("/summary/open").intValue()).isEqualTo(4);
    assertThat(user.get("/api/v1/savings").status()).isEqualTo(200);
    assertThat(user.get("/api/v1/status").json().at("/config/state").stringValue())
        .isEqualTo("reload-failed");
    assertThat(user.get("/api/v1/audit?q=shop").json().get("total").intValue()).isEqualTo(6);
    Reply contract = user.get("/api/v1/openapi.yaml");
    assertThat(contract.text()).startsWith("openapi: 3.1");
    Reply metrics = user.get("/metrics");
    assertThat(metrics.text()).contains("lychgate_requests_total 1.0");
  }

  private void callLedger() {
    Map<String, String> entry = Map.of("manifest", "shop", "match", "/", "url", "/app.js");

    Reply demoted = user.post("/api/v1/ledger/demote", entry);
    assertThat(demoted.json().at("/verdict/state").stringValue()).isEqualTo("demoted");
    Reply list = user.get("/api/v1/ledger?manifest=shop&q=app&demoted=true&sort=-wasteShare");
    assertThat(list.json().get("total").intValue()).isEqualTo(1);
    assertThat(list.json().at("/items/0/verdict/author").stringValue()).isEqualTo("admin-user");
    Reply restored = user.post("/api/v1/ledger/restore", entry);
    assertThat(restored.json().get("demoted").booleanValue()).isFalse();
    assertThat(restored.json().get("verdict").isNull()).isTrue();
    Reply unknown = user.post(
        "/api/v1/ledger/demote", Map.of("manifest", "shop", "match", "/", "url", "/other.js"));
    assertThat(unknown.code()).isEqualTo("not-found");
    assertThat(user.get("/api/v1/ledger?sort=colour").code()).isEqualTo("invalid");
  }

  private void callProposals() {
    String body = """
        { "manifest": "learned-localhost", "host": "localhost", "sample": "/", "match": "/", "isRegex": false,
          "url": "/%s.css", "replaces": "", "as": "style", "crossorigin": false, "tier": 1, "confidence": 0.93,
          "views": 50, "hits": 50, "reason": "followed 50 of 50 page views" }
        """;
    for (String id : List.of("one", "two", "three")) {
      admin.store.proposals().put(id, "learned-localhost", "add", body.formatted(id), Actor.SYSTEM);
    }

    assertThat(
            user.post("/api/v1/proposals/one/accept", null).json().get("state").stringValue())
        .isEqualTo("accepted");
    assertThat(user.post("/api/v1/proposals/two/dismiss", null).status()).isEqualTo(200);
    assertThat(user.get("/api/v1/manifests/learned-localhost").text())
        .contains("/one.css", "confidence 0.93")
        .doesNotContain("/two.css");
    assertThat(user.post("/api/v1/proposals/three/publish", null).status()).isEqualTo(200);
    assertThat(user.get("/api/v1/manifests/learned-localhost/history").json().at("/items/0/author"))
        .hasToString("\"admin-user\"");
    assertThat(user.get("/api/v1/proposals?state=dismissed").json().get("total").intValue())
        .isEqualTo(1);
    assertThat(user.post("/api/v1/proposals/four/accept", null).code()).isEqualTo("not-found");
    assertThat(user.get("/api/v1/proposals?state=lost").code()).isEqualTo("invalid");
  }

  private void callTimelines() {
    Reply watch = user.post("/api/v1/timelines", Map.of("host", "shop.example"));
    String address = watch.header("location");
    assertThat(user.get("/api/v1/timelines").json().get("total").intValue()).isEqualTo(1);
    assertThat(user.get(address).json().at("/timeline/filter/host").asString())
        .isEqualTo("shop.example");
    assertThat(user.get(address + "/har").status()).isEqualTo(200);
    assertThat(user.delete(address).status()).isEqualTo(204);
  }

  @Test
  void problemCodesEqualThoseOfTheContract() {
    assertThat(Arrays.stream(ProblemCode.values()).map(ProblemCode::token))
        .containsExactlyInAnyOrderElementsOf(admin.contract.problemCodes());
  }
}
