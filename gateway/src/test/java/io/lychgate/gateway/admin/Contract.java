package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code openapi.yaml}, held against what is really sent in both directions. */
final class Contract {

  private final JsonNode document;
  private final SchemaRegistry registry =
      SchemaRegistry.withDialect(Dialect.builder(Dialects.getDraft202012())
          .keyword(new NonValidationKeyword("components"))
          .build());
  private final Map<JsonNode, Schema> schemas = new HashMap<>();
  private final Set<String> seen = new TreeSet<>();

  private Contract(JsonNode document) {
    this.document = document;
  }

  static Contract load() {
    try (InputStream in = Contract.class.getResourceAsStream("/admin/openapi.yaml")) {
      return new Contract(YAMLMapper.builder().build().readTree(Objects.requireNonNull(in)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ids of all operations. */
  Set<String> operations() {
    Set<String> ids = new TreeSet<>();
    for (JsonNode path : document.get("paths").values()) {
      path.values().stream()
          .filter(JsonNode::isObject)
          .filter(operation -> operation.has("operationId"))
          .forEach(operation -> ids.add(operation.get("operationId").stringValue()));
    }
    return ids;
  }

  /** Ids of the operations that answered with success. */
  Set<String> seen() {
    return seen;
  }

  List<String> problemCodes() {
    List<String> codes = new ArrayList<>();
    document
        .at("/components/schemas/Problem/properties/code/enum")
        .forEach(code -> codes.add(code.stringValue()));
    return codes;
  }

  /** Checks one exchange. A request that was refused need not fit the contract. */
  void check(
      String method,
      String path,
      @Nullable String request,
      int status,
      String type,
      String response) {
    JsonNode operation = operation(method, path);
    JsonNode answer = operation.at("/responses/" + status);
    boolean success = status < 400;
    assertThat(success && answer.isMissingNode())
        .as("%s %s answers %s", method, path, status)
        .isFalse();
    if (success) {
      seen.add(operation.get("operationId").stringValue());
      JsonNode body =
          operation.path("requestBody").path("content").path("application/json").path("schema");
      if (!body.isMissingNode()) {
        conform(body, request, method + " " + path + " request");
      }
    }
    JsonNode declared =
        resolve(answer.isMissingNode() ? operation.at("/responses/default") : answer);
    JsonNode content = declared.path("content");
    if (content.isMissingNode()) {
      assertThat(response).isEmpty();
      return;
    }
    String bareType = type.split(";", 2)[0];
    assertThat(content.propertyNames()).as("%s %s content type", method, path).contains(bareType);
    if (bareType.endsWith("json")) {
      conform(content.get(bareType).get("schema"), response, method + " " + path + " " + status);
    }
  }

  /** Checks a value that is sent outside of a JSON body, such as in an event. */
  void checkSchema(String name, String json) {
    conform(document.at("/components/schemas/" + name), json, name);
  }

  private void conform(JsonNode schema, @Nullable String json, String what) {
    List<Error> errors = schemas
        .computeIfAbsent(schema, this::compile)
        .validate(JsonMapper.shared().readTree(json));
    assertThat(errors).as("%s: %s", what, json).isEmpty();
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = JsonMapper.shared().createObjectNode();
    whole.setAll((ObjectNode) schema);
    whole.set("components", document.get("components"));
    return registry.getSchema(whole);
  }

  private JsonNode resolve(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isString() ? document.at(reference.stringValue().substring(1)) : node;
  }

  private JsonNode operation(String method, String path) {
    String bare = path.split("\\?", 2)[0].replaceFirst("^/api/v1", "");
    JsonNode paths = document.get("paths");
    for (String template : paths.propertyNames()) {
      String pattern = Pattern.quote(template).replaceAll("\\{[a-z]+}", "\\\\E[^/]+\\\\Q");
      JsonNode operation = paths.get(template).path(method.toLowerCase(Locale.ROOT));
      if (bare.matches(pattern) && !operation.isMissingNode()) {
        return operation;
      }
    }
    throw new AssertionError(method + " " + path + " is not in the contract");
  }
}
