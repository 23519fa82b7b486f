package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.LinkStatistics;
import tools.jackson.databind.JsonNode;

/**
 * One load of the page; times are milliseconds since the navigation began, on a new connection.
 *
 * @param htmlEnd arrival of the last byte of the HTML
 * @param bytes bytes of packets that reached the client
 * @param pushed responses that were pushed and used
 * @param hinted resources that were requested because of a 103
 */
record Load(
    double firstPaint,
    double htmlEnd,
    double load,
    int requests,
    int pushed,
    int hinted,
    long bytes,
    double linkLateMicros) {

  static Load of(JsonNode reply, LinkStatistics link) {
    return new Load(
        reply.required("firstPaint").asDouble(),
        reply.required("htmlEnd").asDouble(),
        reply.required("load").asDouble(),
        reply.required("requests").asInt(),
        reply.required("pushed").asInt(),
        reply.required("hinted").asInt(),
        link.bytesDown(),
        link.lateMicros());
  }
}
