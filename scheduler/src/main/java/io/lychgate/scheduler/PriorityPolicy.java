package io.lychgate.scheduler;

/**
 * What the operator lets {@link PriorityOverride} do.
 *
 * @param raiseBlockingAssets H2O's {@code http2-reprioritize-blocking-assets}
 * @param documentHeadFirst a push stays below its document until the first bytes of that are out, and is
 *     then put before the page's images; H2O raises blocking assets at once, and so sends them before the
 *     first octet of a page, and leaves the others below whatever the client puts between
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
