package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.explain.PlanExplainer;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that apply to some requests only: conditions, schedules and variants. */
class GuardedRulesTest {
  private static final String MANIFEST = """
      rules:
        - match: { path: / }
          assets: [ { url: /all.css, as: style } ]
          variants:
            - { hint: Sec-CH-UA-Mobile, is: true, assets: [ { url: /small.jpg, as: image } ] }
            - { cookie: theme, is: [ dark, night ], assets: [ { url: /dark.css, as: style } ] }
            - { hint: dpr, atLeast: 1.5, assets: [ { url: /sharp.jpg, as: image } ] }
            - { cookie: beta, assets: [ { url: /beta.js, as: script } ] }
            - { assets: [ { url: /large.jpg, as: image } ] }
        - match: { path: /members }
          when: cookies['plan'] == 'pro'
          assets: [ { url: /pro.css, as: style } ]
        - match: { path: /sale }
          from: 2026-12-01T00:00:00Z
          until: 2026-12-24T19:00:00+01:00
          assets: [ { url: /sale.css, as: style } ]
      """;

  private static PushPlan plan(String path, String time, String... fields) {
    InstantSource clock = InstantSource.fixed(Instant.parse(time));
    PushPlanner planner =
        new PushPlanner(PushSettings.of(PushConfig.defaults()), new Selection(clock, false));
    return planner.plan(
        PushPlannerTest.index(MANIFEST, 1),
        request(path, fields),
        ClientAbilities.HINTS_ONLY,
        new ConnectionMemory(),
        true);
  }

  private static RequestHead request(String path, String... fields) {
    Fields all = new Fields();
    for (String field : fields) {
      int colon = field.indexOf(": ");
      all.add(FieldNames.canonical(field.substring(0, colon)), field.substring(colon + 2));
    }
    return PushPlannerTest.request("GET", "shop.test", path, all);
  }

  private static List<String> hinted(PushPlan plan) {
    Fields links = new Fields();
    plan.addLinks(links);
    return Stream.iterate(0, i -> i < links.size(), i -> i + 1)
        .map(i -> links.value(i).toString().replaceAll("<(.*)>.*", "$1"))
        .toList();
  }

  record Row(String fields, String asset) {}

  static Stream<Row> variants() {
    return Stream.of(
        new Row("accept: */*", "/large.jpg"),
        new Row("sec-ch-ua-mobile: ?1", "/small.jpg"),
        new Row("sec-ch-ua-mobile: ?0", "/large.jpg"),
        new Row("cookie: theme=dark", "/dark.css"),
        new Row("cookie: x=1; theme=night; beta=", "/dark.css"),
        new Row("cookie: theme=light", "/large.jpg"),
        new Row("dpr: 2", "/sharp.jpg"),
        new Row("dpr: 1.25", "/large.jpg"),
        new Row("dpr: NaN", "/large.jpg"),
        new Row("dpr: 1e400", "/large.jpg"),
        new Row("cookie: beta=", "/beta.js"));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void onlyTheFirstMatchingVariantApplies(Row row) {
    assertThat(hinted(plan("/", "2026-01-01T00:00:00Z", row.fields())))
        .containsExactly("/all.css", row.asset());
  }

  @Test
  void ruleAppliesOnlyIfItsConditionIsTrue() {
    assertThat(hinted(plan("/members", "2026-01-01T00:00:00Z", "cookie: plan=pro")))
        .containsExactly("/pro.css");
    assertThat(plan("/members", "2026-01-01T00:00:00Z", "cookie: plan=free").isEmpty())
        .isTrue();
  }

  @Test
  void failedConditionExcludesItsAssetsWithAReason() {
    PushPlan plan = plan("/members", "2026-01-01T00:00:00Z");

    assertThat(plan.size()).isEqualTo(1);
    assertThat(plan.hints()).isZero();
    assertThat(plan.decision(0).token()).isEqualTo("condition-failed");
  }

  @Test
  void ruleAppliesFromItsStartUntilItsEnd() {
    assertThat(plan("/sale", "2026-11-30T23:59:59Z").isEmpty()).isTrue();
    assertThat(hinted(plan("/sale", "2026-12-01T00:00:00Z"))).containsExactly("/sale.css");
    assertThat(hinted(plan("/sale", "2026-12-24T17:59:59Z"))).containsExactly("/sale.css");
    assertThat(plan("/sale", "2026-12-24T18:00:00Z").isEmpty()).isTrue();
  }

  @Test
  void explanationNamesWhyARuleOrAVariantDoesNotApply() {
    PlanExplainer explainer = new PlanExplainer(
        PushSettings.of(PushConfig.defaults()),
        InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")),
        PlanExplainer.RouteLookup.NONE);

    assertThat(reasons(explainer, "/sale")).containsExactly("/sale.css outside-schedule");
    assertThat(reasons(explainer, "/members", "cookie: plan=free"))
        .containsExactly("/pro.css condition-false");
    assertThat(reasons(explainer, "/", "dpr: 3"))
        .containsExactly(
            "/all.css hint",
            "/sharp.jpg hint",
            "/small.jpg other-variant",
            "/dark.css other-variant",
            "/beta.js other-variant",
            "/large.jpg other-variant");
  }

  private static List<String> reasons(PlanExplainer explainer, String path, String... fields) {
    return explainer
        .explain(
            PushPlannerTest.index(MANIFEST, 1),
            request(path, fields),
            ClientAbilities.HINTS_ONLY,
            true)
        .candidates()
        .stream()
        .map(candidate -> candidate.url() + " "
            + (candidate.reason() == null ? candidate.decision() : candidate.reason()))
        .toList();
  }

  record Bad(String rule, int line, int column, String message) {
    @Override
    public String toString() {
      return message;
    }
  }

  static Stream<Bad> badRules() {
    String later = "rules[0].variants[0].";
    return Stream.of(
        new Bad(
            "when: pth == '/'",
            4,
            11,
            "rules[0].when: undeclared reference to 'pth' (expected: a function of CEL, or one of cookies, destination, headers, hints, host, method, path, query, save_data)"),
        new Bad(
            "when: \"path == 'x' && pth\"",
            4,
            27,
            "rules[0].when: undeclared reference to 'pth' (expected: a function of CEL, or one of cookies, destination, headers, hints, host, method, path, query, save_data)"),
        new Bad(
            "when: |\n      save_data &&\n        pth",
            6,
            9,
            "rules[0].when: undeclared reference to 'pth' (expected: a function of CEL, or one of cookies, destination, headers, hints, host, method, path, query, save_data)"),
        new Bad(
            "when: 3",
            4,
            11,
            "rules[0].when: 3 (expected: a CEL expression of at most 2000 characters)"),
        new Bad(
            "from: 2026-12-01",
            4,
            11,
            "rules[0].from: 2026-12-01 (expected: a time with its offset, as 2026-12-01T00:00:00Z)"),
        new Bad(
            "from: 2026-02-31T00:00:00Z",
            4,
            11,
            "rules[0].from: 2026-02-31T00:00:00Z (expected: a time with its offset, as 2026-12-01T00:00:00Z)"),
        new Bad(
            "from: 2026-12-02T00:00:00Z\n    until: 2026-12-01T00:00:00Z",
            5,
            12,
            "rules[0].until: 2026-12-01T00:00:00Z (expected: a time after from, which is 2026-12-02T00:00:00Z)"),
        new Bad("form: x", 4, 5, "rules[0].form: unknown key (did you mean from?)"),
        new Bad(
            "variants: [ { hint: x-dpr, assets: [] } ]",
            4,
            25,
            later
                + "hint: x-dpr (expected: a client hint, which begins with sec-ch- or is save-data, dpr, width, viewport-width, device-memory, rtt, downlink or ect)"),
        new Bad(
            "variants: [ { hint: dpr, cookie: a, assets: [] } ]",
            4,
            38,
            later + "cookie: beside hint (expected: one of both)"),
        new Bad(
            "variants: [ { assets: [] }, { hint: dpr, assets: [] } ]",
            4,
            17,
            later
                + "hint: missing (expected: hint or cookie; only the last variant may be the default)"),
        new Bad(
            "variants: [ { is: a, assets: [] } ]",
            4,
            17,
            later + "hint: missing (expected: hint or cookie, whose value is meant)"),
        new Bad(
            "variants: [ { cookie: a, is: {}, assets: [] } ]",
            4,
            34,
            later + "is: empty (expected: a value or a list of values)"),
        new Bad(
            "variants: [ { cookie: a } ]",
            4,
            17,
            later + "assets: missing (expected: the key assets)"),
        new Bad(
            "variants: [ { cookie: a, assets: [ { url: /a.css, as: style } ] } ]",
            4,
            47,
            later
                + "assets[0].url: /a.css: a second one (expected: once in a rule, the first is on line 3)"),
        new Bad(
            "variants: [ { cookie: a, atLeast: 3, atMost: 2, assets: [] } ]",
            4,
            50,
            later + "atMost: 2.0 (expected: not less than atLeast, which is 3.0)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRules")
  void badRulesAreRejectedWithPlaceAndExpectation(Bad bad) {
    List<ConfigProblem> problems = new ManifestReader()
        .read(
            "rules:\n  - match: { path: / }\n    assets: [ { url: /a.css, as: style } ]\n    "
                + bad.rule() + "\n",
            "m.yaml")
        .problems();

    assertThat(problems).extracting(ConfigProblem::message).containsExactly(bad.message());
    assertThat(problems.get(0).line()).isEqualTo(bad.line());
    assertThat(problems.get(0).column()).isEqualTo(bad.column());
  }

  @Test
  void unknownKeysCauseWarningsAndAuthorKeysDoNot() {
    PushManifest manifest = new ManifestReader().read("""
            owner: web
            x-team: { any: [ thing ] }
            rules:
              - match: { path: / }
                x-note: keep
                assets: [ { url: /a.css, as: style, comment: blocks, x-source: scss } ]
            """, "m").value();

    assertThat(manifest.warnings())
        .extracting(ConfigProblem::path)
        .containsExactlyInAnyOrder("owner", "rules[0].assets[0].comment");
  }
}
