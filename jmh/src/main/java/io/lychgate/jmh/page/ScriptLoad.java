package io.lychgate.jmh.page;

import tools.jackson.databind.JsonNode;

/**
 * One load of a page with or without a script. Times are milliseconds; paints and the load event are since the navigation began.
 *
 * @param mainThread processor time of all tasks of the main thread, until the page is left
 * @param evaluation processor time of the main thread that compiles the script and runs it once
 * @param callbacks processor time of the main thread in later calls into the script, until the page has been left
 * @param calls number of all these calls
 */
record ScriptLoad(
    int round,
    ScriptedPage page,
    double largestPaint,
    double firstPaint,
    double load,
    double mainThread,
    double evaluation,
    double callbacks,
    int calls) {

  static ScriptLoad of(int round, ScriptedPage page, JsonNode reply) {
    return new ScriptLoad(
        round,
        page,
        reply.required("largest").asDouble(),
        reply.required("firstPaint").asDouble(),
        reply.required("load").asDouble(),
        reply.required("mainThread").asDouble(),
        reply.required("evaluation").asDouble(),
        reply.required("callbacks").asDouble(),
        reply.required("calls").asInt());
  }

  /** Returns the processor time of the main thread in the script. */
  double script() {
    return evaluation + callbacks;
  }
}
