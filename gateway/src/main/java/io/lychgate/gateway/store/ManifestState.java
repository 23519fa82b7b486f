package io.lychgate.gateway.store;

import java.util.Locale;

/** State of a manifest: how its draft relates to the revision in force. */
public enum ManifestState {
  /** Never published. */
  DRAFT,
  /** The draft is in force. */
  PUBLISHED,
  /** The draft differs from the revision in force. */
  CHANGED,
  /** No longer in force. */
  RETIRED;

  /** Returns the word of the API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
