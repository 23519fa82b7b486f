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

  /**
   * Whether a response of this content type is remembered. The list and the case-sensitive comparison are those of H2O
   * 2.2.5, where {@code text/javascript} is not a blocking type.
   */
  public boolean tracksContentType(CharSequence contentType) {
    return this == ALL
        || isType(contentType, "text/css")
        || isType(contentType, "application/javascript");
  }

  private static boolean isType(CharSequence contentType, String type) {
    int length = type.length();
    if (contentType.length() < length || !type.contentEquals(contentType.subSequence(0, length))) {
      return false;
    }
    return contentType.length() == length
        || contentType.charAt(length) == ';'
        || contentType.charAt(length) == ' ';
  }
}
