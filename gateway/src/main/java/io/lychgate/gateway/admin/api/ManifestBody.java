package io.lychgate.gateway.admin.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.store.ContentHash;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestState;
import io.lychgate.gateway.store.Revision;
import io.lychgate.gateway.store.RevisionKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A manifest as the API shows it. */
record ManifestBody(
    String name,
    ManifestState state,
    String etag,
    Draft draft,
    @Nullable RevisionTextBody published,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String managedBy) {

  static ManifestBody of(Manifest manifest, List<TextProblem> problems) {
    Revision published = manifest.published();
    return new ManifestBody(
        manifest.name(),
        manifest.state(),
        etag(manifest),
        new Draft(
            manifest.draft(),
            manifest.draftAuthor(),
            manifest.draftAt(),
            problems,
            ContentHash.of(manifest.draft())),
        published == null ? null : RevisionTextBody.of(published),
        null);
  }

  /** Returns the same body with the place of the file that decides the manifest. */
  ManifestBody managedBy(@Nullable String place) {
    return new ManifestBody(name, state, etag, draft, published, place);
  }

  /** Returns the hash of the text; null for a retirement. */
  private static @Nullable String hashOf(Revision revision) {
    String text = revision.text();
    return text == null ? null : ContentHash.of(text);
  }

  static String etag(Manifest manifest) {
    return Precondition.etag(manifest.version());
  }

  /** The text being edited. */
  record Draft(String text, String author, Instant at, List<TextProblem> problems, String hash) {}

  /** A row of the list. */
  record Summary(
      String name,
      ManifestState state,
      String etag,
      String draftAuthor,
      Instant draftAt,
      @Nullable Long publishedRevision,
      @Nullable String publishedBy,
      @Nullable Instant publishedAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String managedBy) {

    static Summary of(Manifest manifest, @Nullable String managedBy) {
      Revision published = manifest.published();
      return new Summary(
          manifest.name(),
          manifest.state(),
          ManifestBody.etag(manifest),
          manifest.draftAuthor(),
          manifest.draftAt(),
          published == null ? null : published.number(),
          published == null ? null : published.author(),
          published == null ? null : published.at(),
          managedBy);
    }
  }

  /** A revision without its text. */
  record RevisionBody(
      long revision,
      String manifest,
      RevisionKind kind,
      String author,
      String comment,
      Instant at,
      @Nullable Long rolledBackTo,
      @Nullable String hash) {

    static RevisionBody of(Revision revision) {
      return new RevisionBody(
          revision.number(),
          revision.manifest(),
          revision.kind(),
          revision.author(),
          revision.comment(),
          revision.at(),
          revision.rolledBackTo(),
          hashOf(revision));
    }
  }

  /** A revision with its text. */
  record RevisionTextBody(
      @JsonUnwrapped RevisionBody revision, @Nullable String text) {

    static RevisionTextBody of(Revision revision) {
      return new RevisionTextBody(RevisionBody.of(revision), revision.text());
    }
  }

  /** The response body of a publication. */
  record PublicationBody(
      @Nullable RevisionBody revision, @Nullable ManifestBody manifest, Nodes nodes) {}

  /** The response body of a validation. */
  record ValidationBody(boolean valid, List<TextProblem> problems) {}
}
