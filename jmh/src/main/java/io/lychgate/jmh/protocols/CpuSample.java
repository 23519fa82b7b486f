package io.lychgate.jmh.protocols;

/**
 * Processor time of a server.
 *
 * @param micros user and system time for each unit of the work
 */
record CpuSample(int round, Case question, double micros) {

  /** What was asked of whom. */
  record Case(String server, Work work, Protocol protocol) {}
}
