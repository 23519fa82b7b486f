package io.lychgate.jmh.urgency;

import tools.jackson.databind.JsonNode;

/**
 * When the first byte of the urgent response came.
 *
 * @param millis since the change was written; counts nothing when it came early
 * @param bytesAhead of the large response that came in between
 * @param isEarly it came before the change: the server did not hold it back
 */
record Arrival(double millis, long bytesAhead, boolean isEarly) {

  static Arrival of(JsonNode answer) {
    return new Arrival(
        answer.required("millis").asDouble(),
        answer.required("bytesAhead").asLong(),
        answer.required("isEarly").asBoolean());
  }
}
