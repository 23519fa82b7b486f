package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ManifestAccess;
import io.lychgate.gateway.admin.publish.PublishWish;
import io.lychgate.gateway.admin.publish.PublishingResource;
import io.lychgate.gateway.admin.seam.ManifestPublication;
import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Publication;
import io.lychgate.gateway.store.Revision;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations that change the running gateway: publish, roll back, retire; and the history. */
public final class PublicationResource {

  private static final Logger log = LoggerFactory.getLogger(PublicationResource.class);
  private static final int MAX_COMMENT = 2000;

  private final ManifestValidation validation;
  private final ManifestPublication publication;
  private final PublishingResource publishing;
  private final Runnable published;

  /**
   * Creates the resource.
   *
   * @param published called after each change, to notify event streams
   */
  public PublicationResource(
      ManifestValidation validation,
      ManifestPublication publication,
      PublishingResource publishing,
      Runnable published) {
    this.validation = validation;
    this.publication = publication;
    this.publishing = publishing;
    this.published = published;
  }

  public Reply publish(Call call) {
    Precondition condition = call.ifMatch();
    PublishWish wish = call.body(PublishWish::read);
    if (wish.at() != null || wish.canary() != null) {
      return publishing.begun(ManifestResource.edit(call, condition, current -> {
        requireValid(current.draft());
        return publishing.begin(call, current, wish).orElseThrow();
      }));
    }
    ManifestStore manifests = call.store().manifests();
    return put(call, ManifestResource.edit(call, condition, current -> {
      requireValid(current.draft());
      // Another version may come in between; the store then refuses this one.
      return manifests.publish(current.name(), current.version(), wish.comment(), call.actor());
    }));
  }

  public Reply rollBack(Call call) {
    Precondition condition = call.ifMatch();
    Rollback wanted = call.body(body -> new Rollback(
        body.number("revision", 1, Long.MAX_VALUE),
        Optional.ofNullable(body.optionalText("comment", MAX_COMMENT))));
    ManifestStore manifests = call.store().manifests();
    return put(call, ManifestResource.edit(call, condition, current -> {
      // A manifest that was valid once may be invalid for the version that runs now.
      manifests.revision(current.name(), wanted.revision()).map(Revision::text).ifPresent(text -> {
        ManifestAccess.requireText(call, current.name(), text);
        requireValid(text);
      });
      return manifests.rollBack(
          current.name(),
          current.version(),
          wanted.revision(),
          comment(wanted.comment()),
          call.actor());
    }));
  }

  public Reply retire(Call call) {
    Precondition condition = call.ifMatch();
    String comment = call.query("comment");
    if (comment.length() > MAX_COMMENT) {
      throw Call.invalid("comment", comment.length() + " characters", "at most " + MAX_COMMENT);
    }
    ManifestStore manifests = call.store().manifests();
    return put(
        call,
        ManifestResource.edit(
            call,
            condition,
            current -> manifests.retire(current.name(), current.version(), comment, call.actor())));
  }

  public Reply history(Call call) {
    Manifest manifest = ManifestAccess.find(call);
    return Reply.ok(Cursor.byNumber(
            call,
            (before, limit) ->
                call.store().manifests().history(manifest.name(), before, limit, call.offset()),
            Revision::number)
        .map(ManifestBody.RevisionBody::of));
  }

  public Reply revision(Call call) {
    String number = call.path("revision");
    ManifestAccess.require(call, call.path("name"));
    return call.store()
        .manifests()
        .revision(call.path("name"), number.matches("\\d{1,18}") ? Long.parseLong(number) : 0)
        .filter(revision -> ManifestAccess.isVisible(call, revision.text()))
        .map(revision -> Reply.ok(ManifestBody.RevisionTextBody.of(revision)))
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND,
            "revision: " + number + " (expected: one of " + call.path("name") + ")"));
  }

  private Reply put(Call call, Publication done) {
    Nodes nodes = effective(call);
    published.run();
    Revision revision = done.revision();
    Manifest manifest = done.manifest();
    Reply reply = Reply.ok(new ManifestBody.PublicationBody(
        revision == null ? null : ManifestBody.RevisionBody.of(revision),
        manifest == null ? null : ManifestBody.of(manifest, validation.problems(manifest.draft())),
        nodes));
    return manifest == null ? reply : reply.with("etag", ManifestBody.etag(manifest));
  }

  /**
   * Returns the nodes that run the revision. The revision is already durable, so a failure here is reported as "on 0 nodes" and not
   * as a failed publication.
   */
  private Nodes effective(Call call) {
    try {
      return publication.publish(call.store().manifests().published());
    } catch (RuntimeException e) {
      log.error("a revision is stored but not in force on this node", e);
      return new Nodes(0, 1);
    }
  }

  private void requireValid(String text) {
    List<TextProblem> problems = validation.problems(text);
    if (problems.stream().anyMatch(TextProblem::isError)) {
      throw ProblemException.invalidManifest(problems);
    }
  }

  private static String comment(Optional<String> given) {
    return Objects.requireNonNull(given.orElse(""));
  }

  private record Rollback(long revision, Optional<String> comment) {}
}
