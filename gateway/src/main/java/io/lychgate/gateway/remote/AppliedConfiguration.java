package io.lychgate.gateway.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The file of a folder that becomes the configuration of a gateway's store. */
final class AppliedConfiguration {
  private static final String ADDRESS = "/api/v1/configuration";

  /** Bytes of the document, as the gateway limits it. */
  private static final int MAX_BYTES = 1 << 20;

  private final GatewayClient client;
  private final Path file;
  private final @Nullable String managedBy;
  private final String comment;
  private final boolean dryRun;
  private final Consumer<String> report;

  /** @param report takes the word for each change */
  AppliedConfiguration(
      GatewayClient client,
      Path file,
      @Nullable String managedBy,
      String comment,
      boolean dryRun,
      Consumer<String> report) {
    this.client = client;
    this.file = file;
    this.managedBy = managedBy;
    this.comment = comment;
    this.dryRun = dryRun;
    this.report = report;
  }

  boolean isPresent() {
    return Files.exists(file);
  }

  private String text() throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + ": more than " + MAX_BYTES + " bytes");
    }
    return Files.readString(file);
  }

  /** Returns true if the gateway finds no problem in the file, or if there is none. */
  boolean isValid(PrintWriter err) throws IOException, InterruptedException {
    if (!isPresent()) {
      return true;
    }
    ObjectNode body = JsonMapper.shared().createObjectNode().put("text", text());
    JsonNode result = send("POST", ADDRESS + ":validate", body, Map.of());
    for (JsonNode problem : result.path("problems")) {
      err.println(file + ":" + problem.path("line").asInt(0) + ":"
          + problem.path("column").asInt(0) + ": " + problem.path("message").asString(""));
    }
    err.flush();
    return result.path("valid").asBoolean(false);
  }

  /** Publishes the file if it is not in force. */
  void apply() throws IOException, InterruptedException {
    if (!isPresent()) {
      return;
    }
    String text = text();
    JsonNode present = GatewayFolder.configuration(client);
    if (present == null) {
      throw new IOException(
          file
              + ": the gateway has its configuration in a file, or this sign-in may not see it (expected: `config: { from: store }`, and the role admin for all sites)");
    }
    if (!text.equals(present.path("text").asString(""))) {
      report.accept("publish");
      if (!dryRun) {
        publish(text, present);
      }
    }
    String before = present.path("managedBy").asString("");
    if (managedBy != null && !managedBy.equals(before)) {
      report.accept("mark");
      if (!dryRun) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("managedBy", managedBy);
        var unused = send("PUT", ADDRESS + "/managed-by", body, Map.of());
      }
    }
  }

  private void publish(String text, JsonNode present) throws IOException, InterruptedException {
    boolean isFirst = !present.path("published").isObject();
    String tag = isFirst ? "*" : present.path("etag").asString("");
    if (isFirst || !present.at("/draft/text").asString("").equals(text)) {
      ObjectNode draft = JsonMapper.shared().createObjectNode().put("text", text);
      try (GatewayClient.Response response =
          client.send("PUT", ADDRESS + "/draft", draft.toString(), fields(tag))) {
        tag = response.fields().getOrDefault("etag", "");
      }
    }
    // The first text of a store is in force at once.
    if (!isFirst) {
      ObjectNode body = JsonMapper.shared().createObjectNode().put("comment", comment);
      var unused = send("POST", ADDRESS + "/publish", body, fields(tag));
    }
  }

  private Map<String, String> fields(String tag) {
    Map<String, String> fields = new HashMap<>(Map.of("if-match", tag));
    if (managedBy != null) {
      fields.put("x-lychgate-managed-by", managedBy);
    }
    return fields;
  }

  private JsonNode send(String method, String path, JsonNode body, Map<String, String> fields)
      throws IOException, InterruptedException {
    try (GatewayClient.Response response = client.send(method, path, body.toString(), fields)) {
      return response.json();
    }
  }
}
