package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.LinkStatistics;

/** An arrival with its circumstances. */
record UrgencySample(int round, Case question, Arrival arrival, LinkStatistics link) {

  /** What is asked: of a server, with a change, from a source. */
  record Case(String server, Change change, Source source) {}
}
