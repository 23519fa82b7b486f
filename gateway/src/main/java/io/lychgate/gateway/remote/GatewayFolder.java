package io.lychgate.gateway.remote;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The state of a gateway in the form of files. */
final class GatewayFolder {
  /** The file with the stored configuration. */
  static final String CONFIGURATION = "configuration.yaml";

  private GatewayFolder() {}

  /** Returns all manifests with their texts, by name. */
  static Map<String, JsonNode> manifests(GatewayClient client)
      throws IOException, InterruptedException {
    Map<String, JsonNode> manifests = new TreeMap<>();
    for (JsonNode each : all(client, "/api/v1/manifests")) {
      String name = each.path("name").asString("");
      manifests.put(name, client.get("/api/v1/manifests/" + encoded(name)));
    }
    return manifests;
  }

  /** Returns the decisions of operators on servers: upstream, server, decision and reason of each. */
  static ArrayNode decisions(GatewayClient client) throws IOException, InterruptedException {
    ArrayNode decisions = JsonMapper.shared().createArrayNode();
    for (JsonNode upstream : all(client, "/api/v1/upstreams")) {
      for (JsonNode server : upstream.path("servers")) {
        JsonNode override = server.path("override");
        if (override.isObject()) {
          ObjectNode decision = decisions.addObject();
          decision.put("upstream", upstream.path("name").asString(""));
          decision.put("server", server.path("id").asString(""));
          decision.put("decision", override.path("kind").asString(""));
          decision.put("reason", override.path("reason").asString(""));
        }
      }
    }
    return decisions;
  }

  /** Returns the configuration of the store; null if a file of the gateway has it, or if this sign-in may not see it. */
  static @Nullable JsonNode configuration(GatewayClient client)
      throws IOException, InterruptedException {
    try (GatewayClient.Response response =
        client.send("GET", "/api/v1/configuration", null, Map.of())) {
      JsonNode configuration = response.json();
      return configuration.path("from").asString("").equals("store")
          ? ((ObjectNode) configuration).put("etag", response.fields().get("etag"))
          : null;
    } catch (GatewayClient.RefusedException e) {
      // An earlier version has no such resource.
      if (e.status() == 403 || e.status() == 404) {
        return null;
      }
      throw e;
    }
  }

  /** Returns the users as the API shows them; null if the gateway shows none to this sign-in. */
  static @Nullable JsonNode users(GatewayClient client) throws IOException, InterruptedException {
    try {
      return all(client, "/api/v1/users");
    } catch (GatewayClient.RefusedException e) {
      if (e.status() == 403 || e.status() == 404) {
        return null;
      }
      throw e;
    }
  }

  /** Returns the items of all pages. */
  static ArrayNode all(GatewayClient client, String path) throws IOException, InterruptedException {
    return PagedList.read(client, path, Integer.MAX_VALUE).withArray("items");
  }

  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
