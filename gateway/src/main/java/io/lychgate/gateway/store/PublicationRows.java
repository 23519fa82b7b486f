package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Statements over the table {@code publication}. */
final class PublicationRows {
  /** Publications that are kept for each manifest. Running ones are always kept. */
  private static final int KEPT = 100;

  private PublicationRows() {}

  static void insert(Handle handle, StoredPublication made) {
    Instant due = made.dueAt();
    handle
        .createUpdate("INSERT INTO publication (id, manifest, state, hash, body, base, revision,"
            + " author, comment, created_at, due_at, nodes, rules, reason, changed_by, changed_at)"
            + " VALUES (:id, :manifest, :state, :hash, :body, :base, :revision, :author, :comment,"
            + " :createdAt, :dueAt, :nodes, :rules, :reason, :changedBy, :changedAt)")
        .bind("id", made.id())
        .bind("manifest", made.manifest())
        .bind("state", made.state().token())
        .bind("hash", made.hash())
        .bind("body", made.text())
        .bind("base", made.base())
        .bind("revision", made.revision())
        .bind("author", made.author())
        .bind("comment", made.comment())
        .bind("createdAt", made.createdAt().toEpochMilli())
        .bind("dueAt", due == null ? null : due.toEpochMilli())
        .bind("nodes", String.join(",", made.nodes()))
        .bind("rules", made.rules())
        .bind("reason", made.reason())
        .bind("changedBy", made.changedBy())
        .bind("changedAt", made.changedAt().toEpochMilli())
        .execute();
    handle
        .createUpdate("DELETE FROM publication WHERE manifest = :manifest"
            + " AND state NOT IN ('scheduled', 'canary') AND id NOT IN (SELECT id FROM publication"
            + " WHERE manifest = :manifest ORDER BY created_at DESC, id DESC LIMIT :kept)")
        .bind("manifest", made.manifest())
        .bind("kept", KEPT)
        .execute();
    changed(handle);
  }

  static void update(
      Handle handle,
      String id,
      PublicationState state,
      @Nullable Long revision,
      String reason,
      String by,
      long at) {
    handle
        .createUpdate("UPDATE publication SET state = :state, revision = :revision,"
            + " reason = :reason, changed_by = :by, changed_at = :at WHERE id = :id")
        .bind("id", id)
        .bind("state", state.token())
        .bind("revision", revision)
        .bind("reason", reason)
        .bind("by", by)
        .bind("at", at)
        .execute();
    if (!state.isRunning()) {
      handle
          .createUpdate("DELETE FROM canary_count WHERE publication = :id")
          .bind("id", id)
          .execute();
    }
    changed(handle);
  }

  /** Makes every node read the running publications again. */
  private static void changed(Handle handle) {
    handle.execute("UPDATE change_counter SET last = last + 1 WHERE topic = 'publication'");
  }

  static Optional<StoredPublication> find(Handle handle, String id) {
    return handle
        .select("SELECT * FROM publication WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> publication(row))
        .findOne();
  }

  static List<StoredPublication> running(Handle handle) {
    return handle
        .select(
            "SELECT * FROM publication WHERE state IN ('scheduled', 'canary') ORDER BY created_at, id")
        .map((row, context) -> publication(row))
        .list();
  }

  static Optional<StoredPublication> runningOf(Handle handle, String manifest) {
    return handle
        .select("SELECT * FROM publication WHERE manifest = :manifest"
            + " AND state IN ('scheduled', 'canary')")
        .bind("manifest", manifest)
        .map((row, context) -> publication(row))
        .findOne();
  }

  /** Returns the undone and failed ones, last changed first. */
  static List<StoredPublication> endedBy(Handle handle, String by, long after, int most) {
    return handle
        .select("SELECT * FROM publication WHERE state IN ('undone', 'failed')"
            + " AND changed_by = :by AND changed_at > :after"
            + " ORDER BY changed_at DESC, id DESC LIMIT :most")
        .bind("by", by)
        .bind("after", after)
        .bind("most", most)
        .map((row, context) -> publication(row))
        .list();
  }

  /**
   * Returns publications, newest first.
   *
   * @param manifest empty for all
   */
  static Page<StoredPublication> newest(Handle handle, String manifest, NewestFirst part) {
    String where = " FROM publication WHERE (:manifest = '' OR manifest = :manifest)";
    long total = handle
        .select("SELECT count(*)" + where)
        .bind("manifest", manifest)
        .mapTo(Long.class)
        .one();
    return new Page<>(
        total,
        handle
            .select("SELECT *" + where + " AND (created_at, id) < (:beforeAt, :beforeId)"
                + " ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset")
            .bind("manifest", manifest)
            .bind("beforeAt", part.at())
            .bind("beforeId", part.id())
            .bind("limit", part.limit())
            .bind("offset", part.offset())
            .map((row, context) -> publication(row))
            .list());
  }

  /** A publication without its texts, which are large. */
  private record Heading(String id, String manifest, long createdAt) {}

  static Page<StoredPublication> newest(
      Handle handle, String manifest, Predicate<String> isWanted, NewestFirst part) {
    List<Heading> wanted = handle
        .select("SELECT id, manifest, created_at FROM publication"
            + " WHERE (:manifest = '' OR manifest = :manifest)"
            + " ORDER BY created_at DESC, id DESC")
        .bind("manifest", manifest)
        .map((row, context) ->
            new Heading(row.getString("id"), row.getString("manifest"), row.getLong("created_at")))
        .filter(each -> isWanted.test(each.manifest()))
        .list();
    return new Page<>(
        wanted.size(),
        wanted.stream()
            .filter(each -> part.continuesWith(each.createdAt(), each.id()))
            .skip(part.offset())
            .limit(part.limit())
            .flatMap(each -> find(handle, each.id()).stream())
            .toList());
  }

  private static StoredPublication publication(ResultSet row) throws SQLException {
    String nodes = row.getString("nodes");
    Long due = number(row, "due_at");
    return new StoredPublication(
        row.getString("id"),
        row.getString("manifest"),
        PublicationState.ofToken(row.getString("state")),
        row.getString("hash"),
        row.getString("body"),
        number(row, "base"),
        number(row, "revision"),
        row.getString("author"),
        row.getString("comment"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        due == null ? null : Instant.ofEpochMilli(due),
        nodes.isEmpty() ? List.of() : List.of(nodes.split(",")),
        row.getString("rules"),
        row.getString("reason"),
        row.getString("changed_by"),
        Instant.ofEpochMilli(row.getLong("changed_at")));
  }

  private static @Nullable Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  /** Makes a renamed user, and the tokens of that user, the authors of publications that still run. */
  static void renamed(Handle handle, String from, String to) {
    handle
        .createUpdate("UPDATE publication SET author = :to || substr(author, length(:from) + 1)"
            + " WHERE state IN ('scheduled', 'canary')"
            + " AND (author = :from OR substr(author, 1, length(:from) + 1) = :from || '/')")
        .bind("from", from)
        .bind("to", to)
        .execute();
  }
}
