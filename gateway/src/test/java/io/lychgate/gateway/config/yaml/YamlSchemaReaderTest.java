package io.lychgate.gateway.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlSchemaReaderTest {
  private static final String SCHEMA = """
      { "type": "object", "additionalProperties": false, "required": ["name"],
        "properties": {
          "name": { "type": "string", "minLength": 1, "x-expected": "a name" },
          "port": { "type": "integer", "minimum": 1, "maximum": 65535 },
          "weight": { "type": "number" },
          "mode": { "enum": ["auto", "push", "off"] },
          "idle": { "type": "string", "pattern": "^[0-9]+(ms|s|m)$", "x-expected": "10s, 500ms or 2m" },
          "token": { "type": "string", "pattern": "^env:", "x-expected": "env:NAME", "writeOnly": true },
          "on": { "type": "boolean" },
          "match": { "$ref": "#/$defs/match" },
          "assets": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/asset" } } },
        "$defs": {
          "match": { "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
                     "x-expected": "one of path, regex",
                     "properties": { "path": { "type": "string" }, "regex": { "type": "string" } } },
          "asset": { "type": "object", "additionalProperties": false, "required": ["url"],
                     "properties": { "url": { "type": "string" }, "tier": { "type": "integer", "minimum": 1 } } } } }
      """;

  private static final YamlSchemaReader READER = YamlSchemaReader.ofSchema(SCHEMA);

  record Row(String error, String text, String problem) {
    @Override
    public String toString() {
      return error;
    }
  }

  static Row[] malformed() {
    return new Row[] {
      new Row("an empty text", "", "f:1:1: document: empty (expected: keys and values)"),
      new Row(
          "only a comment", "# nothing\n", "f:1:1: document: empty (expected: keys and values)"),
      new Row(
          "a list at the top", "- a\n", "f:1:1: document: a list of 1 (expected: keys and values)"),
      new Row("a missing key", "port: 1\n", "f:1:1: name: missing (expected: a name)"),
      new Row(
          "a misspelt key", "name: a\nprot: 1\n", "f:2:1: prot: unknown key (did you mean port?)"),
      new Row(
          "two letters swapped",
          "name: a\ntokne: 1\n",
          "f:2:1: tokne: unknown key (did you mean token?)"),
      new Row(
          "an unknown key that resembles none",
          "name: a\nmatch: { glob: x }\n",
          "f:2:10: match.glob: unknown key (expected: path, regex)"),
      new Row(
          "a number beyond all bounds",
          "name: a\nport: 1e999999999\n",
          "f:2:7: port: 1e999999999 (expected: a whole number)"),
      new Row(
          "a whole number of 200 bits",
          "name: a\nport: " + "9".repeat(30) + "\n",
          "f:2:7: port: " + "9".repeat(30) + " (expected: a whole number)"),
      new Row(
          "a very long value",
          "name: " + "a".repeat(20_000) + "\n",
          "f:1:7: value: 20000 characters (expected: at most 16384)"),
      new Row(
          "very many values",
          "name: a\nassets: [" + "a,".repeat(40_000) + "a]\n",
          "f:2:66676: values: too many (expected: at most 33336 in a document of this size)"),
      new Row(
          "a number too large", "name: a\nport: 70000\n", "f:2:7: port: 70000 (expected: 1-65535)"),
      new Row(
          "a text for a number",
          "name: a\nport: http\n",
          "f:2:7: port: http (expected: a whole number)"),
      new Row("a number for a text", "name: 12\n", "f:1:7: name: 12 (expected: a name)"),
      new Row(
          "a word that is not listed",
          "name: a\nmode: on\n",
          "f:2:7: mode: on (expected: auto, push, off)"),
      new Row(
          "yes is no boolean", "name: a\non: yes\n", "f:2:5: on: yes (expected: true or false)"),
      new Row(
          "a pattern", "name: a\nidle: 10 s\n", "f:2:7: idle: 10 s (expected: 10s, 500ms or 2m)"),
      new Row(
          "a secret is not shown",
          "name: a\ntoken: abc\n",
          "f:2:8: token: *** (expected: env:NAME)"),
      new Row(
          "nothing after a key",
          "name: a\nmatch:\n",
          "f:2:7: match: nothing (expected: one of path, regex)"),
      new Row(
          "two of one-of",
          "name: a\nmatch: { path: /, regex: x }\n",
          "f:2:8: match: keys path, regex (expected: one of path, regex)"),
      new Row(
          "an empty list", "name: a\nassets: []\n", "f:2:9: assets: empty (expected: at least 1)"),
      new Row(
          "deep inside a list",
          "name: a\nassets:\n  - url: /a\n  - url: /b\n    tier: 0\n",
          "f:5:11: assets[1].tier: 0 (expected: at least 1)"),
      new Row(
          "a key twice",
          "name: a\nname: b\n",
          "f:2:1: name: a second one (expected: one, the first is on line 1)"),
      new Row(
          "a tag",
          "name: !!binary aGk=\n",
          "f:1:7: tag: present (expected: a plain value, tags are not read)"),
      new Row("a key that is a list", "? [a]\n: b\n", "f:1:3: key: not a text (expected: a text)"),
      new Row(
          "an unknown alias",
          "name: *x\n",
          "f:1:7: alias: *x (expected: an anchor that ended before it)"),
      new Row(
          "an alias inside its anchor",
          "name: &x [*x]\n",
          "f:1:11: alias: *x (expected: an anchor that ended before it)"),
      new Row(
          "two documents",
          "name: a\n---\nname: b\n",
          "f:2:1: document: a second one (expected: one per file)"),
      new Row(
          "an open bracket",
          "name: a\nassets: [\n",
          "f:3:1: YAML: while parsing a flow node, expected the node content"),
      new Row(
          "a tab",
          "name: a\nmatch:\n\tpath: /\n",
          "f:3:1: YAML: while scanning for the next token"),
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void reportsThePlace(Row row) {
    Checked<YamlNode> read = READER.read(row.text, "f");

    assertThat(read.isValid()).isFalse();
    assertThat(read.problems()).hasSize(1);
    assertThat(read.problems().get(0)).asString().startsWith(row.problem);
  }

  @Test
  void reportsEveryProblemInTheOrderOfTheText() {
    Checked<YamlNode> read = READER.read("prot: 1\nmode: x\nidle: 1\n", "f");

    assertThat(read.problems())
        .extracting(ConfigProblem::path)
        .containsExactly("name", "prot", "mode", "idle");
    assertThat(read.problems()).isSorted();
  }

  @Test
  void returnsValuesWithTheirPlaces() {
    YamlNode root =
        READER.read("name: a\nassets:\n  - { url: /a, tier: 2 }\n", "f").value();

    YamlNode asset = root.field("assets").orElseThrow().items().get(0);
    assertThat(root.json().path("name").asString()).isEqualTo("a");
    assertThat(asset.json().path("tier").asInt()).isEqualTo(2);
    assertThat(asset.position()).isEqualTo(new Position(3, 5));
    assertThat(asset.keyPosition("tier")).isEqualTo(new Position(3, 16));
    assertThat(asset.field("tier").orElseThrow().position()).isEqualTo(new Position(3, 22));
  }

  @Test
  void readsJsonAsWell() {
    assertThat(READER.read("{\n\t\"name\": \"a\",\n\t\"port\": 80\n}\n", "f").isValid())
        .isTrue();
  }

  @Test
  void readsTypesOfYaml12() {
    YamlNode root = READER
        .read("name: 'no'\nmode: off\nport: 0x50\nweight: 1.5e2\non: True\n", "f")
        .value();

    assertThat(root.json())
        .hasToString(
            "{\"name\":\"no\",\"mode\":\"off\",\"port\":80,\"weight\":1.5E+2,\"on\":true}");
  }

  @Test
  void copiesTheValueOfAnAlias() {
    YamlNode root = READER.read("name: &n a\nassets: [{ url: *n }]\n", "f").value();

    assertThat(root.json().path("assets").path(0).path("url").asString()).isEqualTo("a");
  }

  @Test
  void rejectsAliasesThatExpandAboveTheLimit() {
    StringBuilder bomb = new StringBuilder("name: a\nl0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      String alias = "*l" + (i - 1);
      bomb.append("l").append(i).append(": &l").append(i).append(" [");
      bomb.append(String.join(", ", Collections.nCopies(10, alias))).append("]\n");
    }

    Checked<YamlNode> read = READER.read(bomb.toString(), "f");

    assertThat(read.problems().get(0).message()).startsWith("aliases: too much repeated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  void rejectsDeepNesting(String opening) {
    Checked<YamlNode> read = READER.read("name: " + "\n" + opening.repeat(100_000), "f");

    assertThat(read.isValid()).isFalse();
    assertThat(read.problems()).hasSize(1);
  }

  @Test
  void rejectsATextAboveTheLimit() {
    Checked<YamlNode> read = READER.read("#".repeat(Limits.MAX_DOCUMENT_BYTES + 1), "f");

    assertThat(read.problems().get(0).message()).startsWith("document: ");
  }

  @Test
  void rejectsControlCharacters() {
    Checked<YamlNode> read = READER.read("name: a\u0000b\n", "f");

    assertThat(read.problems().get(0).message()).startsWith("YAML: ");
  }

  @Test
  void readsAVeryLongNumberAsText() {
    Checked<YamlNode> read = READER.read("name: a\nport: " + "9".repeat(10_000) + "\n", "f");

    assertThat(read.problems().get(0).message())
        .startsWith("port: 9999")
        .endsWith("(expected: a whole number)");
  }

  @Test
  void decidesTheTypeAfterSubstitution() {
    Substitution substitution = (text, problem) -> text.equals("${PORT}")
        ? new Substitution.Replaced("80", "80", List.of("80"))
        : Substitution.Replaced.unchanged(text);

    assertThat(READER.read("name: a\nport: ${PORT}\n", "f", substitution).isValid())
        .isTrue();
    // Within braces, YAML requires the quotes.
    assertThat(READER.read("name: a\nport: '${PORT}'\n", "f", substitution).isValid())
        .isTrue();
    assertThat(READER.read("name: a\nport: '80'\n", "f", substitution).isValid())
        .isFalse();
  }

  @Test
  void reportsAFailedSubstitution() {
    Substitution substitution = (text, problem) -> {
      problem.accept("X: not set");
      return Substitution.Replaced.unchanged(text);
    };

    assertThat(READER.read("name: a\n", "f", substitution).problems())
        .containsExactly(new ConfigProblem("f", 1, 7, "", "X: not set"));
  }

  /** A megabyte of text has room for a hundred thousand problems, and each further reading of the document costs as much as the first. */
  @Test
  void documentWithManyProblemsIsNotReadFurther() {
    StringBuilder text = new StringBuilder("name: a\nassets:\n");
    for (int i = 0; i < 4 * Limits.MAX_PROBLEMS; i++) {
      text.append("  - { url: /a.js, tier: 0, k").append(i).append(": 1 }\n");
    }

    YamlSchemaReader.Examined examined = READER.examine(parsed(text.toString()), "f", List.of());

    assertThat(examined.problems()).hasSize(Limits.MAX_PROBLEMS);
    assertThat(examined.accepted()).isNull();
  }

  @Test
  void atMostSoManyUnknownKeysAreReported() {
    StringBuilder text = new StringBuilder("name: a\n");
    for (int i = 0; i < 4 * Limits.MAX_PROBLEMS; i++) {
      text.append("x-key-number-").append(i).append(": 1\n");
    }
    List<ConfigProblem> unknown = new ArrayList<>();

    Checked<YamlNode> read = READER.readTolerantly(text.toString(), "f", unknown::add);

    assertThat(read.isValid()).isTrue();
    assertThat(unknown).hasSize(Limits.MAX_PROBLEMS);
  }

  @Test
  void rejectedValuesAreRemovedOneWithinAnotherAndApart() {
    YamlNode root = parsed("""
        name: a
        port: none
        match: { path: /, regex: 1 }
        on: 7
        assets:
          - { url: /a.js, tier: 0, x: 1 }
          - { url: /b.js, tier: 1 }
        """);

    YamlNode accepted = READER.examine(root, "f", List.of()).accepted();

    assertThat(Objects.requireNonNull(accepted).json().toString())
        .isEqualTo(
            "{\"name\":\"a\",\"match\":{\"path\":\"/\"},\"assets\":[{\"url\":\"/a.js\"},{\"url\":\"/b.js\",\"tier\":1}]}");
  }

  private static YamlNode parsed(String text) {
    return Objects.requireNonNull(YamlSchemaReader.parse(
            text, "f", "", (scalar, problem) -> Substitution.Replaced.unchanged(scalar))
        .root());
  }
}
