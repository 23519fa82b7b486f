package io.lychgate.gateway.config.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Generates the page that explains every key of gateway.yaml, from the schema that checks it. */
final class ConfigurationReference {
  private static final String INTRODUCTION = """
      # Configuration

      <!-- Written from the schema by ConfigurationReferenceTest; change gateway/src/main/resources/schema/gateway.schema.json. -->

      %s

      `lychgate check -c gateway.yaml` reports problems with their places. `lychgate schema` prints the JSON Schema; an editor \
      with YAML support completes and explains keys with this first line in the file:

      ```yaml
      # yaml-language-server: $schema=./gateway.schema.json
      ```

      For included files, use the output of `lychgate schema --included`. `lychgate check --explain` prints each value in effect with \
      the place that states it.

      The smallest useful file (`lychgate init` writes one with its certificate):

      ```yaml
      listeners:
        - name: public
          address: 0.0.0.0:8443
          tls: { certificates: [ { chain: certs/site.pem, key: certs/site.key } ] }
      upstreams:
        app: { servers: [ "http://127.0.0.1:3000" ] }
      sites:
        - hosts: [ localhost, "www.example.com" ] # other hosts get 421
          routes:
            - { match: { path: "/*" }, proxy: { upstream: app } }
      ```

      The gateway reads the file again when it, a file that it includes, a secret in a file, a certificate, a key or a manifest changes, \
      and on SIGHUP. It applies the whole configuration or nothing: while the file has a problem, the running configuration \
      stays. `admin`, `store` and `accessLog` are read at the start only; a change there is logged and takes effect at a restart.
      """;

  private final JsonNode schema = JsonMapper.shared().readTree(ConfigReader.schemaText());
  private final StringBuilder page = new StringBuilder();

  String text() {
    page.append(INTRODUCTION.formatted(schema.path("description").asString()));
    keys("The file", "", schema);
    for (String section : schema.path("properties").propertyNames()) {
      section(section, schema.path("properties").path(section));
    }
    page.append("\n## Values\n\n");
    for (String kind : List.of("duration", "size", "address", "secret")) {
      String name = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
      page.append("- **")
          .append(name)
          .append("**: ")
          .append(definition(kind).path("description").asString())
          .append('\n');
    }
    return page.toString();
  }

  /** Writes a table for the section itself, then tables for its subsections. */
  private void section(String path, JsonNode declared) {
    JsonNode items = declared.path("items");
    JsonNode values = declared.path("additionalProperties");
    if (items.has("$ref")) {
      section(path + "[]", items);
    } else if (values.has("$ref")) {
      section(path + ".NAME", values);
    } else {
      JsonNode target = resolved(declared);
      if (isRepetition(target)) {
        // The keys have their tables elsewhere.
        return;
      }
      if (target.has("properties")) {
        keys("`" + path + "`", target.path("description").asString(""), target);
        target
            .path("properties")
            .properties()
            .forEach(p -> section(path + "." + p.getKey(), p.getValue()));
      }
    }
  }

  /** Returns true for a section whose keys are those of another one. */
  private static boolean isRepetition(JsonNode section) {
    return section.path("properties").iterator().hasNext()
        && section
            .path("properties")
            .iterator()
            .next()
            .path("$ref")
            .asString("")
            .contains("/properties/");
  }

  private void keys(String title, String description, JsonNode object) {
    page.append("\n## ").append(title).append("\n\n");
    if (!description.isEmpty()) {
      page.append(description).append("\n\n");
    }
    page.append("| Key | Value | Default | Meaning |\n|---|---|---|---|\n");
    List<String> required = new ArrayList<>(texts(object.path("required")));
    required.addAll(texts(object.path("else").path("required")));
    object.path("properties").properties().forEach(property -> {
      JsonNode declared = property.getValue();
      page.append("| `")
          .append(property.getKey())
          .append("` | ")
          .append(kind(declared))
          .append(" | ")
          .append(required.contains(property.getKey()) ? "**required**" : shownDefault(declared))
          .append(" | ")
          .append(cell(meaning(declared)))
          .append(" |\n");
    });
  }

  private String meaning(JsonNode declared) {
    JsonNode own = declared.path("description");
    String text =
        own.isString() ? own.asString() : resolved(declared).path("description").asString("");
    List<String> examples = new ArrayList<>();
    declared.path("examples").forEach(example -> examples.add("`" + plain(example) + "`"));
    return examples.isEmpty() ? text : text + " Example: " + String.join(" or ", examples) + ".";
  }

  private String shownDefault(JsonNode declared) {
    JsonNode value = declared.path("default");
    return value.isValueNode() && !value.isMissingNode() ? "`" + plain(value) + "`" : "";
  }

  private static String plain(JsonNode value) {
    return value.isValueNode() ? value.asString() : value.toString();
  }

  private String kind(JsonNode declared) {
    if (declared.has("enum")) {
      return texts(declared.path("enum")).stream()
          .distinct()
          .map(t -> "`" + t + "`")
          .collect(Collectors.joining(", "));
    }
    if (declared.has("$ref")) {
      String name = declared.path("$ref").asString().replaceFirst(".*/", "");
      JsonNode definition = definition(name);
      if (definition.has("properties")) {
        return definition.path("type").isArray() ? "text or section" : "section";
      }
      if (!definition.has("type")) {
        // A value of two kinds is shown as the one that is a text.
        return "text";
      }
      return definition.path("type").asString("").equals("object") ? "texts by name" : name;
    }
    String type = declared.path("type").asString("");
    return switch (type) {
      case "array" -> "list of " + kindOfItems(declared.path("items"));
      case "object" -> "sections by name";
      case "integer" ->
        declared.path("minimum").asString() + "-" + declared.path("maximum").asString();
      case "number" -> "share";
      case "boolean" -> "`true`, `false`";
      default -> "text";
    };
  }

  private String kindOfItems(JsonNode items) {
    String kind = kind(items);
    return switch (kind) {
      case "section" -> "sections";
      case "text" -> "texts";
      case "text or section" -> "texts or sections";
      default -> kind;
    };
  }

  private JsonNode resolved(JsonNode declared) {
    return declared.has("$ref")
        ? definition(declared.path("$ref").asString().replaceFirst(".*/", ""))
        : declared;
  }

  private JsonNode definition(String name) {
    return schema.path("$defs").path(name);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
