package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The defaults in the schema equal those of the records. */
final class SchemaDefaultsTest {
  private static final JsonNode SCHEMA = JsonMapper.shared().readTree(ConfigReader.schemaText());

  @TempDir
  Path directory;

  @Test
  void explicitDefaultsChangeNothing() {
    ObjectNode minimal = (ObjectNode) JsonMapper.shared().readTree("""
            { "listeners": [{ "name": "a", "address": "localhost:80" }], "sites": [],
              "upstreams": { "app": { "servers": ["http://a"] } } }
            """);
    ObjectNode full = minimal.deepCopy();
    fill((ObjectNode) full.path("listeners").path(0), SCHEMA.path("$defs").path("listener"));
    fill((ObjectNode) full.path("upstreams").path("app"), SCHEMA.path("$defs").path("upstream"));
    fill(full, SCHEMA);

    assertThat(full.path("listeners").path(0).path("limits").size()).isEqualTo(9);
    assertThat(read(full)).isEqualTo(read(minimal));
  }

  /** Adds the default of each key that has one, and a section for each key that is one. */
  private static void fill(ObjectNode target, JsonNode schema) {
    schema.path("properties").properties().forEach(property -> {
      JsonNode declared = property.getValue();
      JsonNode section = SCHEMA.at(declared.path("$ref").asString("").replaceFirst("^#", ""));
      boolean isSection = declared.has("$ref") && section.path("default").isObject();
      if (isSection) {
        ObjectNode child = JsonNodeFactory.instance.objectNode();
        fill(child, section);
        target.set(property.getKey(), child);
      } else if (declared.has("default") && !target.has(property.getKey())) {
        target.set(property.getKey(), declared.path("default"));
      }
    });
  }

  private GatewayConfig read(JsonNode document) {
    Checked<GatewayConfig> read =
        ConfigReader.of(Map.of()).read(document.toString(), "defaults", directory);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }
}
