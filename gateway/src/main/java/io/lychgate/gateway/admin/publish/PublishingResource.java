package io.lychgate.gateway.admin.publish;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Outcomes;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.publish.DryRun;
import io.lychgate.gateway.publish.Publisher;
import io.lychgate.gateway.publish.PublisherNode;
import io.lychgate.gateway.publish.RuleRestore;
import io.lychgate.gateway.push.diff.Change;
import io.lychgate.gateway.store.ContentHash;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.PublicationStore;
import io.lychgate.gateway.store.Revision;
import io.lychgate.gateway.store.StoredPublication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Approvals, dry runs, running publications, and comparisons of revisions. */
public final class PublishingResource {
  private static final int MAX_COMMENT = 2000;
  private static final int MAX_RULE = 2000;
  private static final int MOST_HOURS = 48;
  private static final int MAX_TEXT = 1024 * 1024;
  private static final String DRAFT = "draft";

  private final ManifestValidation validation;
  private final Publisher publisher;
  private final DryRun dryRun;
  private final Runnable published;
  private final RuleRestore rules = new RuleRestore();

  /** @param published called after each change of what is in force, to notify event streams */
  public PublishingResource(
      ManifestValidation validation, Publisher publisher, DryRun dryRun, Runnable published) {
    this.validation = validation;
    this.publisher = publisher;
    this.dryRun = dryRun;
    this.published = published;
  }

  // Dry run.

  public Reply dryRun(Call call) {
    Manifest manifest = ManifestAccess.find(call);
    Wanted wanted = call.body(body -> new Wanted(
        (int) body.number("hours", 24, 1, MOST_HOURS), body.optionalText("text", MAX_TEXT)));
    String text = wanted.text() == null ? manifest.draft() : wanted.text();
    // The report shows recent page views of each host of the text.
    ManifestAccess.requireText(call, manifest.name(), text);
    List<TextProblem> problems = validation.problems(text);
    if (problems.stream().anyMatch(TextProblem::isError)) {
      throw ProblemException.invalidManifest(problems);
    }
    return Reply.ok(dryRun.run(manifest.name(), text, Duration.ofHours(wanted.hours())));
  }

  private record Wanted(int hours, @Nullable String text) {}

  // Approvals.

  public Reply approvals(Call call) {
    return approvals(call, ManifestAccess.find(call));
  }

  public Reply approve(Call call) {
    Precondition condition = call.ifMatch();
    String comment = call.body(
            body -> Optional.ofNullable(body.optionalText("comment", MAX_COMMENT)))
        .orElse("");
    Manifest manifest = matching(call, condition);
    condition.requireVersion();
    List<TextProblem> problems = validation.problems(manifest.draft());
    if (problems.stream().anyMatch(TextProblem::isError)) {
      throw ProblemException.invalidManifest(problems);
    }
    Manifest approved = Outcomes.value(call.store()
        .publications()
        .approve(manifest.name(), manifest.version(), comment, call.actor()));
    published.run();
    return approvals(call, approved);
  }

  public Reply withdraw(Call call) {
    Manifest manifest = matching(call, call.ifMatch());
    Manifest left = Outcomes.value(
        call.store().publications().withdraw(manifest.name(), manifest.version(), call.actor()));
    published.run();
    return approvals(call, left);
  }

  private Reply approvals(Call call, Manifest manifest) {
    ManifestStore manifests = call.store().manifests();
    return Reply.ok(ApprovalsBody.of(
            manifests.needsApproval(manifest), call.store().publications().approvals(manifest)))
        .with("etag", Precondition.etag(manifest.version()));
  }

  // Publications.

  /**
   * Begins a publication that takes time.
   *
   * @param manifest the manifest whose draft is valid
   * @return the result, or empty if the draft must be published at once
   */
  public Optional<Outcome<StoredPublication>> begin(
      Call call, Manifest manifest, PublishWish wish) {
    PublishWish.CanaryWish canary = wish.canary();
    if (canary != null) {
      return Optional.of(publisher.beginCanary(
          manifest,
          canary.nodes(),
          canary.percent(),
          canary.time(),
          canary.rules(),
          wish.comment(),
          call.actor()));
    }
    if (wish.at() != null) {
      PublishWish.checkTime(wish.at(), call.store().clock().instant());
      Outcome<StoredPublication> made = call.store()
          .publications()
          .schedule(manifest.name(), manifest.version(), wish.at(), wish.comment(), call.actor());
      publisher.changed();
      return Optional.of(made);
    }
    return Optional.empty();
  }

  /** Returns the response for a publication that has begun. */
  public Reply begun(StoredPublication made) {
    published.run();
    return Reply.created(run(made), "/api/v1/publications/" + made.id());
  }

  public Reply list(Call call) {
    PublicationStore publications = call.store().publications();
    String manifest = call.query("manifest");
    return Reply.ok(Cursor.newest(
            call,
            part -> call.seesAllSites()
                ? publications.newest(manifest, part)
                : publications.newest(manifest, ManifestAccess.visible(call), part),
            StoredPublication::createdAt,
            StoredPublication::id)
        .map(this::run));
  }

  public Reply get(Call call) {
    return Reply.ok(run(find(call)));
  }

  public Reply promote(Call call) {
    String reason = reason(call);
    StoredPublication found = find(call);
    ManifestAccess.requireText(call, found.manifest(), found.text());
    ManifestAccess.requireOwnership(call, found.manifest());
    call.requireNoTag();
    return changed(publisher.promote(found.id(), reason, call.actor()));
  }

  public Reply undo(Call call) {
    String reason = reason(call);
    StoredPublication found = find(call);
    ManifestAccess.requireText(call, found.manifest(), found.text());
    ManifestAccess.requireOwnership(call, found.manifest());
    Long base = found.base();
    if (base != null) {
      // Its text takes effect again.
      call.store()
          .manifests()
          .revision(found.manifest(), base)
          .ifPresent(old -> ManifestAccess.requireText(call, found.manifest(), old.text()));
    }
    call.requireNoTag();
    return changed(publisher.undo(found.id(), reason, call.actor()));
  }

  /** Returns the publication of the path, if the sender sees its manifest and has the role of the operation for it. */
  private static StoredPublication find(Call call) {
    StoredPublication found =
        call.store().publications().find(call.path("id")).orElseThrow(() -> absent(call));
    if (!call.seesAllSites()) {
      Manifest manifest =
          call.store().manifests().find(found.manifest()).orElseThrow(() -> absent(call));
      if (!ManifestAccess.isVisible(call, manifest)
          || !ManifestAccess.isVisible(call, found.text())) {
        throw absent(call);
      }
    }
    // A sender may see all sites and have the role of the operation for some of them only.
    ManifestAccess.require(call, found.manifest());
    return found;
  }

  private static ProblemException absent(Call call) {
    String id = call.path("id");
    return call.absent(id, "publication: " + id + " (expected: one that exists)");
  }

  /** Returns the publications that still run, for event streams. Reads no store. */
  public static Object live(Publisher publisher) {
    List<PublisherNode> nodes = publisher.nodes();
    return new Live(publisher.running().stream()
        .map(each ->
            PublicationRun.of(each, nodes, publisher.lastReport(each.id()).orElse(null)))
        .toList());
  }

  private record Live(List<PublicationRun> running) {}

  private Reply changed(Outcome<StoredPublication> outcome) {
    StoredPublication now = Outcomes.value(outcome);
    published.run();
    return Reply.ok(run(now));
  }

  private PublicationRun run(StoredPublication stored) {
    return PublicationRun.of(stored, publisher.nodes(), publisher.report(stored).orElse(null));
  }

  private static String reason(Call call) {
    return call.body(body -> Optional.ofNullable(body.optionalText("reason", MAX_COMMENT)))
        .orElse("");
  }

  // Comparisons.

  public Reply compare(Call call) {
    Manifest manifest = ManifestAccess.find(call);
    Text from = text(call, manifest, "from");
    Text to = text(call, manifest, "to");
    Optional<List<Change>> changes = rules.changes(from.text(), to.text());
    return Reply.ok(new Comparison(from, to, changes.isPresent(), changes.orElse(List.of())));
  }

  /** @param semantic false if this version cannot read one of the texts */
  private record Comparison(Text from, Text to, boolean semantic, List<Change> changes) {}

  /**
   * One side of a comparison.
   *
   * @param revision null for the draft
   * @param text null for a retirement
   */
  private record Text(
      @Nullable Long revision,
      String author,
      Instant at,
      String comment,
      @Nullable String hash,
      @Nullable String text) {}

  private static Text text(Call call, Manifest manifest, String side) {
    String wanted = call.query(side);
    if (wanted.equals(DRAFT)) {
      return new Text(
          null,
          manifest.draftAuthor(),
          manifest.draftAt(),
          "",
          ContentHash.of(manifest.draft()),
          manifest.draft());
    }
    Revision revision = revision(call, manifest, side, wanted);
    String text = revision.text();
    if (!ManifestAccess.isVisible(call, text)) {
      throw noRevision(manifest, side, wanted);
    }
    return new Text(
        revision.number(),
        revision.author(),
        revision.at(),
        revision.comment(),
        text == null ? null : ContentHash.of(text),
        text);
  }

  private static Revision revision(Call call, Manifest manifest, String name, String number) {
    if (!number.matches("\\d{1,18}")) {
      throw Call.invalid(name, number.isEmpty() ? "absent" : number, "a revision, or draft");
    }
    return call.store()
        .manifests()
        .revision(manifest.name(), Long.parseLong(number))
        .orElseThrow(() -> noRevision(manifest, name, number));
  }

  private static ProblemException noRevision(Manifest manifest, String name, String number) {
    return new ProblemException(
        ProblemCode.NOT_FOUND,
        name + ": " + number + " (expected: a revision of " + manifest.name() + ")");
  }

  /** Makes one rule of the draft what it was in an old revision. */
  public Reply restoreRule(Call call, Function<Manifest, Reply> reply) {
    Precondition condition = call.ifMatch();
    Restoration wanted = call.body(body -> new Restoration(
        body.number("revision", 1, Long.MAX_VALUE), body.text("rule", 1, MAX_RULE)));
    Manifest manifest = matching(call, condition);
    ManifestAccess.requireOwnership(call, manifest.name());
    String number = String.valueOf(wanted.revision());
    Revision old = revision(call, manifest, "revision", number);
    if (!ManifestAccess.isVisible(call, old.text())) {
      throw noRevision(manifest, "revision", number);
    }
    if (old.text() == null) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "revision: " + old.number() + " (expected: one with a text; this is a retirement)");
    }
    RuleRestore.Restored restored = rules.restore(manifest.draft(), old.text(), wanted.rule());
    String text = restored.text();
    if (text == null) {
      throw new ProblemException(ProblemCode.CONFLICT, restored.refusal());
    }
    ManifestAccess.requireText(call, manifest.name(), text);
    return reply.apply(
        text.equals(manifest.draft())
            ? manifest
            : Outcomes.value(call.store()
                .manifests()
                .saveDraft(manifest.name(), manifest.version(), text, call.actor())));
  }

  private record Restoration(long revision, String rule) {}

  // Common.

  private static Manifest matching(Call call, Precondition condition) {
    Manifest manifest = ManifestAccess.find(call);
    if (!condition.matches(manifest.version())) {
      throw ProblemException.stale(Precondition.etag(manifest.version()));
    }
    return manifest;
  }
}
