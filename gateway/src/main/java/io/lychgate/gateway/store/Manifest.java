package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A push manifest with its draft and what of it is in force.
 *
 * @param version grows with every change; a write names the version that it has read
 * @param draft YAML, byte for byte as it was given
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

  /** As it is once {@code revision} is in force; the text of a roll-back becomes the draft too. */
  Manifest inForce(Revision revision, String text) {
    return text.equals(draft)
        ? new Manifest(name, version + 1, draft, draftAuthor, draftAt, false, revision)
        : new Manifest(name, version + 1, text, revision.author(), revision.at(), false, revision);
  }

  /** As it is once it is taken out of force. */
  Manifest withoutForce() {
    return new Manifest(name, version + 1, draft, draftAuthor, draftAt, true, null);
  }
}
