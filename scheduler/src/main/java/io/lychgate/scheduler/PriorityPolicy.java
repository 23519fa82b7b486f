package io.lychgate.scheduler;

/**
 * The operator's settings for {@link PriorityOverride}.
 *
 * @param raiseBlockingAssets H2O's {@code http2-reprioritize-blocking-assets}
 * @param documentHeadFirst true if a push stays below its document until the document's first bytes are sent, and then goes before
 *     the page's images. H2O raises blocking assets at once, and so sends them before the first byte of a page. It leaves other
 *     pushes below all streams that the client puts in between.
 */
public record PriorityPolicy(boolean raiseBlockingAssets, boolean documentHeadFirst) {
  public static PriorityPolicy defaults() {
    return new PriorityPolicy(true, true);
  }

  /** Returns H2O's default settings. */
  public static PriorityPolicy h2o() {
    return new PriorityPolicy(true, false);
  }
}
