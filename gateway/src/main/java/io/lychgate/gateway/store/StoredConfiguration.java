package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * The configuration of the store.
 *
 * @param version grows with each change of the draft and each publication
 * @param draft YAML as it was written
 * @param published the revision in force
 */
public record StoredConfiguration(
    long version,
    String draft,
    String draftAuthor,
    Instant draftAt,
    ConfigurationRevision published) {

  /** Returns true if the draft is not the text in force. */
  public boolean isChanged() {
    return !draft.equals(published.text());
  }
}
