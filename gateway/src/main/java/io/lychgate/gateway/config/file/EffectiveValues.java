package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.ScalarReference;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The values of a valid configuration, each with the place that states it: a file, a section from which it is inherited, or the
 * defaults of the schema.
 */
public final class EffectiveValues {
  private static final String DEFAULTS = "defaults";
  private static final String POLICIES = "policies";

  private final JsonNode schema = JsonMapper.shared().readTree(ConfigReader.schemaText());
  private final String mainName;
  private final List<Effective> values = new ArrayList<>();

  private EffectiveValues(String mainName) {
    this.mainName = mainName;
  }

  /** The kind of place that states a value. */
  public enum Origin {
    FILE,
    INHERITED,
    DEFAULT
  }

  /**
   * One value.
   *
   * @param path its keys and indices: {@code listeners[0].address}
   * @param value without the content of variables and files: their references stand in its place
   * @param from path of the section that states an inherited value; null for others
   * @param file null for a default of the schema, as are line and column 0
   */
  public record Effective(
      String path,
      JsonNode value,
      Origin origin,
      @Nullable String from,
      @Nullable String file,
      int line,
      int column) {}

  /**
   * Returns all values in the order of the schema and the files.
   *
   * @param mainName name of the configuration's own file
   */
  public static List<Effective> of(YamlNode root, String mainName) {
    EffectiveValues all = new EffectiveValues(mainName);
    all.object(root, all.schema, "", null);
    return all.values;
  }

  private void object(YamlNode node, JsonNode declared, String path, @Nullable String from) {
    JsonNode object = resolved(declared);
    JsonNode properties = object.path("properties");
    // Keys of the file in its order, then the defaults of others.
    for (Map.Entry<String, YamlNode> member : node.fields().entrySet()) {
      String key = member.getKey();
      if (key.equals(DEFAULTS)) {
        // They have no effect of their own, only where they are inherited.
        continue;
      }
      JsonNode kind =
          properties.has(key) ? properties.path(key) : object.path("additionalProperties");
      value(member.getValue(), kind, path.isEmpty() ? key : path + "." + key, from);
    }
    defaults(properties, node, path);
  }

  private void value(YamlNode node, JsonNode declared, String path, @Nullable String outer) {
    String from = node.inheritedFrom() == null ? outer : node.inheritedFrom();
    if (node.json().isObject()) {
      if (node.fields().isEmpty()) {
        add(node, node.json(), path, from);
      }
      object(node, declared, path, from);
      if (path.startsWith("sites[") && node.field("routes").isPresent()) {
        inheritedByRoutes(node, path);
      }
    } else if (node.json().isArray() && hasObjects(node)) {
      JsonNode items = resolved(declared).path("items");
      for (int i = 0; i < node.items().size(); i++) {
        value(node.items().get(i), items, path + "[" + i + "]", from);
      }
    } else {
      add(node, shown(node), path, from);
    }
  }

  private static boolean hasObjects(YamlNode list) {
    return list.items().stream().anyMatch(item -> item.json().isContainer());
  }

  /** Adds what routes take from their site without a word of {@code defaults}: policies, and the rule for escapes. */
  private void inheritedByRoutes(YamlNode site, String path) {
    List<YamlNode> routes = site.field("routes").map(YamlNode::items).orElse(List.of());
    YamlNode policies = site.field(POLICIES).orElse(null);
    YamlNode escapes = site.field("reservedEscapes").orElse(null);
    JsonNode declared = schema.path("$defs").path(POLICIES).path("properties");
    for (int i = 0; i < routes.size(); i++) {
      String route = path + ".routes[" + i + "]";
      YamlNode own = routes.get(i).field(POLICIES).orElse(null);
      List<String> off = own == null
          ? List.of()
          : own.field("off").map(YamlNode::items).orElse(List.of()).stream()
              .map(YamlNode::text)
              .toList();
      if (policies != null) {
        policies.fields().forEach((key, policy) -> {
          boolean isStated = own != null && own.field(key).isPresent();
          if (!key.equals("off") && !isStated && !off.contains(key)) {
            value(
                policy.inherited(path + "." + POLICIES),
                declared.path(key),
                route + "." + POLICIES + "." + key,
                null);
          }
        });
      }
      if (escapes != null && routes.get(i).field("reservedEscapes").isEmpty()) {
        value(
            escapes.inherited(path),
            schema.path("$defs").path("site").path("properties").path("reservedEscapes"),
            route + ".reservedEscapes",
            null);
      }
    }
  }

  private void add(YamlNode node, JsonNode shown, String path, @Nullable String from) {
    Position at = node.position();
    values.add(new Effective(
        path,
        shown,
        from == null ? Origin.FILE : Origin.INHERITED,
        from,
        at.fileOr(mainName),
        at.line(),
        at.column()));
  }

  private static JsonNode shown(YamlNode node) {
    ScalarReference reference = node.reference();
    if (reference != null) {
      return JsonNodeFactory.instance.stringNode(reference.written());
    }
    if (node.json().isArray() && !node.references().isEmpty()) {
      var list = JsonNodeFactory.instance.arrayNode();
      node.items().forEach(item -> list.add(shown(item)));
      return list;
    }
    return node.json();
  }

  /** Adds the defaults of keys that a section does not have, and of its sections that always exist. */
  private void defaults(JsonNode properties, @Nullable YamlNode node, String path) {
    properties.properties().forEach(property -> {
      String key = property.getKey();
      if (key.equals(DEFAULTS)
          || key.equals(ConfigAssembly.INCLUDE)
          || (node != null && node.field(key).isPresent())) {
        return;
      }
      JsonNode declared = property.getValue();
      JsonNode section = resolved(declared);
      String name = path.isEmpty() ? key : path + "." + key;
      if (section.has("properties") && section.path("default").isObject()) {
        defaults(section.path("properties"), null, name);
      } else if (declared.has("default")) {
        values.add(new Effective(name, declared.path("default"), Origin.DEFAULT, null, null, 0, 0));
      }
    });
  }

  private JsonNode resolved(JsonNode declared) {
    JsonNode at = declared;
    while (at.path("$ref").isString()) {
      at = schema.at(at.path("$ref").asString().substring(1));
    }
    return at;
  }
}
