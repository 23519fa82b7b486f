package io.lychgate.gateway.story;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One recorded request to H2O 2.2.5 and its effects. Texts hold bytes of the wire, one per character. */
record H2oStep(JsonNode json) {
  private static final Path RECORDING =
      Path.of("casper/src/test/resources/h2o-casper-vectors.json");

  /** Returns the recorded connections, each with its steps in order. A connection ends at its first missing step. */
  static List<List<H2oStep>> connections() {
    Map<String, List<H2oStep>> connections = new LinkedHashMap<>();
    for (H2oStep step : all()) {
      List<H2oStep> steps =
          connections.computeIfAbsent(step.text("conn"), name -> new ArrayList<>());
      if (step.json.get("step").asInt() == steps.size() + 1) {
        steps.add(step);
      }
    }
    return connections.values().stream().filter(steps -> !steps.isEmpty()).toList();
  }

  private static List<H2oStep> all() {
    // Tests run in the module folder, or in the repository root.
    Path file = Files.exists(RECORDING) ? RECORDING : Path.of("..").resolve(RECORDING);
    try {
      return JsonMapper.shared()
          .readTree(Files.readString(file))
          .valueStream()
          .map(H2oStep::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String id() {
    return text("id");
  }

  String text(String name) {
    return latin1(json.get(name).asString());
  }

  List<String> texts(String name) {
    JsonNode node = json.get(name);
    return node.isNull()
        ? List.of()
        : node.isArray()
            ? node.valueStream().map(item -> latin1(item.asString())).toList()
            : List.of(latin1(node.asString()));
  }

  int status() {
    return json.get("status").asInt();
  }

  int capacityBits() {
    return json.get("capacity_bits").asInt();
  }

  /** Returns the value of a client setting, or null if it sent none. */
  @Nullable
  Integer setting(String name) {
    JsonNode settings = json.get("settings");
    return settings.isNull() || !settings.has(name) ? null : settings.get(name).asInt();
  }

  /** Returns names and values of further request fields in turn. */
  List<String> extraFields() {
    List<String> fields = new ArrayList<>();
    if (!json.get("extra_headers").isNull()) {
      json.get("extra_headers")
          .forEach(pair -> pair.forEach(text -> fields.add(latin1(text.asString()))));
    }
    return fields;
  }

  /** Returns the Set-Cookie values of the response, including the empty field of H2O. */
  List<String> setCookies() {
    return texts("set_cookie_all");
  }

  private static String latin1(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return id() + " " + text("note");
  }
}
