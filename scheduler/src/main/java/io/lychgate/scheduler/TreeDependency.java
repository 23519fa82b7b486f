package io.lychgate.scheduler;

/**
 * A place in the dependency tree of RFC 7540 5.3.
 *
 * @param parentId the stream above, 0 for the root
 * @param weight 1-256, which is the wire value plus one; {@link #RAISED_WEIGHT} is the gateway's own
 * @param exclusive true if all other dependents of the parent go below this stream
 */
public record TreeDependency(int parentId, int weight, boolean exclusive)
    implements StreamPriority {
  /** Weight above every weight of a client. Never comes from the wire. */
  public static final int RAISED_WEIGHT = 257;

  /** RFC 7540 5.3.5: the default priority of a stream. */
  public static final TreeDependency DEFAULT = new TreeDependency(0, 16, false);

  /** The place that the gateway gives to resources that block painting. */
  public static final TreeDependency RAISED = new TreeDependency(0, RAISED_WEIGHT, false);

  public TreeDependency {
    if (parentId < 0) {
      throw new IllegalArgumentException("parentId: " + parentId + " (expected: >= 0)");
    }
    if (weight < 1 || weight > RAISED_WEIGHT) {
      throw new IllegalArgumentException("weight: " + weight + " (expected: 1-257)");
    }
  }

  /**
   * Returns the weight that represents an urgency: 256 220 183 147 110 74 37 1. Chromium sends these weights, and H2O maps a {@code
   * priority} response header to them.
   */
  public static int weightOf(Urgency priority) {
    return (int) (255.9 / 7 * (7 - priority.urgency())) + 1;
  }
}
