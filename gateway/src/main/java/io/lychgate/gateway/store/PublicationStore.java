package io.lychgate.gateway.store;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Publications with control: approvals of drafts, publications at a time, and canaries, which some nodes run first. Every change is
 * one transaction with the row of its manifest locked, so of two gateways that fire or undo the same publication one does it.
 */
public final class PublicationStore {
  private static final String LEASE = "publication";

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final ManifestStore manifests;
  private final ApprovalDesk approvals;

  PublicationStore(
      Database database, InstantSource clock, AuditTrail audit, ManifestStore manifests) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
    this.manifests = manifests;
    this.approvals = new ApprovalDesk(clock, audit);
  }

  // Approvals.

  public Approvals approvals(Manifest manifest) {
    return database.readTogether(handle -> ApprovalDesk.of(handle, ApprovedDraft.of(manifest)));
  }

  /** Approves the draft of this version. Its authors may not. */
  public Outcome<Manifest> approve(String name, long version, String comment, Actor by) {
    return manifests.change(name, version, (handle, manifest) -> {
      if (manifest.state() == ManifestState.PUBLISHED) {
        return new Conflict<>(name + ": the draft is in force already");
      }
      return approvals
          .approve(handle, ApprovedDraft.of(manifest), comment, by)
          .<Outcome<Manifest>>map(Conflict::new)
          .orElseGet(() -> new Done<>(manifest));
    });
  }

  /** Takes the approval of this person back. */
  public Outcome<Manifest> withdraw(String name, long version, Actor by) {
    return manifests.change(
        name,
        version,
        (handle, manifest) -> approvals.withdraw(handle, ApprovedDraft.of(manifest), by)
            ? new Done<>(manifest)
            : new Missing<>(ApprovalDesk.nothingOf(by)));
  }

  // Publications that run for a time.

  /** Schedules the draft of this version. Its text is pinned: later edits of the draft are not published with it. */
  public Outcome<StoredPublication> schedule(
      String name, long version, Instant at, String comment, Actor by) {
    return manifests.change(name, version, (handle, manifest) -> {
      Optional<String> refusal = manifests.refusal(handle, manifest, by);
      if (refusal.isPresent()) {
        return new Conflict<>(refusal.get());
      }
      StoredPublication made =
          made(manifest, PublicationState.SCHEDULED, null, at, List.of(), "", comment, by);
      PublicationRows.insert(handle, made);
      audit.changed(
          handle,
          by,
          "publication.schedule",
          name,
          "for " + at + ", draft " + made.hash(),
          AuditState.of(null, shown(made)));
      database.wakeNodes(handle);
      return new Done<>(made);
    });
  }

  /**
   * Gives the draft of this version to some nodes. It takes a revision number, so that all nodes look; the others keep the revision
   * in force.
   *
   * @param nodes ids of the nodes
   * @param rules JSON for the judge
   */
  public Outcome<StoredPublication> beginCanary(
      String name,
      long version,
      List<String> nodes,
      Duration time,
      String rules,
      String comment,
      Actor by) {
    return manifests.change(name, version, (handle, manifest) -> {
      Optional<String> refusal = manifests.refusal(handle, manifest, by);
      if (refusal.isPresent()) {
        return new Conflict<>(refusal.get());
      }
      StoredPublication made = made(
          manifest,
          PublicationState.CANARY,
          ManifestRows.nextNumber(handle),
          now().plus(time),
          nodes,
          rules,
          comment,
          by);
      PublicationRows.insert(handle, made);
      audit.changed(
          handle,
          by,
          "publication.canary",
          name,
          "revision " + made.revision() + " on " + nodes.size() + " nodes, draft " + made.hash(),
          AuditState.of(null, shown(made)));
      database.wakeNodes(handle);
      return new Done<>(made);
    });
  }

  private StoredPublication made(
      Manifest manifest,
      PublicationState state,
      @Nullable Long revision,
      Instant due,
      List<String> nodes,
      String rules,
      String comment,
      Actor by) {
    Revision base = manifest.published();
    return new StoredPublication(
        UUID.randomUUID().toString(),
        manifest.name(),
        state,
        ContentHash.of(manifest.draft()),
        manifest.draft(),
        base == null ? null : base.number(),
        revision,
        by.name(),
        comment,
        now(),
        Instant.ofEpochMilli(due.toEpochMilli()),
        nodes,
        rules,
        "",
        by.name(),
        now());
  }

  /** Puts the text of a scheduled publication or of a canary in force on all nodes. */
  public Outcome<StoredPublication> complete(String id, String reason, Actor by) {
    return manifests.copied(changeRunning(id, (handle, publication) -> {
      Manifest manifest = ManifestRows.lock(handle, publication.manifest()).orElse(null);
      Revision inForce = manifest == null ? null : manifest.published();
      Long number = inForce == null ? null : Long.valueOf(inForce.number());
      if (manifest == null || !Objects.equals(number, publication.base())) {
        return new Conflict<>(publication.manifest() + ": "
            + (number == null ? "taken out of force" : "revision " + number + " was published")
            + " in the meantime (expected: "
            + (publication.base() == null ? "none" : "revision " + publication.base())
            + " in force)");
      }
      Revision revision = manifests.putKeepingDraft(
          handle,
          manifest,
          RevisionKind.PUBLISH,
          publication.text(),
          null,
          publication.comment(),
          // Not the address of who promotes it: the entry of the publication has that one.
          new Actor(publication.author(), null));
      String action = publication.state() == PublicationState.CANARY ? "promote" : "fire";
      StoredPublication done =
          ended(handle, publication, PublicationState.DONE, revision.number(), reason, by);
      audit.changed(
          handle,
          by,
          "publication." + action,
          publication.manifest(),
          "revision " + revision.number() + (reason.isEmpty() ? "" : ": " + reason),
          AuditState.of(shown(publication), shown(done)));
      return new Done<>(done);
    }));
  }

  /** Ends a scheduled publication before its time, or after it could not be put in force. */
  public Outcome<StoredPublication> cancel(
      String id, PublicationState as, String reason, Actor by) {
    return changeRunning(id, (handle, publication) -> {
      if (publication.state() != PublicationState.SCHEDULED) {
        return new Conflict<>("publication: " + publication.state().token()
            + " (expected: one that is scheduled; undo this one instead)");
      }
      StoredPublication ended = ended(handle, publication, as, null, reason, by);
      audit.changed(
          handle,
          by,
          "publication." + as.token(),
          publication.manifest(),
          reason,
          AuditState.of(shown(publication), shown(ended)));
      database.wakeNodes(handle);
      return new Done<>(ended);
    });
  }

  /** Takes a canary from its nodes. They run the revision in force again. */
  public Outcome<StoredPublication> undoCanary(String id, String reason, Actor by) {
    return changeRunning(id, (handle, publication) -> {
      if (publication.state() != PublicationState.CANARY) {
        return new Conflict<>("publication: " + publication.state().token()
            + " (expected: one that some nodes run; cancel this one instead)");
      }
      // A number of its own makes every node look again.
      ManifestRows.nextNumber(handle);
      database.wakeNodes(handle);
      return new Done<>(undone(handle, publication, reason, by));
    });
  }

  /** Puts the revision before a finished publication in force again. Refused after a later publication. The draft stays. */
  public Outcome<StoredPublication> undo(String id, String reason, Actor by) {
    return manifests.copied(database.write(handle -> {
      Optional<StoredPublication> found = PublicationRows.find(handle, id);
      if (found.isEmpty()) {
        return missing(id);
      }
      String name = found.get().manifest();
      Manifest manifest = ManifestRows.lock(handle, name).orElse(null);
      StoredPublication publication = PublicationRows.find(handle, id).orElseThrow();
      Revision inForce = manifest == null ? null : manifest.published();
      if (publication.state() != PublicationState.DONE
          || manifest == null
          || inForce == null
          || !Long.valueOf(inForce.number()).equals(publication.revision())) {
        return new Conflict<>("publication: not in force (expected: the one whose revision is)");
      }
      Optional<String> running = manifests.running(handle, name);
      if (running.isPresent()) {
        return new Conflict<>(running.get());
      }
      Long base = publication.base();
      Optional<Revision> target =
          base == null ? Optional.empty() : ManifestRows.revision(handle, name, base);
      String text = target.map(Revision::text).orElse(null);
      manifests.putKeepingDraft(
          handle,
          manifest,
          text == null ? RevisionKind.RETIRE : RevisionKind.ROLLBACK,
          text,
          text == null ? null : base,
          reason,
          by);
      return new Done<>(undone(handle, publication, reason, by));
    }));
  }

  private StoredPublication undone(
      Handle handle, StoredPublication publication, String reason, Actor by) {
    StoredPublication undone =
        ended(handle, publication, PublicationState.UNDONE, publication.revision(), reason, by);
    audit.changed(
        handle,
        by,
        "publication.undo",
        publication.manifest(),
        reason,
        AuditState.of(shown(publication), shown(undone)));
    return undone;
  }

  /** Returns the text of the audit trail. The text of the manifest is in the entries of its drafts and revisions. */
  private static String shown(StoredPublication publication) {
    return "publication: " + publication.id()
        + "\nstate: " + publication.state().token()
        + "\ndraft: " + publication.hash()
        + "\nbase: " + publication.base()
        + "\nrevision: " + publication.revision()
        + "\ndue: " + publication.dueAt()
        + "\nnodes: " + String.join(" ", publication.nodes())
        + "\nrules: " + publication.rules()
        + "\nreason: " + publication.reason();
  }

  /** Notes why a canary neither ends nor is taken back. Writes only if the reason is new. */
  public void wait(String id, String reason) {
    database.write(handle -> {
      Optional<StoredPublication> found = PublicationRows.find(handle, id);
      if (found.isPresent()
          && found.get().state() == PublicationState.CANARY
          && !found.get().reason().equals(reason)) {
        PublicationRows.update(
            handle,
            id,
            PublicationState.CANARY,
            found.get().revision(),
            reason,
            Actor.SYSTEM.name(),
            clock.millis());
      }
      return true;
    });
  }

  private StoredPublication ended(
      Handle handle,
      StoredPublication publication,
      PublicationState state,
      @Nullable Long revision,
      String reason,
      Actor by) {
    PublicationRows.update(
        handle, publication.id(), state, revision, reason, by.name(), clock.millis());
    return PublicationRows.find(handle, publication.id()).orElseThrow();
  }

  private Outcome<StoredPublication> changeRunning(
      String id, BiFunction<Handle, StoredPublication, Outcome<StoredPublication>> work) {
    return database.write(handle -> {
      Optional<StoredPublication> found = PublicationRows.find(handle, id);
      if (found.isEmpty()) {
        return missing(id);
      }
      // The lock of the manifest's row makes all changes of its publications take turns.
      var unused = ManifestRows.lock(handle, found.get().manifest());
      StoredPublication now = PublicationRows.find(handle, id).orElseThrow();
      return now.state().isRunning()
          ? work.apply(handle, now)
          : new Conflict<>("publication: " + now.state().token()
              + " (expected: one that is scheduled, or that some nodes run)");
    });
  }

  private static Outcome<StoredPublication> missing(String id) {
    return new Missing<>("publication: " + id + " (expected: one that exists)");
  }

  // Reads.

  public Optional<StoredPublication> find(String id) {
    return database.read(handle -> PublicationRows.find(handle, id));
  }

  /** Returns scheduled publications and canaries, oldest first. */
  public List<StoredPublication> running() {
    return database.read(PublicationRows::running);
  }

  /** Returns the publications that a gateway itself has undone, or that failed, after this time; last ended first. */
  public List<StoredPublication> endedByGateway(Instant after, int most) {
    return database.read(
        handle -> PublicationRows.endedBy(handle, Actor.SYSTEM.name(), after.toEpochMilli(), most));
  }

  /**
   * Returns publications, newest first.
   *
   * @param manifest empty for all
   */
  public Page<StoredPublication> newest(String manifest, NewestFirst part) {
    return database.read(handle -> PublicationRows.newest(handle, manifest, part));
  }

  /**
   * Returns the publications of manifests that pass the filter.
   *
   * @param manifest empty for all
   * @param isWanted tests the name of a manifest
   */
  public Page<StoredPublication> newest(
      String manifest, Predicate<String> isWanted, NewestFirst part) {
    return database.readTogether(
        handle -> PublicationRows.newest(handle, manifest, isWanted, part));
  }

  /** Returns the manifests that a node runs: those in force, with its canaries in place of them. */
  public PublishedManifests on(String node, PublishedManifests published) {
    List<PublishedManifest> own = new ArrayList<>(published.manifests());
    for (StoredPublication each : running()) {
      Long revision = each.revision();
      if (each.state() == PublicationState.CANARY
          && revision != null
          && each.nodes().contains(node)) {
        own.removeIf(manifest -> manifest.name().equals(each.manifest()));
        own.add(new PublishedManifest(each.manifest(), revision, each.text()));
      }
    }
    own.sort(Comparator.comparing(PublishedManifest::name));
    return new PublishedManifests(published.revision(), own);
  }

  // Work for all nodes.

  /** Makes this process the one that fires and judges, or keeps it so, for a time. Returns false if another one is. */
  public boolean lead(String instance, Duration time) {
    return database.write(handle -> {
      int kept = handle
          .createUpdate("UPDATE lease SET holder = :holder, until = " + database.now() + " + :time"
              + " WHERE name = :name AND (holder = :holder OR until < " + database.now() + ")")
          .bind("holder", instance)
          .bind("time", time.toMillis())
          .bind("name", LEASE)
          .execute();
      return kept == 1
          || handle
                  .createUpdate("INSERT INTO lease (name, holder, until) VALUES (:name, :holder, "
                      + database.now() + " + :time) ON CONFLICT (name) DO NOTHING")
                  .bind("holder", instance)
                  .bind("time", time.toMillis())
                  .bind("name", LEASE)
                  .execute()
              == 1;
    });
  }

  /** Lets another process lead at once. */
  public void release(String instance) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM lease WHERE name = :name AND holder = :holder")
        .bind("name", LEASE)
        .bind("holder", instance)
        .execute());
  }

  /** Replaces what this process counted for a canary. */
  public void count(String publication, CanaryCount count) {
    database.write(handle -> handle
        .createUpdate("INSERT INTO canary_count (publication, instance, node, requests,"
            + " server_errors, first_byte, views, wasted, at) VALUES (:publication, :instance,"
            + " :node, :requests, :serverErrors, :firstByte, :views, :wasted, " + database.now()
            + ") ON CONFLICT (publication, instance) DO UPDATE SET requests = :requests,"
            + " server_errors = :serverErrors, first_byte = :firstByte, views = :views,"
            + " wasted = :wasted, at = " + database.now())
        .bind("publication", publication)
        .bindMethods(count)
        .execute());
  }

  public List<CanaryCount> counts(String publication) {
    return database.read(handle -> handle
        .select("SELECT * FROM canary_count WHERE publication = :publication")
        .bind("publication", publication)
        .map((row, context) -> new CanaryCount(
            row.getString("instance"),
            row.getString("node"),
            row.getLong("requests"),
            row.getLong("server_errors"),
            row.getBytes("first_byte"),
            row.getLong("views"),
            row.getLong("wasted")))
        .list());
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
