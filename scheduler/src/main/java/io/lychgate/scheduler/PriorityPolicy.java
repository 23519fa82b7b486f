package io.lychgate.scheduler;

/**
 * What the operator lets {@link PriorityOverride} do.
 *
 * @param raiseBlockingAssets H2O's {@code http2-reprioritize-blocking-assets}
 * @param documentHeadFirst a pushed asset is raised only when the head of its document is out; H2O
 *     raises it at once and so sends all pushes before the first octet of a page
 */
public record PriorityPolicy(boolean raiseBlockingAssets, boolean documentHeadFirst) {
  public static PriorityPolicy defaults() {
    return new PriorityPolicy(true, true);
  }

  /** As H2O with its defaults. */
  public static PriorityPolicy h2o() {
    return new PriorityPolicy(true, false);
  }
}
