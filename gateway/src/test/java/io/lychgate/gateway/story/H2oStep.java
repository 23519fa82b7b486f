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

/** One recorded request to H2O 2.2.5 and what it did. Texts are octets of the wire, one a character. */
record H2oStep(JsonNode json) {
  private static final Path RECORDING =
      Path.of("casper/src/test/resources/h2o-casper-vectors.json");

  /** The connections of the recording, each with its steps in order. Those that lack a step at the start or between end there. */
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
    // Tests run in the module, or in the repository.
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
    return octets(json.get(name).asString());
  }

  List<String> texts(String name) {
    JsonNode node = json.get(name);
    return node.isNull()
        ? List.of()
        : node.isArray()
            ? node.valueStream().map(item -> octets(item.asString())).toList()
            : List.of(octets(node.asString()));
  }

  int status() {
    return json.get("status").asInt();
  }

  int capacityBits() {
    return json.get("capacity_bits").asInt();
  }

  /** The value of a setting of the client; null if it sent none. */
  @Nullable
  Integer setting(String name) {
    JsonNode settings = json.get("settings");
    return settings.isNull() || !settings.has(name) ? null : settings.get(name).asInt();
  }

  /** Name and value of further request fields, by turns. */
  List<String> extraFields() {
    List<String> fields = new ArrayList<>();
    if (!json.get("extra_headers").isNull()) {
      json.get("extra_headers")
          .forEach(pair -> pair.forEach(text -> fields.add(octets(text.asString()))));
    }
    return fields;
  }

  /** The Set-Cookie values of the answer; H2O's empty field is one. */
  List<String> setCookies() {
    return texts("set_cookie_all");
  }

  private static String octets(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return id() + " " + text("note");
  }
}
