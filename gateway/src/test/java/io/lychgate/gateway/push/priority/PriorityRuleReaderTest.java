package io.lychgate.gateway.push.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.scheduler.StatedPriority;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityRuleReaderTest {
  private static final ManifestReader READER = new ManifestReader();

  private static Checked<PushManifest> read(String rule) {
    return READER.read("priorities:\n  - " + rule + "\n", "shop");
  }

  @Test
  void readsEveryKey() {
    List<PriorityRule> rules = READER.read("""
            priorities:
              - name: large images
                match:
                  path: /assets/*
                  route: [ app, "www.example.com/*" ]
                  type: image/*
                  destination: image
                  size: ">= 100KiB, < 1MiB"
                  entry: true
                  tier: 2
                urgency: 6
                incremental: true
                unless: upstream
                x-ticket: 17
              - { match: { regex: "[.]woff2$", type: [ Font/Woff2, font/woff ] }, incremental: false }
            """, "shop").value().priorities();

    PriorityRule first = rules.get(0);
    assertThat(first.name()).isEqualTo("large images");
    assertThat(first.match())
        .hasToString(
            "/assets/*, route app or www.example.com/*, type image/*, destination image, size >= 100kib, < 1mib, entry true, tier 2");
    assertThat(first.stated())
        .isEqualTo(new StatedPriority(6, true, "shop priorities[0] large images"));
    assertThat(first.unlessUpstream()).isTrue();
    assertThat(first.field().toString()).isEqualTo("u=6, i");
    PriorityRule second = rules.get(1);
    assertThat(second.match()).hasToString("regex:[.]woff2$, type font/woff2 or font/woff");
    assertThat(second.stated())
        .isEqualTo(new StatedPriority(StatedPriority.NO_URGENCY, false, "shop priorities[1]"));
    assertThat(second.field().toString()).isEqualTo("i=?0");
  }

  @Test
  void manifestMayHaveOnlyPriorityRules() {
    assertThat(read("{ match: { path: / }, urgency: 0 }").value().rules()).isEmpty();
    assertThat(READER.read("hosts: [ a.test ]", "shop").problems())
        .extracting(ConfigProblem::message)
        .containsExactly("rules: missing (expected: a list of rules, or priorities)");
  }

  record Row(String rule, String message) {
    @Override
    public String toString() {
      return rule;
    }
  }

  static Stream<Row> badRules() {
    return Stream.of(
        new Row(
            "{ match: { pth: / }, urgency: 1 }",
            "priorities[0].match.pth: unknown key (did you mean path?)"),
        new Row(
            "{ match: { path: /, colour: red }, urgency: 1 }",
            "priorities[0].match.colour: unknown key (expected: path, regex, route, type, destination, size, entry, tier)"),
        new Row(
            "{ match: { path: / }, urgncy: 1, urgency: 1 }",
            "priorities[0].urgncy: unknown key (did you mean urgency?)"),
        new Row(
            "{ match: { path: / }, weight: 1, urgency: 1 }",
            "priorities[0].weight: unknown key (expected: name, match, urgency, incremental, unless)"),
        new Row("{ urgency: 1 }", "priorities[0].match: missing (expected: the key match)"),
        new Row(
            "{ match: { path: / } }",
            "priorities[0].urgency: missing (expected: 0-7, or incremental)"),
        new Row(
            "{ match: {}, urgency: 1 }",
            "priorities[0].match: empty (expected: at least one of path, regex, route, type, destination, size, entry, tier)"),
        new Row("{ match: { path: / }, urgency: 8 }", "priorities[0].urgency: 8 (expected: 0-7)"),
        new Row(
            "{ match: { path: / }, urgency: high }",
            "priorities[0].urgency: high (expected: a whole number)"),
        new Row(
            "{ match: { path: / }, incremental: maybe }",
            "priorities[0].incremental: maybe (expected: true or false)"),
        new Row(
            "{ match: { path: / }, urgency: 1, unless: client }",
            "priorities[0].unless: client (expected: upstream)"),
        new Row(
            "{ match: { path: assets }, urgency: 1 }",
            "priorities[0].match.path: assets (expected: a glob that starts with / or *)"),
        new Row(
            "{ match: { regex: \"(\" }, urgency: 1 }",
            "priorities[0].match.regex: ( (expected: RE2 syntax; missing closing ))"),
        new Row(
            "{ match: { path: /, regex: / }, urgency: 1 }",
            "priorities[0].match.regex: beside path (expected: one of path, regex)"),
        new Row(
            "{ match: { type: image }, urgency: 1 }",
            "priorities[0].match.type: image (expected: a media type, as text/css or image/*, or a list of them)"),
        new Row(
            "{ match: { type: [] }, urgency: 1 }",
            "priorities[0].match.type: empty (expected: a media type, as text/css or image/*, or a list of them)"),
        new Row(
            "{ match: { size: 100KiB }, urgency: 1 }",
            "priorities[0].match.size: 100KiB (expected: a comparison, as \">= 100KiB\", or two, as \">= 4KiB, < 1MiB\")"),
        new Row(
            "{ match: { size: \">= 100KB\" }, urgency: 1 }",
            "priorities[0].match.size: >= 100KB (expected: a comparison, as \">= 100KiB\", or two, as \">= 4KiB, < 1MiB\")"),
        new Row(
            "{ match: { size: \"> 4KiB, < 1KiB\" }, urgency: 1 }",
            "priorities[0].match.size: > 4KiB, < 1KiB (expected: a range that is not empty)"),
        new Row(
            "{ match: { tier: 2, entry: false }, urgency: 1 }",
            "priorities[0].match.tier: beside entry: false (expected: only entries have a tier)"),
        new Row(
            "{ name: a, match: { path: / }, urgency: 1 }\n  - { name: a, match: { path: /b }, urgency: 1 }",
            "priorities[1].name: a: a second one (expected: once in a manifest, the first is on line 2)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRules")
  void badRulesAreRejectedWithPlaceAndExpectation(Row row) {
    Checked<PushManifest> read = read(row.rule());

    assertThat(read.problems()).extracting(ConfigProblem::message).containsExactly(row.message());
    int line = row.rule().contains("\n") ? 3 : 2;
    assertThat(read.problems()).extracting(ConfigProblem::line).containsExactly(line);
    assertThat(read.problems()).extracting(ConfigProblem::column).allMatch(column -> column >= 5);
  }

  @Test
  void unknownDestinationIsReportedWithTheKnownOnes() {
    assertThat(read("{ match: { destination: picture }, urgency: 1 }").problems())
        .singleElement()
        .extracting(ConfigProblem::message)
        .asString()
        .startsWith("priorities[0].match.destination: picture (expected: document, iframe, style");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"priorities: {}", "priorities: [null]", "priorities: 3", "priorities: [[]]"})
  void malformedRuleIsAProblemAndNotAnException(String text) {
    assertThat(READER.read(text, "m").isValid()).isFalse();
  }

  @Test
  void acceptsTheMaximumNumberOfRules() {
    String rule = "  - { match: { path: / }, urgency: 1 }\n";

    assertThat(READER
            .read("priorities:\n" + rule.repeat(Limits.MAX_PRIORITY_RULES), "m")
            .isValid())
        .isTrue();
    assertThat(READER
            .read("priorities:\n" + rule.repeat(Limits.MAX_PRIORITY_RULES + 1), "m")
            .problems())
        .extracting(ConfigProblem::message)
        .containsExactly(
            "priorities: a list of 101 (expected: a list of at most 100 rules on priority)");
  }
}
