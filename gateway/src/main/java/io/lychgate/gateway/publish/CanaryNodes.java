package io.lychgate.gateway.publish;

import io.lychgate.gateway.store.ContentHash;
import java.util.Comparator;
import java.util.List;

/**
 * The choice of the nodes that run a canary. Nodes are ordered by a hash of manifest and id: the choice does not depend on who makes
 * it, and a larger share contains the smaller one.
 */
final class CanaryNodes {
  private CanaryNodes() {}

  /** @param ids the ids of the nodes; at least {@code number} */
  static List<String> choose(String manifest, List<String> ids, int number) {
    return ids.stream()
        .sorted(Comparator.comparing(id -> ContentHash.of(manifest + "\n" + id)))
        .limit(number)
        .sorted()
        .toList();
  }

  /** Returns the number of nodes of a share: at least one, and never all. */
  static int numberOf(int percent, int nodes) {
    int rounded = (int) Math.ceil(percent * nodes / 100.0);
    return Math.max(1, Math.min(rounded, nodes - 1));
  }
}
