package io.lychgate.gateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code openapi.yaml}: checks each successful request, and each response, against its schemas. */
public final class ApiContract {

  /** Paths that are not below the prefix of the API. */
  private static final Set<String> OUTSIDE = Set.of("/metrics", "/healthz", "/readyz");

  private static final JsonNode DOCUMENT = read();
  private static final List<PathTemplate> TEMPLATES = DOCUMENT.get("paths").properties().stream()
      .map(path -> new PathTemplate(pattern(path.getKey()), path.getValue()))
      .toList();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(Dialect.builder(Dialects.getOpenApi31())
          .keyword(new NonValidationKeyword("components"))
          .build());

  /** By the node of the document: most tests check the same operations, and compiling a schema takes longer than using it. */
  private static final Map<JsonNode, Schema> SCHEMAS =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private final Set<String> seen = new TreeSet<>();

  private ApiContract() {}

  /** A path with its parameters. */
  private record PathTemplate(Pattern pattern, JsonNode operations) {}

  /** Returns the contract, of which nothing was seen yet. */
  public static ApiContract load() {
    return new ApiContract();
  }

  private static JsonNode read() {
    try (InputStream in = ApiContract.class.getResourceAsStream("/admin/openapi.yaml")) {
      return YAMLMapper.builder().build().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Pattern pattern(String template) {
    return Pattern.compile(Pattern.quote(template).replaceAll("\\{[a-z]+}", "\\\\E[^/]+\\\\Q"));
  }

  /** Returns the ids of all operations. */
  public Set<String> operations() {
    Set<String> ids = new TreeSet<>();
    for (JsonNode path : DOCUMENT.get("paths").values()) {
      path.values().stream()
          .filter(JsonNode::isObject)
          .filter(operation -> operation.has("operationId"))
          .forEach(operation -> ids.add(operation.get("operationId").stringValue()));
    }
    return ids;
  }

  /** Returns the ids of the operations that are no reads. */
  public Set<String> writes() {
    Set<String> ids = new TreeSet<>();
    for (JsonNode path : DOCUMENT.get("paths").values()) {
      path.properties().stream()
          .filter(method -> !method.getKey().equals("get"))
          .map(method -> method.getValue().path("operationId").asString(""))
          .filter(id -> !id.isEmpty())
          .forEach(ids::add);
    }
    return ids;
  }

  /** Returns the methods of each path, as requests have them. */
  public Map<String, Set<String>> methods() {
    Map<String, Set<String>> methods = new TreeMap<>();
    DOCUMENT.get("paths").properties().forEach(path -> {
      boolean isOutside = OUTSIDE.contains(path.getKey());
      Set<String> ofPath = methods.computeIfAbsent(
          (isOutside ? "" : "/api/v1") + path.getKey(), key -> new TreeSet<>());
      path.getValue().properties().stream()
          .filter(each -> each.getValue().has("operationId"))
          .forEach(each -> ofPath.add(each.getKey().toUpperCase(Locale.ROOT)));
    });
    return methods;
  }

  /** Returns the addresses that have this method. */
  public Set<String> addresses(String method) {
    return addresses(method, operation -> true);
  }

  private Set<String> addresses(String method, Predicate<JsonNode> isWanted) {
    Set<String> addresses = new TreeSet<>();
    DOCUMENT.get("paths").properties().forEach(path -> {
      JsonNode operation = path.getValue().path(method.toLowerCase(Locale.ROOT));
      if (!operation.isMissingNode() && isWanted.test(operation)) {
        addresses.add((OUTSIDE.contains(path.getKey()) ? "" : "/api/v1") + path.getKey());
      }
    });
    return addresses;
  }

  /** Returns the addresses whose method has this parameter of the components. */
  public Set<String> addressesWith(String method, String parameter) {
    return addresses(
        method,
        operation -> operation
            .path("parameters")
            .valueStream()
            .anyMatch(each -> each.path("$ref").asString("").endsWith("/" + parameter)));
  }

  /** Returns the addresses whose method has a response of this status. */
  public Set<String> addressesOf(String method, int status) {
    return addresses(method, operation -> operation.path("responses").has(String.valueOf(status)));
  }

  /** Returns the ids of the operations that responded with success. */
  public Set<String> seen() {
    return seen;
  }

  public List<String> problemCodes() {
    List<String> codes = new ArrayList<>();
    DOCUMENT
        .at("/components/schemas/Problem/properties/code/enum")
        .forEach(code -> codes.add(code.stringValue()));
    return codes;
  }

  /** Returns the id of the operation of a request; empty for none. */
  public String idOf(String method, String path) {
    return operation(method, path).path("operationId").asString("");
  }

  /** Checks one exchange. A rejected request need not match the contract. */
  public void check(
      String method, String path, @Nullable String request, HttpResponse<String> response) {
    int status = response.statusCode();
    String what = method + " " + path + " " + status;
    JsonNode operation = operation(method, path);
    if (operation.isMissingNode()) {
      // Not in the contract: an unknown path or method gets an error in the usual form.
      assertThat(status).as(what + ", which is not in the contract").isIn(404, 405, 501);
      checkContent(DOCUMENT.at("/components/responses/Problem"), response, what);
      return;
    }
    JsonNode expected = operation.at("/responses/" + status);
    if (status < 400) {
      assertThat(expected.isMissingNode()).as(what).isFalse();
      seen.add(operation.get("operationId").stringValue());
      JsonNode body =
          operation.path("requestBody").path("content").path("application/json").path("schema");
      if (!body.isMissingNode()) {
        conform(body, request, what + " request");
      }
    }
    checkContent(
        resolve(expected.isMissingNode() ? operation.at("/responses/default") : expected),
        response,
        what);
  }

  private void checkContent(JsonNode declared, HttpResponse<String> response, String what) {
    declared.path("headers").properties().forEach(header -> {
      String value = response.headers().firstValue(header.getKey()).orElse("");
      assertThat(value).as(what + " " + header.getKey()).isNotEmpty();
      JsonNode schema = resolve(header.getValue()).get("schema");
      boolean isText = schema.path("type").asString("").equals("string");
      conform(
          schema,
          isText ? JsonMapper.shared().writeValueAsString(value) : value,
          what + " " + header.getKey());
    });
    JsonNode content = declared.path("content");
    if (content.isMissingNode()) {
      assertThat(response.body()).as(what).isEmpty();
      return;
    }
    String type = response.headers().firstValue("content-type").orElse("").split(";", 2)[0];
    assertThat(content.propertyNames()).as(what + " content type").contains(type);
    if (type.endsWith("json")) {
      conform(content.get(type).get("schema"), response.body(), what);
    }
  }

  /** Checks a value sent outside of a JSON body, such as in an event. */
  public void checkSchema(String name, String json) {
    conform(DOCUMENT.at("/components/schemas/" + name), json, name);
  }

  private void conform(JsonNode schema, @Nullable String json, String what) {
    List<Error> errors = SCHEMAS
        .computeIfAbsent(schema, ApiContract::compile)
        .validate(JsonMapper.shared().readTree(json));
    assertThat(errors).as("%s: %s", what, json).isEmpty();
  }

  private static Schema compile(JsonNode schema) {
    ObjectNode whole = JsonMapper.shared().createObjectNode();
    whole.setAll((ObjectNode) schema);
    whole.set("components", DOCUMENT.get("components"));
    return REGISTRY.getSchema(whole);
  }

  private static JsonNode resolve(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isString() ? DOCUMENT.at(reference.stringValue().substring(1)) : node;
  }

  /** Returns the operation of a path, or a missing node if the contract has none. */
  private static JsonNode operation(String method, String path) {
    String bare = path.split("\\?", 2)[0].replaceFirst("^/api/v1", "");
    return TEMPLATES.stream()
        .filter(template -> template.pattern().matcher(bare).matches())
        .map(template -> template.operations().path(method.toLowerCase(Locale.ROOT)))
        .filter(operation -> !operation.isMissingNode())
        .findFirst()
        .orElse(MissingNode.getInstance());
  }
}
