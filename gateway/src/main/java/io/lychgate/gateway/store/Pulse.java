package io.lychgate.gateway.store;

import java.util.List;

/**
 * The values that the gateways of a store follow, read in one query.
 *
 * @param revision the newest revision of all manifests
 * @param verdicts counter that grows with each change of a verdict
 * @param serverDecisions counter that grows with each decision on a server
 * @param experiments counter that grows with each change of an experiment
 * @param publications counter that grows with each change of a publication
 * @param nodes ordered by name
 */
public record Pulse(
    long revision,
    long verdicts,
    long serverDecisions,
    long experiments,
    long publications,
    List<NodeRow> nodes) {

  public Pulse {
    nodes = List.copyOf(nodes);
  }
}
