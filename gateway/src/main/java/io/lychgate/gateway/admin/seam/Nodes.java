package io.lychgate.gateway.admin.seam;

/** "Effective on 3 of 3 nodes". */
public record Nodes(int effective, int total) {

  public Nodes {
    if (effective < 0 || total < 1 || effective > total) {
      throw new IllegalArgumentException(
          "nodes: " + effective + " of " + total + " (expected: 0-total of at least 1)");
    }
  }
}
