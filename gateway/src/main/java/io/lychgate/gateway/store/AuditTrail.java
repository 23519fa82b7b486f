package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A record of changes and attempted changes with their authors. Entries are added, never edited. */
public final class AuditTrail {

  private static final String MATCH =
      " FROM audit WHERE lower(actor) LIKE :q ESCAPE '!' OR lower(action) LIKE :q ESCAPE '!'"
          + " OR lower(coalesce(subject, '')) LIKE :q ESCAPE '!' OR lower(coalesce(detail, '')) LIKE :q ESCAPE '!'";

  private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);

  private final Database database;
  private final InstantSource clock;

  AuditTrail(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Adds an entry in a transaction of its own. Changes in this package add their entry in their own transaction. */
  public void record(
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail) {
    try {
      database.note(handle -> {
        add(handle, actor, action, subject, refused, detail);
        return true;
      });
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.READ_ONLY) {
        throw e;
      }
      // A full disk does not prevent logins. An event that cannot be stored is in the log.
      log.warn(
          "audit: {} {} {} {} {}",
          actor.name(),
          actor.address(),
          action,
          subject,
          refused ? "refused" : "done");
    }
  }

  /** Returns the entries that contain {@code text}, newest first. */
  public Page<AuditEntry> find(String text, int limit, int offset) {
    String pattern = Patterns.containing(text);
    return database.read(handle -> new Page<>(
        handle
            .select("SELECT count(*)" + MATCH)
            .bind("q", pattern)
            .mapTo(Long.class)
            .one(),
        entries(handle, pattern, limit, offset)));
  }

  void done(Handle handle, Actor actor, String action, String subject, @Nullable String detail) {
    add(handle, actor, action, subject, false, detail);
  }

  private void add(
      Handle handle,
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail) {
    handle
        .createUpdate("INSERT INTO audit (at, actor, address, action, subject, outcome, detail)"
            + " VALUES (:at, :actor, :address, :action, :subject, :outcome, :detail)")
        .bind("at", clock.millis())
        .bind("actor", actor.name())
        .bind("address", actor.address())
        .bind("action", action)
        .bind("subject", subject)
        .bind("outcome", refused ? "refused" : "done")
        .bind("detail", detail)
        .execute();
  }

  private static List<AuditEntry> entries(Handle handle, String pattern, int limit, int offset) {
    return handle
        .select("SELECT *" + MATCH + " ORDER BY id DESC LIMIT :limit OFFSET :offset")
        .bind("q", pattern)
        .bind("limit", limit)
        .bind("offset", offset)
        .map((row, context) -> entry(row))
        .list();
  }

  private static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getLong("id"),
        Instant.ofEpochMilli(row.getLong("at")),
        new Actor(row.getString("actor"), row.getString("address")),
        row.getString("action"),
        row.getString("subject"),
        "refused".equals(row.getString("outcome")),
        row.getString("detail"));
  }
}
