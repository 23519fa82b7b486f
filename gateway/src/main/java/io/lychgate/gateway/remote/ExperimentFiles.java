package io.lychgate.gateway.remote;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The designs of experiments as a file. Applying it adds and edits drafts only: starts and decisions are made by people, who see the
 * counts.
 */
final class ExperimentFiles {
  static final String FILE = "experiments.json";

  /** The parts of an experiment that a person decides. */
  private static final List<String> DESIGN = List.of(
      "id",
      "title",
      "hypothesis",
      "sites",
      "routes",
      "layer",
      "unit",
      "factor",
      "arms",
      "share",
      "ramp",
      "headline",
      "guardrails");

  private static final List<String> ARM = List.of("name", "value", "weight");

  private ExperimentFiles() {}

  /** Returns the designs of all experiments; empty if the gateway shows none to this sign-in. */
  static ArrayNode designs(GatewayClient client) throws IOException, InterruptedException {
    ArrayNode designs = JsonMapper.shared().createArrayNode();
    experiments(client).values().forEach(each -> designs.add(design(each)));
    return designs;
  }

  private static Map<String, JsonNode> experiments(GatewayClient client)
      throws IOException, InterruptedException {
    Map<String, JsonNode> experiments = new LinkedHashMap<>();
    try {
      GatewayFolder.all(client, "/api/v1/experiments")
          .forEach(each -> experiments.put(each.path("id").asString(""), each));
    } catch (GatewayClient.RefusedException e) {
      if (e.status() != 403 && e.status() != 404) {
        throw e;
      }
    }
    return experiments;
  }

  private static ObjectNode design(JsonNode experiment) {
    ObjectNode design = part(experiment, DESIGN);
    ArrayNode arms = JsonMapper.shared().createArrayNode();
    experiment.path("arms").forEach(arm -> arms.add(part(arm, ARM)));
    design.set("arms", arms);
    return design;
  }

  private static ObjectNode part(JsonNode of, List<String> names) {
    ObjectNode part = JsonMapper.shared().createObjectNode();
    for (String name : names) {
      if (of.has(name)) {
        part.set(name, of.get(name));
      }
    }
    return part;
  }

  /**
   * Adds drafts that are missing and edits those that differ.
   *
   * @param wanted the content of the file
   * @param managedBy the place of the file, with which the experiments are marked; null to mark none
   * @param report gets each change and the id of its experiment
   */
  static void apply(
      GatewayClient client,
      JsonNode wanted,
      @Nullable String managedBy,
      boolean isDry,
      BiConsumer<String, String> report)
      throws IOException, InterruptedException {
    Map<String, JsonNode> present = experiments(client);
    int number = 0;
    for (JsonNode each : wanted) {
      String id = each.path("id").asString("");
      if (id.isEmpty()) {
        throw new IOException(FILE + ": [" + number + "].id: absent (expected: the id)");
      }
      number++;
      JsonNode before = present.get(id);
      if (before == null) {
        report.accept("create experiment", id);
        if (!isDry) {
          client.send("POST", "/api/v1/experiments", each.toString(), Map.of()).close();
        }
      } else if (!isPartOf(each, design(before))) {
        edit(client, each, before, managedBy, isDry, report);
      }
      String mark = before == null ? "" : before.path("managedBy").asString("");
      if (managedBy != null && !managedBy.equals(mark)) {
        report.accept("mark experiment", id);
        if (!isDry) {
          ObjectNode body = JsonMapper.shared().createObjectNode().put("managedBy", managedBy);
          client
              .send("PUT", address(id) + "/managed-by", body.toString(), Map.of())
              .close();
        }
      }
    }
  }

  private static void edit(
      GatewayClient client,
      JsonNode wanted,
      JsonNode before,
      @Nullable String managedBy,
      boolean isDry,
      BiConsumer<String, String> report)
      throws IOException, InterruptedException {
    String id = wanted.path("id").asString("");
    String phase = before.path("phase").asString("");
    if (!phase.equals("draft")) {
      report.accept("leave experiment (" + phase + ", differs)", id);
      return;
    }
    report.accept("edit experiment", id);
    if (!isDry) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("if-match", before.path("etag").asString(""));
      if (managedBy != null) {
        fields.put("x-lychgate-managed-by", managedBy);
      }
      client.send("PUT", address(id), wanted.toString(), fields).close();
    }
  }

  private static String address(String id) {
    return "/api/v1/experiments/" + GatewayFolder.encoded(id);
  }

  /** Returns true if each value of the file is that of the gateway. A value that the file leaves out is a default. */
  static boolean isPartOf(JsonNode file, JsonNode gateway) {
    if (file.isNumber() && gateway.isNumber()) {
      return file.decimalValue().compareTo(gateway.decimalValue()) == 0;
    }
    if (file.isObject() && gateway.isObject()) {
      return file.properties().stream()
          .allMatch(each ->
              gateway.has(each.getKey()) && isPartOf(each.getValue(), gateway.get(each.getKey())));
    }
    if (file.isArray() && gateway.isArray() && file.size() == gateway.size()) {
      for (int i = 0; i < file.size(); i++) {
        if (!isPartOf(file.get(i), gateway.get(i))) {
          return false;
        }
      }
      return true;
    }
    return file.equals(gateway);
  }
}
