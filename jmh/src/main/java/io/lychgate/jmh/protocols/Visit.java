package io.lychgate.jmh.protocols;

import tools.jackson.databind.JsonNode;

/**
 * One load of a page; times are milliseconds since the client began to connect.
 *
 * @param connectMillis to the first TCP connection; 0 of QUIC, whose handshake is one
 * @param secureMillis to the end of the handshake of TLS or QUIC
 * @param firstByteMillis to the head of the first response
 * @param completeMillis to the last byte of the last body
 */
record Visit(
    double connectMillis,
    double secureMillis,
    double firstByteMillis,
    double completeMillis,
    int connections) {

  static Visit of(JsonNode answer) {
    return new Visit(
        answer.required("connectMillis").asDouble(),
        answer.required("secureMillis").asDouble(),
        answer.required("firstByteMillis").asDouble(),
        answer.required("completeMillis").asDouble(),
        answer.required("connections").asInt());
  }
}
