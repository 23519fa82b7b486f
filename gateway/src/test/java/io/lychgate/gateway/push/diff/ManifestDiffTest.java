package io.lychgate.gateway.push.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestDiffTest {
  private static final String BEFORE = """
      hosts: [ a.test, b.test ]
      rules:
        - match: { path: / }
          when: save_data
          assets:
            - { url: /a.css, as: style }
            - { url: /b.js, as: script, tier: 2 }
            - { url: /c.png, as: image }
        - match: { path: /old }
          assets: [ { url: /a.css, as: style } ]
        - match: { path: / }
          assets: []
          variants:
            - { cookie: x, assets: [ { url: /v.css, as: style } ] }
      """;

  private static PushManifest read(String text) {
    return new ManifestReader().read(text, "m").value();
  }

  private static List<String> changes(String before, String after) {
    return ManifestDiff.between(read(before), read(after)).stream()
        .map(Change::toString)
        .toList();
  }

  @Test
  void differentNotationIsNoDifference() {
    String other = """
        # JSON would do as well
        rules:
        - { match: { path: / }, when: "save_data", assets: [
            { as: style, url: /a.css, mode: auto, x-note: 1 }, { url: /b.js, as: script, tier: 2 }, { url: /c.png, as: image, tier: 1 } ] }
        - { match: { path: /old }, assets: [ { url: /a.css, as: style } ] }
        - { match: { path: / }, variants: [ { cookie: x, assets: [ { url: /v.css, as: style } ] } ] }
        hosts: [ A.test, b.test ]
        """;

    assertThat(changes(BEFORE, other)).isEmpty();
  }

  @Test
  void listsAddedRemovedAndChangedEntries() {
    String after = """
        hosts: [ b.test, c.test ]
        rules:
          - match: { path: / }
            from: 2026-12-01T00:00:00Z
            assets:
              - { url: /c.png, as: image }
              - { url: /b.js, as: module, urgency: 1, crossorigin: anonymous }
              - { url: /d.css, as: style }
          - match: { path: / }
            variants:
              - { cookie: x, assets: [ { url: /v.css, as: style, mode: hint } ] }
              - { assets: [] }
          - match: { regex: ^/new }
            assets: []
        """;

    assertThat(changes(BEFORE, after))
        .containsExactly(
            "- host a.test",
            "+ host c.test",
            "- rule /old",
            "- /: when: save_data",
            "+ /: from: 2026-12-01T00:00:00Z",
            "- /: asset /a.css",
            "~ /: asset /b.js: as script -> module, crossorigin none -> anonymous, urgency none -> 1, tier 2 -> 1",
            "+ /: asset /d.css",
            "~ /: order of assets",
            "~ / (2), variant cookie x: asset /v.css: mode auto -> hint",
            "+ / (2): variant default",
            "+ rule regex:^/new");
  }

  @Test
  void listsChangesOfPriorityRules() {
    String before = """
        priorities:
          - { name: large, match: { type: image/*, size: ">= 1MiB" }, urgency: 6 }
          - { match: { path: /api/* }, urgency: 1 }
          - { match: { route: old }, urgency: 1 }
        """;
    String after = """
        priorities:
          - { match: { path: /api/* }, urgency: 1, incremental: true, unless: upstream }
          - { name: large, match: { type: image/*, size: ">= 2MiB" }, urgency: 6 }
          - { match: { destination: font }, urgency: 2 }
        """;

    assertThat(changes(before, before)).isEmpty();
    assertThat(changes(before, after))
        .containsExactly(
            "- priority route old",
            "~ priority /api/*: priority u=1 -> u=1, i, unless the upstream states a priority",
            "~ priority large: match type image/*, size >= 1mib -> type image/*, size >= 2mib",
            "+ priority destination font",
            "~ order of priorities");
  }
}
