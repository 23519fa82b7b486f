package io.lychgate.gateway.admin.seam;

/** Number of nodes that run a revision, and of all nodes: "effective on 3 of 3 nodes". */
public record Nodes(int effective, int total) {

  public Nodes {
    if (effective < 0 || total < 1 || effective > total) {
      throw new IllegalArgumentException(
          "nodes: " + effective + " of " + total + " (expected: 0-total of at least 1)");
    }
  }
}
