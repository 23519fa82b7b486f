package io.lychgate.jmh.protocols;

/**
 * Processor time of a server.
 *
 * @param micros user and system time per unit of the work
 */
record CpuSample(int round, Case question, double micros) {

  /** Server, its work and the protocol. */
  record Case(String server, Work work, Protocol protocol) {}
}
