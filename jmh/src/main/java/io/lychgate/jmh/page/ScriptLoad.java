package io.lychgate.jmh.page;

import tools.jackson.databind.JsonNode;

/**
 * One load of the page with or without the script for page timings. Times are milliseconds; paints and the load event are since the
 * navigation began.
 *
 * @param hasScript true if the gateway has added the script
 * @param script time of the script's tasks on the main thread, with its compilation
 * @param tasks number of these tasks
 */
record ScriptLoad(
    int round,
    boolean hasScript,
    double largestPaint,
    double firstPaint,
    double load,
    double script,
    int tasks) {

  static ScriptLoad of(int round, boolean hasScript, JsonNode reply) {
    return new ScriptLoad(
        round,
        hasScript,
        reply.required("largest").asDouble(),
        reply.required("firstPaint").asDouble(),
        reply.required("load").asDouble(),
        reply.required("script").asDouble(),
        reply.required("tasks").asInt());
  }
}
