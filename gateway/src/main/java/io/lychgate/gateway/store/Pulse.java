package io.lychgate.gateway.store;

import java.util.List;

/**
 * What the gateways of a store have to follow, read in one look.
 *
 * @param revision the newest one of all manifests
 * @param verdicts grows with each change of a verdict
 * @param nodes by name
 */
public record Pulse(long revision, long verdicts, List<NodeRow> nodes) {

  public Pulse {
    nodes = List.copyOf(nodes);
  }
}
