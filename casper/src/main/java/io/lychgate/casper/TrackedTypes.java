package io.lychgate.casper;

/** Which resources a fingerprint remembers. */
public enum TrackedTypes {
  /** Style sheets and scripts: what blocks the first paint. H2O's default. */
  BLOCKING_ASSETS,
  /** Everything. */
  ALL;

  /** Whether a candidate of this destination is looked up and remembered. */
  public boolean tracks(Destination destination) {
    return switch (this) {
      case ALL -> true;
      case BLOCKING_ASSETS -> destination.isBlocking();
    };
  }
}
