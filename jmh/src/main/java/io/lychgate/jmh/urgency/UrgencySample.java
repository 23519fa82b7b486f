package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.LinkStatistics;

/** An arrival with its conditions. */
record UrgencySample(int round, Case question, Arrival arrival, LinkStatistics link) {

  /** Case: a server, a change and a source. */
  record Case(String server, Change change, Source source) {}
}
