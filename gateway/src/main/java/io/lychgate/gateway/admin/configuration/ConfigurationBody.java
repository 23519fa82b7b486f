package io.lychgate.gateway.admin.configuration;

import io.lychgate.gateway.admin.seam.ConfigurationSetting.NodeConfiguration;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.store.ConfigurationRevision;
import io.lychgate.gateway.store.ContentHash;
import io.lychgate.gateway.store.RevisionKind;
import io.lychgate.gateway.store.StoredConfiguration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration as the API shows it.
 *
 * @param from file or store
 * @param file path of the file on this node
 * @param text the text in force: of the store, or of the file as it is now; null if there is none
 * @param effective for a file, each value in effect with its place
 * @param draft null for a file, and before the first configuration of the store
 * @param published null for a file, and before the first configuration of the store
 * @param managedBy the place of the file outside of the gateway that decides the stored text; null for none
 */
record ConfigurationBody(
    String from,
    String file,
    @Nullable String text,
    List<String> effective,
    @Nullable Draft draft,
    @Nullable RevisionBody published,
    @Nullable String managedBy) {

  /** @param changed true if the draft is not the text in force */
  record Draft(String text, String author, Instant at, boolean changed) {
    static Draft of(StoredConfiguration stored) {
      return new Draft(stored.draft(), stored.draftAuthor(), stored.draftAt(), stored.isChanged());
    }
  }

  record NodeList(List<NodeConfiguration> items) {}

  record ManagedConfiguration(@Nullable String managedBy) {}

  record RevisionBody(
      long revision,
      RevisionKind kind,
      String author,
      String comment,
      Instant at,
      @Nullable Long rolledBackTo,
      String hash) {
    static RevisionBody of(ConfigurationRevision revision) {
      return new RevisionBody(
          revision.number(),
          revision.kind(),
          revision.author(),
          revision.comment(),
          revision.at(),
          revision.rolledBackTo(),
          ContentHash.of(revision.text()));
    }
  }

  record RevisionText(RevisionBody revision, String text) {}

  record Validation(boolean valid, List<TextProblem> problems) {}

  /**
   * A comparison.
   *
   * @param semantic false if this version cannot read one of the texts
   */
  record Difference(Side from, Side to, boolean semantic, List<ValueChange> changes) {}

  /** @param revision null for the draft */
  record Side(@Nullable Long revision, String hash, String text) {}

  /** A value in effect on one side only, or with another value on each. Null: not there. */
  record ValueChange(
      String path, @Nullable String before, @Nullable String after) {}
}
