package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A push manifest with its draft and its revision in force.
 *
 * @param version grows with every change; a write names the version that its author has read
 * @param draft YAML, unchanged byte for byte
 * @param published the revision in force, or null
 */
public record Manifest(
    String name,
    long version,
    String draft,
    String draftAuthor,
    Instant draftAt,
    boolean retired,
    @Nullable Revision published) {

  public ManifestState state() {
    if (published == null) {
      return retired ? ManifestState.RETIRED : ManifestState.DRAFT;
    }
    return draft.equals(published.text()) ? ManifestState.PUBLISHED : ManifestState.CHANGED;
  }

  /** Returns the manifest with {@code revision} in force. The text of a rollback becomes the draft, too. */
  Manifest inForce(Revision revision, String text) {
    return text.equals(draft)
        ? new Manifest(name, version + 1, draft, draftAuthor, draftAt, false, revision)
        : new Manifest(name, version + 1, text, revision.author(), revision.at(), false, revision);
  }

  /** Returns the manifest with {@code revision} in force and the same draft. */
  Manifest inForceBesideDraft(Revision revision) {
    return new Manifest(name, version + 1, draft, draftAuthor, draftAt, false, revision);
  }

  /** Returns the manifest as retired, with no revision in force. */
  Manifest withoutForce() {
    return new Manifest(name, version + 1, draft, draftAuthor, draftAt, true, null);
  }
}
