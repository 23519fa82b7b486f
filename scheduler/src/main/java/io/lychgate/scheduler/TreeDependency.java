package io.lychgate.scheduler;

/**
 * A place in the dependency tree of RFC 7540 5.3.
 *
 * @param parentId the stream above, 0 for the root
 * @param weight 1-256 as on the wire plus one; {@link #RAISED_WEIGHT} is the gateway's own
 * @param exclusive all other dependents of the parent go below this stream
 */
public record TreeDependency(int parentId, int weight, boolean exclusive)
    implements StreamPriority {
  /** Before every stream that a client can weigh. Never comes from the wire. */
  public static final int RAISED_WEIGHT = 257;

  /** RFC 7540 5.3.5: the priority of a stream that says nothing. */
  public static final TreeDependency DEFAULT = new TreeDependency(0, 16, false);

  /** Where the gateway puts what the page cannot be painted without. */
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
   * The weight that stands for an urgency: 256 220 183 147 110 74 37 1, as Chromium sends them and as
   * H2O reads a {@code priority} response header.
   */
  public static int weightOf(Urgency priority) {
    return (int) (255.9 / 7 * (7 - priority.urgency())) + 1;
  }
}
