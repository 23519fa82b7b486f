package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PushDecision;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.CasperConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

public class PushPlannerTest {
  private static final String MANIFEST = """
      hosts: ["shop.test", "*.shop.test"]
      rules:
        - match: { path: "/" }
          assets:
            - { url: /hero.jpg, as: image, tier: 2 }
            - { url: /site.css, as: style, urgency: 1 }
            - { url: /app.js, as: script }
        - match: { path: "/p/*" }
          assets:
            - { url: /site.css, as: style }
            - { url: /page.css, as: style }
      """;

  private static final ClientAbilities PUSHING = new ClientAbilities(true, true, 100);
  private static final AsciiString CACHE_CONTROL = FieldNames.canonical("cache-control");

  private final ManifestIndex index = index(MANIFEST, 5);
  private final PushPlanner planner = new PushPlanner(PushSettings.of(PushConfig.defaults()));
  private final ConnectionMemory memory = new ConnectionMemory();

  @Test
  void sendsTheFirstTierInA103ToABrowser() {
    PushPlan plan =
        planner.plan(index, get("/?utm=1", null), ClientAbilities.HINTS_ONLY, memory, true);

    assertThat(tokens(plan)).containsExactly("hint", "hint", "later-tier");
    Fields fields = new Fields();
    plan.addLinks(fields);
    assertThat(fields)
        .hasToString(
            "link: </site.css>; rel=preload; as=style\nlink: </app.js>; rel=preload; as=script\n");
    assertThat(plan.asset(0).urgency()).isEqualTo(1);
  }

  @Test
  void cookieOfTheFirstVisitEnablesTheSecondTierOnTheNextConnection() {
    planner.carriedOut(
        planner.plan(index, get("/", null), ClientAbilities.HINTS_ONLY, memory, true), memory);
    String setCookie = planner.setCookie(get("/", null), memory, true);
    String cookie = Objects.requireNonNull(setCookie).substring(0, setCookie.indexOf(';'));

    RequestHead second = get("/", "theme=dark; " + cookie);
    PushPlan plan =
        planner.plan(index, second, ClientAbilities.HINTS_ONLY, new ConnectionMemory(), true);

    assertThat(tokens(plan)).containsExactly("already-cached", "already-cached", "hint");
  }

  @Test
  void pushesEachAssetOncePerConnection() {
    PushPlan first = planner.plan(index, get("/", null), PUSHING, memory, true);
    assertThat(tokens(first)).containsExactly("push", "push", "later-tier");
    planner.carriedOut(first, memory);

    PushPlan second = planner.plan(index, get("/p/1", null), PUSHING, memory, true);

    assertThat(tokens(second)).containsExactly("already-cached", "push");
  }

  @Test
  void unsentPushIsNotRecorded() {
    PushPlan first = planner.plan(index, get("/", null), PUSHING, memory, true);
    first.takeBack(0, SkipReason.PUSH_LIMIT);
    assertThat(first.pushes()).isEqualTo(1);
    planner.carriedOut(first, memory);

    assertThat(tokens(planner.plan(index, get("/", null), PUSHING, memory, true)))
        .containsExactly("push", "already-cached", "later-tier");
  }

  @Test
  void otherHostsPathsAndMethodsGetNoPlanAndNoFingerprint() {
    assertThat(
            planner.plan(index, get("other.test", "/"), PUSHING, memory, true).isEmpty())
        .isTrue();
    assertThat(planner.plan(index, get("/nothing", null), PUSHING, memory, true).isEmpty())
        .isTrue();
    assertThat(planner
            .plan(index, request("POST", "shop.test", "/", new Fields()), PUSHING, memory, true)
            .isEmpty())
        .isTrue();
    assertThat(memory.find("shop.test")).isNull();
    assertThat(planner.setCookie(get("/", null), memory, true)).isNull();
  }

  @Test
  void hostsMatchWithPortInAnyCaseAndBySuffix() {
    for (String authority :
        List.of("shop.test", "SHOP.test:8443", "a.b.shop.test", "x.Shop.Test:1")) {
      assertThat(planner.plan(index, get(authority, "/"), PUSHING, memory, true).size())
          .as(authority)
          .isEqualTo(3);
      assertThat(index.assetAt(authority, "/site.css")).as(authority).isNotNull();
    }
    assertThat(index.assetAt("shop.test.evil", "/site.css")).isNull();
    assertThat(index.assetAt("[::1]", "/site.css")).isNull();
  }

  @Test
  void servedAssetIsCachedAndUncacheableOneIsNeverHinted() {
    ManifestEntry css = Objects.requireNonNull(index.assetAt("shop.test", "/site.css"));
    ManifestEntry js = Objects.requireNonNull(index.assetAt("shop.test", "/app.js"));

    planner.learn(index, css, get("/site.css", null), response("max-age=60"), memory);
    planner.learn(index, js, get("/app.js", null), response("no-store"), memory);
    PushPlan plan = planner.plan(index, get("/", null), ClientAbilities.HINTS_ONLY, memory, true);

    assertThat(tokens(plan)).containsExactly("already-cached", "not-reusable", "hint");
  }

  @Test
  void learnedFactsSurviveAPublication() {
    ManifestEntry js = Objects.requireNonNull(index.assetAt("shop.test", "/app.js"));
    planner.learn(index, js, get("/app.js", null), response("no-store"), memory);

    ManifestIndex next = ManifestIndex.of(index.manifests(), 6, index);

    assertThat(tokens(planner.plan(next, get("/", null), PUSHING, memory, true)))
        .containsExactly("push", "not-reusable", "later-tier");
  }

  @Test
  void linksOfAResponseArePushedButNotHinted() {
    Fields fields = new Fields()
        .add(
            FieldNames.LINK,
            "</up.css>; rel=preload; as=style, <up/x.js>; rel=preload; as=script; nopush, <https://shop.test/y.css>; rel=preload");

    PushPlan plan =
        planner.planLinks(index, fields, get("/docs/page", null), PUSHING, memory, true, true);

    assertThat(tokens(plan)).containsExactly("push", "hints-already-sent", "push");
    assertThat(plan.asset(1).url()).isEqualTo("/docs/up/x.js");
    assertThat(plan.asset(2).path().toString()).isEqualTo("/y.css");
  }

  @Test
  void hintKeepsAllLinkParametersUsedByBrowsers() {
    String more =
        "; fetchpriority=high; integrity=\"sha384-a/b+c=\"; media=\"(max-width:600px)\"; nonce=abc";
    Fields fields =
        new Fields().add(FieldNames.LINK, "</up.css>; rel=preload; as=style; nopush" + more);

    PushPlan plan = planner.planLinks(
        index, fields, get("/docs", null), ClientAbilities.HINTS_ONLY, memory, true, false);
    Fields hints = new Fields();
    plan.addLinks(hints);

    assertThat(hints).hasToString("link: </up.css>; rel=preload; as=style" + more + "\n");
  }

  @Test
  void linkWithNopushAndPushOnlyIsNoCandidate() {
    Fields fields = new Fields()
        .add(FieldNames.LINK, "</a.css>; rel=preload; as=style; x-http2-push-only; nopush");

    assertThat(planner
            .planLinks(index, fields, get("/docs", null), PUSHING, memory, true, false)
            .isEmpty())
        .isTrue();
  }

  @Test
  void pathAndUrlOfOneOriginNameOneAsset() {
    ManifestIndex named = index("""
        rules:
          - match: { path: "/" }
            assets:
              - { url: "https://shop.test:443/a.css", as: style }
              - { url: /a.css, as: style }
              - { url: "https://cdn.test/a.css", as: style }
              - { url: "https://shop.test/b.css?v=1", as: style }
        """, 1);
    assertThat(tokens(planner.plan(named, get("/", null), PUSHING, memory, true)))
        .containsExactly("push", "already-promised", "hint", "push");
    assertThat(named.assetAt("cdn.test", "/b.css?v=1")).isNull();

    ManifestEntry entry = Objects.requireNonNull(named.assetAt("SHOP.test", "/b.css?v=1"));
    planner.learn(named, entry, get("/b.css?v=1", null), response("max-age=60"), memory);

    assertThat(tokens(planner.plan(named, get("/", null), PUSHING, memory, true)))
        .containsExactly("push", "already-promised", "hint", "already-cached");
  }

  @Test
  void saveDataAndUnauthorizedRequestsGetNothing() {
    RequestHead saving =
        request("GET", "shop.test", "/", new Fields().add(FieldNames.SAVE_DATA, "on"));

    assertThat(tokens(planner.plan(index, saving, PUSHING, memory, true)))
        .containsOnly("save-data");
    assertThat(tokens(planner.plan(index, get("/", null), PUSHING, memory, false)))
        .containsOnly("authorization-pending");
  }

  @Test
  void h2oModeSetsTheCookieOfH2oOnEveryResponseAfterThePush() {
    PushPlanner h2o = new PushPlanner(settings(CasperConfig.Mode.H2O));
    Fields links = new Fields().add(FieldNames.LINK, "</a.css>; rel=preload");
    RequestHead page = get("/index.html", null);
    assertThat(h2oCookie(h2o, page)).isNull();

    h2o.carriedOut(h2o.planLinks(index, links, page, PUSHING, memory, true, true), memory);

    String expected = "h2o_casper=AAAAVA; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; Secure";
    assertThat(h2oCookie(h2o, page)).hasToString(expected);
    assertThat(h2oCookie(h2o, get("/i.png", null))).hasToString(expected);
  }

  private @Nullable CharSequence h2oCookie(PushPlanner h2o, RequestHead request) {
    ResponseHead response = new ResponseHead(200, new Fields());
    h2o.addCookies(request, response, memory, false);
    return response.fields().get(FieldNames.SET_COOKIE);
  }

  @Test
  void assetInACacheDigestIsNotSent() {
    // N = 2^5 and P = 2^7 for https://shop.test/site.css alone.
    Fields fields = new Fields().add(FieldNames.CACHE_DIGEST, "KcAEKA; complete");
    List<String> with = tokens(
        planner.plan(index, request("GET", "shop.test", "/", fields), PUSHING, memory, true));
    List<String> without = tokens(planner.plan(index, get("/", null), PUSHING, memory, true));

    assertThat(without.get(0)).isEqualTo("push");
    assertThat(with.get(0)).isEqualTo("already-cached");
    assertThat(with.get(1)).isEqualTo(without.get(1));
  }

  @Test
  void disabledCasperReadsAndWritesNothing() {
    PushPlanner forgetful = new PushPlanner(settings(CasperConfig.Mode.OFF));
    forgetful.carriedOut(forgetful.plan(index, get("/", null), PUSHING, memory, true), memory);

    assertThat(forgetful.setCookie(get("/", null), memory, true)).isNull();
    assertThat(tokens(forgetful.plan(index, get("/", null), PUSHING, memory, true)))
        .containsExactly("already-promised", "already-promised", "push");
  }

  @Test
  void keepsFingerprintsOfTheLastAuthorities() {
    ManifestIndex everywhere = index(MANIFEST.substring(MANIFEST.indexOf("rules:")), 1);
    for (int i = 0; i < 40; i++) {
      PushPlan plan = planner.plan(everywhere, get("h" + i + ".test", "/"), PUSHING, memory, true);
      assertThat(tokens(plan)).containsExactly("push", "push", "later-tier");
      planner.carriedOut(plan, memory);
    }

    assertThat(memory.find("H39.test")).isNotNull();
    assertThat(memory.find("h0.test")).isNull();
  }

  public static List<String> tokens(PushPlan plan) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < plan.size(); i++) {
      PushDecision decision = plan.decision(i);
      tokens.add(decision.token());
    }
    return tokens;
  }

  public static ManifestIndex index(String yaml, long revision) {
    PushManifest manifest = new ManifestReader().read(yaml, "shop").value();
    return ManifestIndex.of(List.of(manifest), revision, ManifestIndex.EMPTY);
  }

  public static RequestHead request(String method, String authority, String path, Fields fields) {
    return new RequestHead(
        new AsciiString(method),
        true,
        new AsciiString(authority),
        new AsciiString(path),
        fields,
        0);
  }

  private static RequestHead get(String pathOrAuthority, @Nullable String cookieOrPath) {
    if (!pathOrAuthority.startsWith("/")) {
      return request("GET", pathOrAuthority, Objects.requireNonNull(cookieOrPath), new Fields());
    }
    Fields fields = new Fields().add(FieldNames.SEC_FETCH_MODE, "navigate");
    if (cookieOrPath != null) {
      fields.add(FieldNames.canonical("cookie"), new AsciiString(cookieOrPath));
    }
    return request("GET", "shop.test", pathOrAuthority, fields);
  }

  private static ResponseHead response(String cacheControl) {
    return new ResponseHead(200, new Fields().add(CACHE_CONTROL, cacheControl));
  }

  private static PushSettings settings(CasperConfig.Mode mode) {
    PushConfig defaults = PushConfig.defaults();
    CasperConfig casper = new CasperConfig(
        mode, 13, 1024, CasperConfig.TrackedTypes.BLOCKING_ASSETS, CasperConfig.H2O_BLOCKING_TYPES);
    return PushSettings.of(new PushConfig(
        defaults.mode(),
        casper,
        defaults.manifests(),
        defaults.budgetBytes(),
        defaults.maxHints(),
        defaults.maxPushes(),
        defaults.earlyHints()));
  }
}
