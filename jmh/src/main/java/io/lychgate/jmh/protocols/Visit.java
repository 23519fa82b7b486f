package io.lychgate.jmh.protocols;

import tools.jackson.databind.JsonNode;

/**
 * One load of a page; times are milliseconds since the client began to connect.
 *
 * @param connectMillis to the first TCP connection; 0 with QUIC, which has one handshake for both
 * @param secureMillis to the end of the TLS or QUIC handshake
 * @param firstByteMillis to the head of the first response
 * @param completeMillis to the last byte of the last body
 */
record Visit(
    double connectMillis,
    double secureMillis,
    double firstByteMillis,
    double completeMillis,
    int connections) {

  static Visit of(JsonNode reply) {
    return new Visit(
        reply.required("connectMillis").asDouble(),
        reply.required("secureMillis").asDouble(),
        reply.required("firstByteMillis").asDouble(),
        reply.required("completeMillis").asDouble(),
        reply.required("connections").asInt());
  }
}
