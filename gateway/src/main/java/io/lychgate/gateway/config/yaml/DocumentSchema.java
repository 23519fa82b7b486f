package io.lychgate.gateway.config.yaml;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON Schema (draft 2020-12) that turns each validation error into a problem with a line. */
final class DocumentSchema {
  /** The standard dialect with the keywords of {@link SchemaObjection}. */
  private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
      .keyword(new NonValidationKeyword(SchemaObjection.EXPECTED))
      .keyword(new NonValidationKeyword(SchemaObjection.STRICT))
      .build();

  private final JsonNode json;
  private final Schema schema;

  private DocumentSchema(JsonNode json) {
    this.json = json;
    this.schema = SchemaRegistry.withDialect(DIALECT).getSchema(json);
  }

  static DocumentSchema ofText(String text) {
    return new DocumentSchema(JsonMapper.shared().readTree(text));
  }

  static DocumentSchema ofResource(String resource) {
    try (InputStream in = DocumentSchema.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "resource: " + resource + " (expected: a file of the class path)");
      }
      return ofText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the problems of a document, at most {@link Limits#MAX_PROBLEMS}: a text of a megabyte can have a hundred thousand.
   *
   * @param strangeKeys gets the unknown keys instead of the result; null to return them as problems
   */
  List<ConfigProblem> problems(
      YamlNode root, String sourceName, @Nullable Consumer<ConfigProblem> strangeKeys) {
    List<Error> errors;
    try {
      errors = schema.validate(root.json());
    } catch (JacksonException | ArithmeticException e) {
      return List.of(new ConfigProblem(
          sourceName, 1, 1, "", "document: cannot be validated, " + e.getMessage()));
    }
    // One problem per place and keyword, or else each branch of anyOf and oneOf would add its own.
    Map<String, ConfigProblem> problems = new LinkedHashMap<>();
    int strange = 0;
    for (Error error : errors) {
      SchemaObjection objection = new SchemaObjection(error, json);
      if (strangeKeys != null && objection.isStrangeKey()) {
        if (strange++ < Limits.MAX_PROBLEMS) {
          strangeKeys.accept(objection.problem(root, sourceName));
        }
        continue;
      }
      if (problems.size() == Limits.MAX_PROBLEMS) {
        break;
      }
      problems.putIfAbsent(objection.identity(), objection.problem(root, sourceName));
    }
    return List.copyOf(problems.values());
  }

  /**
   * Returns the document in which values from elsewhere have the types that the schema wants. A variable with the value 12345 is a
   * number by its form, but a fine password. A quoted one is a text, but within braces YAML requires the quotes, and the schema may
   * want a number.
   */
  YamlNode withTypes(YamlNode root) {
    YamlNode changed = root;
    for (Error error : schema.validate(root.json())) {
      SchemaObjection objection = new SchemaObjection(error, json);
      List<Object> place = objection.place();
      YamlNode node = changed;
      for (Object element : place) {
        YamlNode child = node == null ? null : node.child(element);
        node = child;
      }
      if (node == null || node.reference() == null) {
        continue;
      }
      if (node.json().isString()) {
        changed = objection.isOfTypeOrChoice() ? changed.with(place, node.asPlain()) : changed;
      } else if (objection.isOfType()) {
        changed = changed.with(place, node.asText());
      }
    }
    return changed;
  }

  /**
   * Returns the document without the values that the schema rejects, so that other checks can go on. Members may still be missing. A
   * value that should have keys becomes an empty mapping. Returns empty if more than {@link Limits#MAX_PROBLEMS} values are rejected.
   */
  Optional<YamlNode> accepted(YamlNode root) {
    YamlNode part = root;
    int removed = 0;
    while (true) {
      List<SchemaObjection> apart = apart(schema.validate(part.json()));
      if (apart.isEmpty()) {
        return Optional.of(part);
      }
      removed += apart.size();
      if (removed > Limits.MAX_PROBLEMS) {
        return Optional.empty();
      }
      YamlNode empty =
          YamlNode.mapping(JsonNodeFactory.instance.objectNode(), part.position(), Map.of());
      for (SchemaObjection objection : apart) {
        part = part.with(objection.culprit(), objection.expectsMapping() ? empty : null);
      }
    }
  }

  /** Returns the first of all objections whose culprits contain one another: without that one, the document may have no other of them. */
  private List<SchemaObjection> apart(List<Error> errors) {
    List<SchemaObjection> apart = new ArrayList<>();
    for (Error error : errors) {
      SchemaObjection objection = new SchemaObjection(error, json);
      List<Object> culprit = objection.culprit();
      if (!culprit.isEmpty()
          && apart.stream().noneMatch(each -> isOneWithin(each.culprit(), culprit))) {
        apart.add(objection);
      }
      if (apart.size() > Limits.MAX_PROBLEMS) {
        break;
      }
    }
    return apart;
  }

  private static boolean isOneWithin(List<Object> one, List<Object> other) {
    int common = Math.min(one.size(), other.size());
    return one.subList(0, common).equals(other.subList(0, common));
  }

  /** Returns the path as in messages: {@code listeners[0].address}. */
  static String path(NodePath path) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < path.getNameCount(); i++) {
      Object element = path.getElement(i);
      if (element instanceof Integer) {
        text.append('[').append(element).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(element);
      }
    }
    return text.toString();
  }
}
