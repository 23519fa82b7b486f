package io.lychgate.gateway.push.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.manifest.ManifestReader;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManifestLintTest {
  private static List<String> lint(String text) {
    return ManifestLint.of(
            new ManifestReader().readLocated(text, "m.yaml").value(),
            Instant.parse("2026-06-01T00:00:00Z"))
        .stream()
        .map(Finding::toString)
        .toList();
  }

  @Test
  void goodManifestHasNoFindings() {
    assertThat(lint("""
        rules:
          - match: { path: / }
            until: 2026-06-02T00:00:00Z
            assets:
              - { url: /a.css, as: style }
              - { url: /f.woff2, as: font, crossorigin: anonymous }
              - { url: /m.js, as: module }
              - { url: /data.json, as: fetch, crossorigin: anonymous }
        """)).isEmpty();
  }

  @Test
  void reportsUnreachablePriorityRules() {
    assertThat(lint("""
        priorities:
          - { match: { type: image/* }, urgency: 4 }
          - { match: { path: / }, urgency: 4 }
          - { match: { type: [ IMAGE/* ] }, urgency: 5 }
        """))
        .containsExactly(
            "m.yaml:4:14: warning: priorities[2].match: type image/*: same match as on line 2, so this rule never applies (expected: the first match decides)");
  }

  @Test
  void reportsPriorityRulesWithUnknownRoutes() {
    String text = """
        priorities:
          - { match: { route: api }, urgency: 4 }
          - name: pay
            match: { route: [ api, chekout ] }
            urgency: 0
          - { match: { route: /zzz/* }, urgency: 7 }
        """;

    assertThat(RouteLint.of(
            new ManifestReader().readLocated(text, "m.yaml").value(), Set.of("api", "checkout")))
        .extracting(Finding::toString)
        .containsExactly(
            "m.yaml:4:28: warning: priorities[1].match.route[1]: chekout: no such route, rule pay never matches it (did you mean checkout?)",
            "m.yaml:6:23: warning: priorities[2].match.route: /zzz/*: no such route, the rule never matches it (expected: the id of a route of the configuration)");
  }

  @Test
  void reportsFindingsWithTheirPlace() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 13; i++) {
      many.append("      - { url: /").append(i).append(".png, as: image }\n");
    }
    assertThat(lint("""
        owner: web
        rules:
          - match: { path: / }
            until: 2026-06-01T00:00:00Z
            assets:
              - { url: /f.woff2, as: font }
              - { url: /a.css, as: script }
              - { url: https://cdn.test/b.js, as: script, mode: push }
          - match: { path: /x }
            assets: []
            variants:
              - { cookie: c, assets: [ { url: /a.css, as: style } ] }
          - match: { path: /y }
            assets: []
          - match: { path: /z }
            assets:
        """ + many))
        .containsExactly(
            "m.yaml:1:1: warning: owner: unknown key (expected: hosts, rules, priorities)",
            "m.yaml:4:12: warning: rules[0].until: its end has passed, so the rule sends nothing",
            "m.yaml:6:9: warning: rules[0].assets[0].crossorigin: missing for a font (anonymous is assumed; the page's own preload must state it)",
            "m.yaml:7:28: warning: rules[0].assets[1].as: script of a file that looks like style",
            "m.yaml:8:57: warning: rules[0].assets[2].mode: push of another origin, which is not allowed (expected: auto or hint)",
            "m.yaml:12:39: warning: rules[1].variants[0].assets[0].url: /a.css is fetched differently on line 7 (expected: one as, crossorigin and version for a URL)",
            "m.yaml:14:13: warning: rules[2].assets: none, the rule sends nothing",
            "m.yaml:17:7: warning: rules[3].assets: 13 hints of tier 1 (expected: at most 12, the default of push.maxHints)");
  }
}
