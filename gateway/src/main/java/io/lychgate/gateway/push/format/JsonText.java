package io.lychgate.gateway.push.format;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON as the tools do: indented, with a newline at its end. */
final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  static String of(JsonNode json) {
    return MAPPER.writeValueAsString(json) + "\n";
  }
}
