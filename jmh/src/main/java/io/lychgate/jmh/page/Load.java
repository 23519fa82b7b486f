package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.LinkStatistics;
import tools.jackson.databind.JsonNode;

/**
 * One load of the page; times are milliseconds since the navigation began, on a new connection.
 *
 * @param htmlEnd when the last byte of the HTML was there
 * @param bytes of packets that reached the client
 * @param pushed responses that were pushed and used
 * @param hinted resources that were asked for because of a 103
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

  static Load of(JsonNode answer, LinkStatistics link) {
    return new Load(
        answer.required("firstPaint").asDouble(),
        answer.required("htmlEnd").asDouble(),
        answer.required("load").asDouble(),
        answer.required("requests").asInt(),
        answer.required("pushed").asInt(),
        answer.required("hinted").asInt(),
        link.bytesDown(),
        link.lateMicros());
  }
}
