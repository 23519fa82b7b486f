package io.lychgate.jmh.urgency;

import tools.jackson.databind.JsonNode;

/**
 * When the urgent response came.
 *
 * @param millis from the change to its first byte; of a stream that waited, to the first byte of its first 32 KiB in one run
 * @param bytesAhead of the large response that came in between
 * @param earlyBytes of the urgent response that came before the change: the server did not hold them back
 */
record Arrival(double millis, long bytesAhead, long earlyBytes) {

  static Arrival of(JsonNode answer) {
    return new Arrival(
        answer.required("millis").asDouble(),
        answer.required("bytesAhead").asLong(),
        answer.required("earlyBytes").asLong());
  }
}
