package io.lychgate.gateway.learn;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestState;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Publication;
import io.lychgate.gateway.store.Revision;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts proposals into the drafts of manifests. A draft that a person has changed since its last publication belongs to that person,
 * and is changed only on request.
 */
final class ManifestDrafts {
  static final Actor LEARNER = new Actor("learner", null);

  private static final Logger LOG = LoggerFactory.getLogger(ManifestDrafts.class);

  private final DraftText texts = new DraftText();

  /** Sets the draft to the text in force with these proposals. */
  void update(ManifestStore manifests, String name, List<Proposal> proposals) {
    Optional<Manifest> found = manifests.find(name);
    if (found.isPresent() && !isFree(found.get())) {
      return;
    }
    String base = base(found, proposals);
    Optional<String> text = base.isEmpty() ? Optional.empty() : texts.with(base, proposals);
    if (found.isEmpty()) {
      text.ifPresent(draft -> manifests.create(name, draft, LEARNER));
      return;
    }
    Manifest manifest = found.get();
    String wanted = text.orElse(base);
    boolean isOwn = isOwn(manifest);
    if (manifest.published() == null && proposals.isEmpty() && isOwn) {
      manifests.retire(name, manifest.version(), "No proposals are left", LEARNER);
    } else if (!DraftText.isSameExceptComments(wanted, manifest.draft())) {
      manifests.saveDraft(name, manifest.version(), wanted, LEARNER);
    }
  }

  /** Puts the learner's own draft in force. Returns true if it did. */
  boolean publishOwn(ManifestStore manifests, String name) {
    Optional<Manifest> found = manifests.find(name);
    if (found.isEmpty() || !isOwn(found.get()) || found.get().state() == ManifestState.PUBLISHED) {
      return false;
    }
    Outcome<Publication> done =
        manifests.publish(name, found.get().version(), "Learned from live traffic", LEARNER);
    boolean isPublished = done instanceof Done<Publication>;
    if (isPublished) {
      LOG.info("learner: published manifest {}", name);
    }
    return isPublished;
  }

  /** Ensures that the draft has the proposal, regardless of its author. */
  Outcome<String> accept(ManifestStore manifests, Proposal proposal, Actor by) {
    String name = proposal.manifest();
    Optional<Manifest> found = manifests.find(name);
    if (found.isEmpty()) {
      update(manifests, name, List.of(proposal));
      return new Done<>(name);
    }
    Manifest manifest = found.get();
    if (manifest.state() == ManifestState.RETIRED) {
      return new Conflict<>(name + ": retired (expected: a manifest that is in use)");
    }
    if (isFree(manifest)) {
      // The next round keeps it there.
      return new Done<>(name);
    }
    Optional<String> text = texts.with(manifest.draft(), List.of(proposal));
    if (text.isEmpty()) {
      return new Conflict<>(
          name + ": the draft cannot include the proposal (expected: a valid draft without it)");
    }
    return manifests.saveDraft(name, manifest.version(), text.get(), by) instanceof Done<?>
        ? new Done<>(name)
        : new Conflict<>(name + ": another change of the draft is in progress");
  }

  /** Publishes the text in force with this proposal, and no other. */
  Outcome<Publication> publishOnly(ManifestStore manifests, Proposal proposal, Actor by) {
    String name = proposal.manifest();
    Optional<Manifest> found = manifests.find(name);
    if (found.isPresent() && !isFree(found.get())) {
      return new Conflict<>(name + ": the draft of " + found.get().draftAuthor()
          + " is not published (expected: publish or undo it first, or accept the proposal)");
    }
    if (found.isPresent() && manifests.needsApproval(found.get())) {
      return new Conflict<>(
          name
              + ": needs an approval (expected: accept the proposal, and let a second person approve the draft)");
    }
    Optional<String> text = texts.with(base(found, List.of(proposal)), List.of(proposal));
    if (text.isEmpty()) {
      return new Conflict<>(
          name + ": cannot include the proposal (expected: a valid manifest without it)");
    }
    Outcome<Manifest> saved = found.isEmpty()
        ? manifests.create(name, text.get(), by)
        : manifests.saveDraft(name, found.get().version(), text.get(), by);
    return saved instanceof Done<Manifest> done
        ? manifests.publish(name, done.value().version(), comment(proposal), by)
        : new Conflict<>(name + ": another change is in progress");
  }

  private static String comment(Proposal proposal) {
    return proposal.isRename()
        ? "Learned: " + proposal.replaces() + " -> " + proposal.url() + ", " + proposal.reason()
        : "Learned: " + proposal.url() + " for " + proposal.match() + ", " + proposal.reason();
  }

  /** Returns true if the draft has no unpublished work of a person. */
  private static boolean isFree(Manifest manifest) {
    return manifest.state() != ManifestState.RETIRED
        && (manifest.state() == ManifestState.PUBLISHED || isOwn(manifest));
  }

  private static boolean isOwn(Manifest manifest) {
    return manifest.draftAuthor().equals(LEARNER.name());
  }

  /** Returns the text in force, or the learner's empty manifest if none was ever in force. Empty if neither is possible. */
  private static String base(Optional<Manifest> found, List<Proposal> proposals) {
    Revision published = found.map(Manifest::published).orElse(null);
    if (published != null) {
      return Objects.requireNonNullElse(published.text(), "");
    }
    return proposals.isEmpty() || proposals.get(0).isRename()
        ? ""
        : DraftText.emptyFor(proposals.get(0).host());
  }
}
