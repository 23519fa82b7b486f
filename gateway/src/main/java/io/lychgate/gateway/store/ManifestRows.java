package io.lychgate.gateway.store;

import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Statements over the tables {@code manifest} and {@code revision}. */
final class ManifestRows {

  private static final String MANIFEST =
      "SELECT m.name, m.version, m.draft, m.draft_author, m.draft_at, m.retired, r.number, r.manifest,"
          + " r.kind, r.author, r.comment, r.created_at, r.rolled_back_to, r.body"
          + " FROM manifest m LEFT JOIN revision r ON r.number = m.revision";

  private ManifestRows() {}

  static Optional<Manifest> find(Handle handle, String name) {
    return handle
        .select(MANIFEST + " WHERE m.name = :name")
        .bind("name", name)
        .map((row, context) -> manifest(row))
        .findOne();
  }

  static List<Manifest> containing(Handle handle, String text) {
    return handle
        .select(
            MANIFEST
                + " WHERE m.name LIKE :q ESCAPE '!' OR lower(m.draft) LIKE :q ESCAPE '!' ORDER BY m.name")
        .bind("q", Patterns.containing(text))
        .map((row, context) -> manifest(row))
        .list();
  }

  static List<Manifest> inForce(Handle handle) {
    return handle
        .select(MANIFEST + " WHERE m.revision IS NOT NULL ORDER BY m.name")
        .map((row, context) -> manifest(row))
        .list();
  }

  /** Inserts a manifest. Returns false if the name is taken, perhaps by another node a moment ago. */
  static boolean insert(Handle handle, Manifest manifest) {
    return handle
            .createUpdate("INSERT INTO manifest (name, version, draft, draft_author, draft_at)"
                + " VALUES (:name, :version, :draft, :author, :at) ON CONFLICT (name) DO NOTHING")
            .bind("name", manifest.name())
            .bind("version", manifest.version())
            .bind("draft", manifest.draft())
            .bind("author", manifest.draftAuthor())
            .bind("at", manifest.draftAt().toEpochMilli())
            .execute()
        == 1;
  }

  /** Reads a manifest, and prevents other nodes from changing it until the transaction ends. */
  static Optional<Manifest> lock(Handle handle, String name) {
    // SQLite has no SELECT ... FOR UPDATE; an update that changes nothing locks the row in both
    // databases.
    handle
        .createUpdate("UPDATE manifest SET version = version WHERE name = :name")
        .bind("name", name)
        .execute();
    return find(handle, name);
  }

  /** Puts these manifests in force under their old revision numbers. */
  static void restore(Handle handle, PublishedManifests published, long at) {
    for (PublishedManifest each : published.manifests()) {
      handle
          .createUpdate(
              "INSERT INTO revision (number, manifest, kind, author, comment, created_at, body)"
                  + " VALUES (:number, :name, :kind, :author, :comment, :at, :body)"
                  + " ON CONFLICT (number) DO NOTHING")
          .bind("number", each.revision())
          .bind("name", each.name())
          .bind("kind", RevisionKind.PUBLISH.token())
          .bind("author", Actor.SYSTEM.name())
          .bind("comment", "From " + PublishedFile.NAME)
          .bind("at", at)
          .bind("body", each.text())
          .execute();
      handle
          .createUpdate(
              "INSERT INTO manifest (name, version, draft, draft_author, draft_at, revision)"
                  + " VALUES (:name, 1, :body, :author, :at, :number)"
                  + " ON CONFLICT (name) DO UPDATE SET revision = :number")
          .bind("name", each.name())
          .bind("number", each.revision())
          .bind("author", Actor.SYSTEM.name())
          .bind("at", at)
          .bind("body", each.text())
          .execute();
    }
    handle.execute("UPDATE revision_counter SET last = ?", published.revision());
  }

  /** Writes the whole row, which must be locked. */
  static void update(Handle handle, Manifest next) {
    Revision published = next.published();
    handle
        .createUpdate(
            "UPDATE manifest SET version = :version, draft = :draft, draft_author = :author, draft_at = :at,"
                + " revision = :revision, retired = :retired WHERE name = :name")
        .bind("name", next.name())
        .bind("version", next.version())
        .bind("draft", next.draft())
        .bind("author", next.draftAuthor())
        .bind("at", next.draftAt().toEpochMilli())
        .bind("revision", published == null ? null : published.number())
        .bind("retired", next.retired() ? 1L : 0L)
        .execute();
  }

  static void delete(Handle handle, String name) {
    handle
        .createUpdate("DELETE FROM manifest WHERE name = :name")
        .bind("name", name)
        .execute();
  }

  /** Takes the next number. The row lock makes numbers appear in the order of their commits. */
  static long nextNumber(Handle handle) {
    handle.createUpdate("UPDATE revision_counter SET last = last + 1").execute();
    return lastNumber(handle);
  }

  static long lastNumber(Handle handle) {
    return handle.select("SELECT last FROM revision_counter").mapTo(Long.class).one();
  }

  static void insert(Handle handle, Revision revision) {
    handle
        .createUpdate(
            "INSERT INTO revision (number, manifest, kind, author, comment, created_at, rolled_back_to, body)"
                + " VALUES (:number, :manifest, :kind, :author, :comment, :at, :rolledBackTo, :body)")
        .bind("number", revision.number())
        .bind("manifest", revision.manifest())
        .bind("kind", revision.kind().token())
        .bind("author", revision.author())
        .bind("comment", revision.comment())
        .bind("at", revision.at().toEpochMilli())
        .bind("rolledBackTo", revision.rolledBackTo())
        .bind("body", revision.text())
        .execute();
  }

  static Optional<Revision> revision(Handle handle, String manifest, long number) {
    return handle
        .select("SELECT r.* FROM revision r WHERE r.manifest = :manifest AND r.number = :number")
        .bind("manifest", manifest)
        .bind("number", number)
        .map((row, context) -> revision(row))
        .findOne();
  }

  static Page<Revision> history(
      Handle handle, String manifest, long before, int limit, int offset) {
    long total = handle
        .select("SELECT count(*) FROM revision WHERE manifest = :manifest")
        .bind("manifest", manifest)
        .mapTo(Long.class)
        .one();
    return new Page<>(
        total,
        handle
            .select("SELECT r.* FROM revision r WHERE r.manifest = :manifest AND r.number < :before"
                + " ORDER BY r.number DESC LIMIT :limit OFFSET :offset")
            .bind("manifest", manifest)
            .bind("before", before)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, context) -> revision(row))
            .list());
  }

  private static Manifest manifest(ResultSet row) throws SQLException {
    row.getLong("number");
    Revision published = row.wasNull() ? null : revision(row);
    return new Manifest(
        row.getString("name"),
        row.getLong("version"),
        row.getString("draft"),
        row.getString("draft_author"),
        Instant.ofEpochMilli(row.getLong("draft_at")),
        row.getLong("retired") != 0,
        published);
  }

  private static Revision revision(ResultSet row) throws SQLException {
    return new Revision(
        row.getLong("number"),
        row.getString("manifest"),
        RevisionKind.ofToken(row.getString("kind")),
        row.getString("author"),
        row.getString("comment"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        nullableLong(row, "rolled_back_to"),
        row.getString("body"));
  }

  private static @Nullable Long nullableLong(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
