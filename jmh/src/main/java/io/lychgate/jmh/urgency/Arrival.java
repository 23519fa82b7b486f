package io.lychgate.jmh.urgency;

import tools.jackson.databind.JsonNode;

/**
 * Arrival of the urgent response.
 *
 * @param millis time from the change to its first byte; for a stream that waited, to the first byte of its first 32 KiB in one run
 * @param bytesAhead bytes of the large response that arrived in between
 * @param earlyBytes bytes of the urgent response that arrived before the change, as the server did not hold them back
 */
record Arrival(double millis, long bytesAhead, long earlyBytes) {

  static Arrival of(JsonNode reply) {
    return new Arrival(
        reply.required("millis").asDouble(),
        reply.required("bytesAhead").asLong(),
        reply.required("earlyBytes").asLong());
  }
}
