package io.lychgate.casper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Responses of H2O 2.2.5, recorded from the binary: one entry per request, in order within a connection. */
final class H2oVectors {
  private H2oVectors() {}

  static List<Vector> all() {
    List<Vector> vectors = new ArrayList<>();
    try (InputStream in = H2oVectors.class.getResourceAsStream("/h2o-casper-vectors.json")) {
      for (JsonNode node :
          JsonMapper.shared().readTree(Objects.requireNonNull(in, "h2o-casper-vectors.json"))) {
        vectors.add(new Vector(node));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vectors;
  }

  /** Returns the connections without a missing step, so that they can be played from the start. */
  static List<List<Vector>> wholeConnections() {
    Map<String, List<Vector>> byConnection = new LinkedHashMap<>();
    for (Vector vector : all()) {
      byConnection.computeIfAbsent(vector.text("conn"), c -> new ArrayList<>()).add(vector);
    }
    List<List<Vector>> whole = new ArrayList<>();
    for (List<Vector> steps : byConnection.values()) {
      List<Vector> known = new ArrayList<>();
      for (Vector step : steps) {
        if (step.json().get("step").asInt() != known.size() + 1
            || step.json().get("model").isNull()) {
          break;
        }
        known.add(step);
      }
      if (!known.isEmpty()) {
        whole.add(known);
      }
    }
    return whole;
  }

  record Vector(JsonNode json) {
    String text(String name) {
      return json.get(name).asString();
    }

    int capacityBits() {
      return json.get("capacity_bits").asInt();
    }

    /** Returns the Set-Cookie value of the requested response, or null if there is none or H2O sent an empty field. */
    @Nullable
    String setCookie() {
      JsonNode cookie = json.get("set_cookie");
      return cookie.isNull() || cookie.asString().isEmpty() ? null : cookie.asString();
    }

    List<String> requestCookies() {
      JsonNode cookie = json.get("request_cookie");
      return cookie.isNull()
          ? List.of()
          : cookie.isArray() ? texts(cookie) : List.of(cookie.asString());
    }

    List<String> texts(String name) {
      return texts(json.get(name));
    }

    int @Nullable [] keys(String name) {
      JsonNode keys = json.get(name);
      return keys == null || keys.isNull()
          ? null
          : keys.valueStream().mapToInt(JsonNode::asInt).toArray();
    }

    JsonNode model() {
      return json.get("model");
    }

    @Override
    public String toString() {
      return text("id") + " " + text("note");
    }

    private static List<String> texts(JsonNode array) {
      return array.valueStream().map(JsonNode::asString).toList();
    }
  }
}
