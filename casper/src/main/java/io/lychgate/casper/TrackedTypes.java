package io.lychgate.casper;

/** The resources that a fingerprint tracks. */
public enum TrackedTypes {
  /** Style sheets and scripts, which block the first paint. H2O's default. */
  BLOCKING_ASSETS,
  /** All resources. */
  ALL;

  /** Returns true if a candidate of this destination is looked up and recorded. */
  public boolean tracks(Destination destination) {
    return switch (this) {
      case ALL -> true;
      case BLOCKING_ASSETS -> destination.isBlocking();
    };
  }
}
