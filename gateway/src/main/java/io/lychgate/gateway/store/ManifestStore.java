package io.lychgate.gateway.store;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import io.lychgate.gateway.store.Outcome.Stale;
import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manifests with their drafts and revisions.
 *
 * <p>Every method that changes something writes its audit entry in the same transaction, and returns when the change is durable.
 */
public final class ManifestStore {

  private static final Logger log = LoggerFactory.getLogger(ManifestStore.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final PublishedFile copy;
  private final ApprovalDesk approvals;

  private volatile Predicate<Manifest> needsApproval = manifest -> false;

  /** Guards the copy on disk: an older state never overwrites a newer one. */
  private final Object copyLock = new Object();

  private long copiedRevision = -1;

  ManifestStore(Database database, InstantSource clock, AuditTrail audit, PublishedFile copy) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
    this.approvals = new ApprovalDesk(clock, audit);
    this.copy = copy;
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns the manifests whose name or draft contains {@code text}, ordered by name. */
  public Page<Manifest> find(String text, @Nullable ManifestState state, int limit, int offset) {
    List<Manifest> matching = containing(text).stream()
        .filter(manifest -> state == null || manifest.state() == state)
        .toList();
    return new Page<>(
        matching.size(), matching.stream().skip(offset).limit(limit).toList());
  }

  /** Returns all manifests whose name or draft contains {@code text}. */
  public List<Manifest> containing(String text) {
    return database.read(handle -> ManifestRows.containing(handle, text));
  }

  public Optional<Manifest> find(String name) {
    return database.read(handle -> ManifestRows.find(handle, name));
  }

  public Page<Revision> history(String name, int limit, int offset) {
    return history(name, Long.MAX_VALUE, limit, offset);
  }

  /** Returns the revisions with smaller numbers than {@code before}, newest first. */
  public Page<Revision> history(String name, long before, int limit, int offset) {
    return database.read(handle -> ManifestRows.history(handle, name, before, limit, offset));
  }

  public Optional<Revision> revision(String name, long number) {
    return database.read(handle -> ManifestRows.revision(handle, name, number));
  }

  /** Returns all manifests now in force. */
  public PublishedManifests published() {
    return database.readTogether(handle -> new PublishedManifests(
        ManifestRows.lastNumber(handle),
        ManifestRows.inForce(handle).stream().map(ManifestStore::inForce).toList()));
  }

  public Outcome<Manifest> create(String name, String text, Actor by) {
    if (!isName(name)) {
      return new Conflict<>(
          "name: " + name + " (expected: lower-case letters, digits, . _ -, at most 100)");
    }
    return database.write(handle -> {
      Manifest manifest = new Manifest(name, 1, text, by.name(), now(), false, null);
      if (!ManifestRows.insert(handle, manifest)) {
        return new Conflict<>("name: " + name + " (expected: a name that is not taken)");
      }
      ApprovalRows.settle(handle, name);
      ApprovalRows.edited(handle, name, by.name());
      audit.changed(handle, by, "manifest.create", name, null, AuditState.of(null, text));
      return new Done<>(manifest);
    });
  }

  public Outcome<Manifest> saveDraft(String name, long version, String text, Actor by) {
    return change(name, version, (handle, old) -> {
      Manifest next =
          new Manifest(name, version + 1, text, by.name(), now(), old.retired(), old.published());
      ManifestRows.update(handle, next);
      ApprovalRows.edited(handle, name, by.name());
      audit.changed(handle, by, "manifest.edit", name, null, AuditState.of(old.draft(), text));
      return new Done<>(next);
    });
  }

  /** Sets which drafts need the approval of a second person. Files of the configuration never do: the gateway itself publishes them. */
  public void requireApproval(Predicate<Manifest> rule) {
    needsApproval = rule;
  }

  public boolean needsApproval(Manifest manifest) {
    return needsApproval.test(manifest);
  }

  /** Puts the draft in force under the next revision number. */
  public Outcome<Publication> publish(String name, long version, String comment, Actor by) {
    return copied(change(name, version, (handle, old) -> {
      Optional<String> refusal = refusal(handle, old, by);
      return refusal.isPresent()
          ? new Conflict<>(refusal.get())
          : put(handle, old, RevisionKind.PUBLISH, old.draft(), null, comment, by);
    }));
  }

  /** Returns the reason for which the draft must not be put in force now; empty if it may. A missing approval is in the audit trail. */
  Optional<String> refusal(Handle handle, Manifest manifest, Actor by) {
    if (manifest.state() == ManifestState.PUBLISHED) {
      return Optional.of(manifest.name() + ": the draft is in force already");
    }
    Optional<String> running = running(handle, manifest.name());
    if (running.isPresent()) {
      return running;
    }
    if (!needsApproval.test(manifest)
        || !approvals.isMissing(handle, ApprovedDraft.of(manifest), by)) {
      return Optional.empty();
    }
    return Optional.of(manifest.name()
        + ": not approved (expected: the approval of a person who did not change this draft)");
  }

  /** Returns a sentence about the publication of the manifest that still runs; empty if none does. */
  Optional<String> running(Handle handle, String name) {
    return PublicationRows.runningOf(handle, name)
        .map(each -> name + ": publication " + each.id() + " is "
            + (each.state() == PublicationState.CANARY
                ? "a canary (expected: promote or undo it first)"
                : "scheduled (expected: cancel it first)"));
  }

  /** Puts the text of an old revision in force under the next revision number. The text becomes the draft, too. */
  public Outcome<Publication> rollBack(
      String name, long version, long revision, String comment, Actor by) {
    return copied(change(name, version, (handle, old) -> {
      Optional<Revision> target = ManifestRows.revision(handle, name, revision);
      if (target.isEmpty()) {
        return new Missing<>("revision: " + revision + " (expected: a revision of " + name + ")");
      }
      Optional<String> running = running(handle, name);
      if (running.isPresent()) {
        return new Conflict<>(running.get());
      }
      String text = target.get().text();
      return text == null
          ? new Conflict<>(
              "revision: " + revision + " (expected: one with a text; this is a retirement)")
          : put(handle, old, RevisionKind.ROLLBACK, text, revision, comment, by);
    }));
  }

  /** Takes a manifest out of force, or deletes it if it was never published. */
  public Outcome<Publication> retire(String name, long version, String comment, Actor by) {
    return copied(change(name, version, (handle, old) -> {
      Optional<String> running = running(handle, name);
      return running.isPresent() ? new Conflict<>(running.get()) : retire(handle, old, comment, by);
    }));
  }

  private Outcome<Publication> retire(Handle handle, Manifest old, String comment, Actor by) {
    String name = old.name();
    return switch (old.state()) {
      case RETIRED -> new Conflict<>(name + ": retired already");
      case DRAFT -> {
        ManifestRows.delete(handle, name);
        ApprovalRows.settle(handle, name);
        audit.changed(
            handle, by, "manifest.delete", name, comment, AuditState.of(old.draft(), null));
        yield new Done<>(new Publication(null, null));
      }
      case PUBLISHED, CHANGED -> put(handle, old, RevisionKind.RETIRE, null, null, comment, by);
    };
  }

  /** Updates the copy on disk, for example after a start or after a publication by another node. */
  public void keepCopy() {
    if (database.standsInFor() != null) {
      return;
    }
    synchronized (copyLock) {
      PublishedManifests published = published();
      if (published.revision() != copiedRevision) {
        copy.write(published);
        copiedRevision = published.revision();
      }
    }
  }

  /** Writes the copy on disk again, after all data was replaced. */
  void replaceCopy() {
    synchronized (copyLock) {
      copiedRevision = -1;
    }
    keepCopy();
  }

  /** Restores the manifests of a lost store under their old numbers, if this store is new: without manifests and revisions. */
  void restoreIfNew(PublishedManifests kept) {
    if (kept.revision() == 0) {
      return;
    }
    boolean isRestored = database.write(handle -> {
      if (ManifestRows.lastNumber(handle) > 0
          || !ManifestRows.containing(handle, "").isEmpty()) {
        return false;
      }
      ManifestRows.restore(handle, kept, clock.millis());
      audit.changed(
          handle,
          Actor.SYSTEM,
          "manifest.restore",
          PublishedFile.NAME,
          "revision " + kept.revision(),
          AuditState.of(null, names(kept)));
      return true;
    });
    if (isRestored) {
      log.warn(
          "store: new, restored the {} manifests of revision {} from {}",
          kept.manifests().size(),
          kept.revision(),
          PublishedFile.NAME);
    }
  }

  private static String names(PublishedManifests kept) {
    return kept.manifests().stream()
        .map(each -> each.name() + " of revision " + each.revision())
        .collect(Collectors.joining("\n"));
  }

  /** Updates the copy on disk after a change of the manifests in force. */
  <T> Outcome<T> copied(Outcome<T> outcome) {
    if (outcome instanceof Done<T>) {
      keepCopy();
    }
    return outcome;
  }

  private Outcome<Publication> put(
      Handle handle,
      Manifest old,
      RevisionKind kind,
      @Nullable String text,
      @Nullable Long rolledBackTo,
      String comment,
      Actor by) {
    Revision revision = inserted(handle, old, kind, text, rolledBackTo, comment, by);
    Manifest next = text == null ? old.withoutForce() : old.inForce(revision, text);
    ManifestRows.update(handle, next);
    if (text != null) {
      ApprovalRows.settle(handle, old.name());
      recordPublication(handle, old, revision, text);
    }
    return new Done<>(new Publication(revision, next));
  }

  /** Puts a text in force that need not be the draft, and leaves the draft as it is. */
  Revision putKeepingDraft(
      Handle handle,
      Manifest old,
      RevisionKind kind,
      @Nullable String text,
      @Nullable Long rolledBackTo,
      String comment,
      Actor by) {
    Revision revision = inserted(handle, old, kind, text, rolledBackTo, comment, by);
    ManifestRows.update(
        handle, text == null ? old.withoutForce() : old.inForceBesideDraft(revision));
    if (old.draft().equals(text)) {
      ApprovalRows.settle(handle, old.name());
    }
    return revision;
  }

  private Revision inserted(
      Handle handle,
      Manifest old,
      RevisionKind kind,
      @Nullable String text,
      @Nullable Long rolledBackTo,
      String comment,
      Actor by) {
    Revision revision = new Revision(
        ManifestRows.nextNumber(handle),
        old.name(),
        kind,
        by.name(),
        comment,
        now(),
        rolledBackTo,
        text);
    ManifestRows.insert(handle, revision);
    Revision replaced = old.published();
    AuditState state = AuditState.of(replaced == null ? null : replaced.text(), text);
    audit.changed(
        handle,
        by,
        "manifest." + kind.token(),
        old.name(),
        "revision " + revision.number(),
        text == null ? state : state.withHash(text));
    database.wakeNodes(handle);
    return revision;
  }

  private void recordPublication(Handle handle, Manifest old, Revision revision, String text) {
    Revision base = old.published();
    PublicationRows.insert(
        handle,
        new StoredPublication(
            UUID.randomUUID().toString(),
            old.name(),
            PublicationState.DONE,
            ContentHash.of(text),
            text,
            base == null ? null : base.number(),
            revision.number(),
            revision.author(),
            revision.comment(),
            revision.at(),
            null,
            List.of(),
            "",
            "",
            revision.author(),
            revision.at()));
  }

  <T> Outcome<T> change(String name, long version, BiFunction<Handle, Manifest, Outcome<T>> work) {
    return database.write(handle -> {
      Optional<Manifest> old = ManifestRows.lock(handle, name);
      if (old.isEmpty()) {
        return new Missing<>("manifest: " + name + " (expected: one that exists)");
      }
      return old.get().version() == version
          ? work.apply(handle, old.get())
          : new Stale<>(old.get().version());
    });
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  private static PublishedManifest inForce(Manifest manifest) {
    Revision revision = manifest.published();
    if (revision == null || revision.text() == null) {
      throw new IllegalStateException(manifest.name() + ": no text in force");
    }
    return new PublishedManifest(manifest.name(), revision.number(), revision.text());
  }
}
