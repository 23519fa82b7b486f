package io.lychgate.jmh.peers;

/** Figure of a trial, with its title and the number of its digits. */
enum Metric {
  CPU_MICROS("cpuMicrosPerRequest", "CPU µs/request", 1),
  REQUESTS_PER_SECOND("requestsPerSecond", "requests/s", 0),
  P50_MICROS("p50Micros", "p50 µs", 0),
  P99_MICROS("p99Micros", "p99 µs", 0),
  P999_MICROS("p999Micros", "p99.9 µs", 0),
  MAX_MICROS("maxMicros", "longest µs", 0),
  PAUSE_MS("longestPauseMillis", "longest GC pause ms", 1),
  ERRORS("errors", "errors", 0),
  RELOAD_MS("millisToEffect", "ms to effect", 0),
  FIRST_P99_MICROS("firstP99Micros", "p99 µs of the first 1,000", 0),
  STEADY_MS("millisToSteadySpeed", "ms to steady speed", 0),
  RSS_MB("rssMb", "RSS MB", 1),
  PSS_MB("pssMb", "PSS MB", 1),
  GARBAGE_KB("garbageKbPerRequest", "garbage KB/request", 1),
  IDLE_KB("pssKbPerConnection", "PSS KB/connection", 1),
  START_MS("millisToFirstAnswer", "ms to first response", 1);

  private final String key;
  private final String title;
  private final int digits;

  Metric(String key, String title, int digits) {
    this.key = key;
    this.title = title;
    this.digits = digits;
  }

  /** Name in the JSON file. */
  String key() {
    return key;
  }

  /** Title of its column. */
  String title() {
    return title;
  }

  /** Digits after the decimal point. */
  int digits() {
    return digits;
  }
}
