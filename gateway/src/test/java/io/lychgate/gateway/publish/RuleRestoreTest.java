package io.lychgate.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuleRestoreTest {
  private static final String OLD = """
      rules:
        - match: { path: "/a" } # the home page
          assets:
            - { url: /a.css, as: style }
        - match: { path: "/b" }
          assets:
            - { url: /b.css, as: style }
      """;

  private final RuleRestore rules = new RuleRestore();

  @Test
  void oneRuleReturnsAndEverythingElseStays() {
    String draft = "# of the team\n" + OLD.replace("/a.css", "/x.css").replace("/b.css", "/y.css");

    String text = rules.restore(draft, OLD, "/b").text();

    assertThat(text).contains("# of the team", "# the home page", "/x.css", "/b.css");
    assertThat(text).doesNotContain("/y.css");
  }

  @Test
  void removedRuleReturnsToItsPlaceAndNewOneLeaves() {
    String draft = """
        rules:
          - match: { path: "/b" }
            assets:
              - { url: /b.css, as: style }
          - match: { path: "/new" }
            assets:
              - { url: /new.css, as: style }
        """;

    assertThat(rules.restore(draft, OLD, "/a").text())
        .containsSubsequence("/a.css", "/b.css", "/new.css");
    assertThat(rules.restore(draft, OLD, "/new").text())
        .contains("/b.css")
        .doesNotContain("/new.css");
    assertThat(rules.restore(draft, OLD, "/none").refusal()).startsWith("rule: /none");
    assertThat(rules.restore("rules: [", OLD, "/a").refusal()).startsWith("draft: has errors");
  }

  @Test
  void comparisonIsByMeaning() {
    assertThat(rules.changes(OLD, OLD.replace("rules:", "# note\nrules:"))).contains(List.of());
    assertThat(rules.changes(null, OLD).orElseThrow()).hasSize(2);
    assertThat(rules.changes(OLD, "rules: [")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "path.startsWith('/x') | false",
        "headers['save-data'] == 'on' | false",
        "headers['x-group'] == 'b' | true",
        "'save-data' in headers | false",
        "'x-group' in headers | true",
        "cookies['a'] == 'b' | true",
        "query['a'] == 'b' | true",
      })
  void conditionThatReadsMoreIsNotDecided(String when, boolean isUndecidable) {
    String text = "rules:\n  - match: { path: /a }\n    when: \"" + when + "\"\n    assets: []\n";
    PushManifest manifest = new ManifestReader().read(text, "test").value();

    assertThat(RuleInputs.undecidable(manifest, false)).hasSize(isUndecidable ? 1 : 0);
  }
}
