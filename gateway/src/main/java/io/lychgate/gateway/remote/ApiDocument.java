package io.lychgate.gateway.remote;

import io.lychgate.gateway.remote.ApiOperation.Kind;
import io.lychgate.gateway.remote.ApiOperation.Parameter;
import io.lychgate.gateway.remote.ApiOperation.Property;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The operations of {@code openapi.yaml}, each with the two words of its command.
 *
 * <p>The group is the first segment of the path in the singular. The name is the operation's id without the words of the group; a name
 * that two operations of a group would share is the whole id.
 */
final class ApiDocument {
  private static final String CONTRACT = "/admin/openapi.yaml";
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  private final JsonNode document;

  private ApiDocument(JsonNode document) {
    this.document = document;
  }

  /** The contract of this version. One command line uses it several times, and reading it takes a tenth of a second. */
  private static final class Loaded {
    static final ApiDocument DOCUMENT = read();
  }

  /** Returns the contract of this version. */
  static ApiDocument load() {
    return Loaded.DOCUMENT;
  }

  private static ApiDocument read() {
    try (InputStream in = ApiDocument.class.getResourceAsStream(CONTRACT)) {
      if (in == null) {
        throw new IOException(CONTRACT + " is not on the class path");
      }
      return new ApiDocument(YAMLMapper.shared().readTree(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the operations by group, in the order of the contract. */
  Map<String, List<ApiOperation>> groups() {
    Map<String, List<ApiOperation>> groups = new LinkedHashMap<>();
    document.path("paths").properties().forEach(path -> {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          ApiOperation operation =
              operation(path.getKey(), path.getValue(), each.getKey(), each.getValue());
          groups.computeIfAbsent(operation.group(), any -> new ArrayList<>()).add(operation);
        }
      }
    });
    groups.replaceAll((group, operations) -> distinct(operations));
    return groups;
  }

  private static List<ApiOperation> distinct(List<ApiOperation> operations) {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> shared = new LinkedHashSet<>();
    operations.forEach(each -> {
      if (!seen.add(each.name())) {
        shared.add(each.name());
      }
    });
    return operations.stream()
        .map(each ->
            shared.contains(each.name()) ? renamed(each, ApiOperation.kebab(each.id())) : each)
        .toList();
  }

  private static ApiOperation renamed(ApiOperation each, String name) {
    return new ApiOperation(
        each.id(),
        each.group(),
        name,
        each.method(),
        each.path(),
        each.root(),
        each.summary(),
        each.description(),
        each.role(),
        each.isOpen(),
        each.parameters(),
        each.hasBody(),
        each.properties());
  }

  private ApiOperation operation(String path, JsonNode item, String method, JsonNode node) {
    String id = node.path("operationId").asString("");
    String group = group(path);
    List<Parameter> parameters = new ArrayList<>();
    item.path("parameters").forEach(each -> parameters.add(parameter(resolved(each))));
    node.path("parameters").forEach(each -> parameters.add(parameter(resolved(each))));
    JsonNode schema = resolved(
        node.path("requestBody").path("content").path("application/json").path("schema"));
    JsonNode security = node.path("security");
    return new ApiOperation(
        id,
        group,
        name(id, group),
        method.toUpperCase(Locale.ROOT),
        path,
        item.has("servers") || node.has("servers"),
        node.path("summary").asString(id),
        node.path("description").asString(""),
        node.path("x-role").asString(""),
        security.isArray() && security.isEmpty(),
        List.copyOf(parameters),
        node.has("requestBody"),
        properties(schema));
  }

  private static String group(String path) {
    String first = path.substring(1).split("[/:]", 2)[0].replaceFirst("\\.[a-z]+$", "");
    if (first.equals("openapi")) {
      return "api-contract";
    }
    return switch (first) {
      case "status", "savings", "audit", "cache", "metrics", "history", "plan", "log" -> first;
      default ->
        first.endsWith("s") && !first.endsWith("ss")
            ? first.substring(0, first.length() - 1)
            : first;
    };
  }

  private static String name(String id, String group) {
    Set<String> own = new LinkedHashSet<>(Arrays.asList(group, group + "s"));
    List<String> words = new ArrayList<>(Arrays.asList(ApiOperation.kebab(id).split("-", -1)));
    words.removeIf(own::contains);
    String name = String.join("-", words);
    return name.isEmpty() ? "run" : name;
  }

  private Parameter parameter(JsonNode node) {
    JsonNode schema = resolved(node.path("schema"));
    return new Parameter(
        node.path("name").asString(""),
        node.path("in").asString(""),
        node.path("required").asBoolean(false),
        schema.path("type").asString("").equals("array"),
        withValues(node.path("description").asString(""), schema));
  }

  private List<Property> properties(JsonNode schema) {
    List<Property> properties = new ArrayList<>();
    schema.path("properties").properties().forEach(each -> {
      JsonNode of = resolved(each.getValue());
      properties.add(new Property(
          each.getKey(), kind(of), withValues(of.path("description").asString(""), of)));
    });
    return List.copyOf(properties);
  }

  private static Kind kind(JsonNode schema) {
    JsonNode type = schema.path("type");
    String first = type.isArray() ? type.path(0).asString("") : type.asString("");
    return switch (first) {
      case "string" -> Kind.TEXT;
      case "integer", "number" -> Kind.NUMBER;
      case "boolean" -> Kind.FLAG;
      default -> schema.has("enum") ? Kind.TEXT : Kind.JSON;
    };
  }

  private static String withValues(String description, JsonNode schema) {
    List<String> values = new ArrayList<>();
    schema.path("enum").forEach(value -> values.add(value.asString("")));
    String text = description.strip();
    return values.isEmpty()
        ? text
        : (text.isEmpty() ? "" : text + ". ") + "One of " + String.join(", ", values);
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    while (at.path("$ref").isString()) {
      at = document.at(at.path("$ref").stringValue().substring(1));
    }
    return at;
  }
}
