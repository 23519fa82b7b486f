package io.lychgate.gateway.store;

import java.util.Locale;

/** Where a manifest stands between its draft and what is in force. */
public enum ManifestState {
  /** Never published. */
  DRAFT,
  /** The draft is in force. */
  PUBLISHED,
  /** The draft differs from what is in force. */
  CHANGED,
  /** Not in force any more. */
  RETIRED;

  /** The word of the API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
