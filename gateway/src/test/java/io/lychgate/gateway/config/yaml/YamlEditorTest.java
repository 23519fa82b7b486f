package io.lychgate.gateway.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class YamlEditorTest {
  private static final YamlEditor EDITOR = new YamlEditor();

  private static final String SHOP = """
      # Owned by the web team
      owner: web # whose
      hosts: [ www.test, "localhost" ] # both

      rules:
        # The home page
        - match: { path: "/" } # exact
          assets:
            - { url: /a.css, as: style } # blocks
            # the hero
            - { url: /hero.jpg, as: image, tier: 2, note: keep }
        - match:
            regex: ^/p/
          assets:
          - url: /p.css   # page
            as: style
      """;

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private static String merge(String text, String patch) {
    return EDITOR.merge(text, json(patch.replace('\'', '"'))).orElseThrow();
  }

  @Test
  void changedValueReplacesOnlyItsOwnCharacters() {
    String patch = """
        {'rules': [
          {'match': {'path': '/'}, 'assets': [{'url': '/a.css', 'as': 'style'},
            {'url': '/hero.jpg', 'as': 'image', 'tier': 3, 'note': 'keep'}]},
          {'match': {'regex': '^/p/'}, 'assets': [{'url': '/p.css', 'as': 'script'}]}]}
        """;

    assertThat(merge(SHOP, patch))
        .isEqualTo(
            SHOP.replace("tier: 2", "tier: 3").replace("      as: style\n", "      as: script\n"));
  }

  @Test
  void addingAndRemovingMembersKeepsCommentsOfOthers() {
    String patch = """
        {'owner': null, 'x-team': {'a': 1}, 'hosts': ['www.test', 'new.test', 'localhost'], 'rules': [
          {'match': {'path': '/'}, 'when': 'save_data', 'assets': [{'url': '/a.css', 'as': 'style', 'urgency': 1},
            {'url': '/b.css', 'as': 'style'}, {'url': '/hero.jpg', 'as': 'image', 'note': 'keep'}]}]}
        """;

    assertThat(merge(SHOP, patch)).isEqualTo("""
        # Owned by the web team
        hosts: [ www.test, new.test, "localhost" ] # both

        rules:
          # The home page
          - match: { path: "/" } # exact
            assets:
              - { url: /a.css, as: style, urgency: 1 } # blocks
              - {url: /b.css, as: style}
              # the hero
              - { url: /hero.jpg, as: image, note: keep }
            when: save_data
        x-team: {a: 1}
        """);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '~', textBlock = """
          a: 1                     ~ {'a': 2}                 ~ a: 2
          a: "1"                   ~ {'a': '2'}               ~ a: "2"
          a: '1'                   ~ {'a': 'x'}               ~ a: 'x'
          a: 1                     ~ {'a': 'a # b'}           ~ a: 'a # b'
          a:                       ~ {'a': 2}                 ~ a: 2
          {}                       ~ {'a': [1]}               ~ {a: [1]}
          {a: 1, b: 2, c: 3}       ~ {'a': null}              ~ {b: 2, c: 3}
          {a: 1, b: 2, c: 3}       ~ {'b': null}              ~ {a: 1, c: 3}
          {a: 1, b: 2, c: 3}       ~ {'c': null}              ~ {a: 1, b: 2}
          a: []                    ~ {'a': [{'b': 1}]}        ~ a: [{b: 1}]
          a: [1, 2, 3]             ~ {'a': [3]}               ~ a: [3]
          a: [1, 2, 3]             ~ {'a': [0, 1, 2, 3, 4]}   ~ a: [0, 1, 2, 3, 4]
          a: [1]                   ~ {'a': []}                ~ a: []
          a: {b: {c: 1}}           ~ {'a': {'b': {'d': 2}}}   ~ a: {b: {c: 1, d: 2}}
          "é😀": 1                 ~ {'é😀': 2}               ~ "é😀": 2
          """)
  void appliesEachKindOfEdit(String text, String patch, String result) {
    assertThat(merge(text, patch)).isEqualTo(result);
  }

  @Test
  void emptyTextGetsTheValue() {
    assertThat(merge("", "{'rules': []}")).isEqualTo("{rules: []}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: &x 1\nb: *x\n", "a: [", "- - 1\n  - 2\n- 3\n", "a: 1\n---\nb: 2\n"})
  void uneditableTextIsRejectedUnchanged(String text) {
    assertThat(EDITOR
            .edit(text, json("{\"a\": 3, \"b\": 1}"))
            .map(edited ->
                EDITOR.edit(edited, json("{\"a\": 3, \"b\": 1}")).orElseThrow().equals(edited)))
        .isIn(Optional.empty(), Optional.of(true));
  }

  @Test
  void anyValueCanBecomeAnyOther() {
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      JsonNode before = object(random, 3);
      JsonNode after = object(random, 3);
      String text = EDITOR.edit("", before).orElseThrow();

      String edited = EDITOR.edit(text, after).orElseThrow();

      assertThat(YamlEditor.same(read(edited), after))
          .as("%s -> %s", text, edited)
          .isTrue();
    }
  }

  @Test
  void blockStyleManifestsCanBecomeAnyOther() {
    Random random = new Random(5);
    for (int i = 0; i < 200; i++) {
      JsonNode after = object(random, 2);
      assertThat(YamlEditor.same(read(EDITOR.edit(SHOP, after).orElseThrow()), after))
          .isTrue();
      ObjectNode mixed = (ObjectNode) read(SHOP);
      mixed.set("rules", array(random, 2));
      assertThat(YamlEditor.same(read(EDITOR.edit(SHOP, mixed).orElseThrow()), mixed))
          .isTrue();
    }
  }

  private static JsonNode read(String text) {
    return YamlSchemaReader.ofSchema("{}").read(text, "t").value().json();
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(4); i >= 0; i--) {
      object.set(String.valueOf((char) ('a' + random.nextInt(4))), value(random, depth));
    }
    return object;
  }

  private static ArrayNode array(Random random, int depth) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      array.add(value(random, depth));
    }
    return array;
  }

  private static JsonNode value(Random random, int depth) {
    return switch (depth == 0 ? random.nextInt(5) : random.nextInt(7)) {
      case 0 -> JsonNodeFactory.instance.numberNode(random.nextInt(3));
      case 1 ->
        JsonNodeFactory.instance.stringNode(
            new String[] {"", "x", "a b", "- c", "# d", "1", "two\nlines", ": ,[]{}"}
                [random.nextInt(8)]);
      case 2 -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
      case 3 -> JsonNodeFactory.instance.nullNode();
      case 4 -> JsonNodeFactory.instance.numberNode(0.5);
      case 5 -> object(random, depth - 1);
      default -> array(random, depth - 1);
    };
  }
}
