package io.lychgate.gateway.store;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Events that may explain a change of the counters: those of the gateway, and notes of people. */
public final class EventStore {
  /** Notes and events of the gateway are bounded apart, so that many reloads delete no note. Together 10,000. */
  public static final int MOST_NOTES = 2_000;

  static final int MOST_AUTOMATIC = 8_000;

  private final Database database;
  private final AuditTrail audit;

  EventStore(Database database, AuditTrail audit) {
    this.database = database;
    this.audit = audit;
  }

  /** Adds events of the gateway. One with a known id is not added again. */
  public void append(List<StoredEvent> events) {
    database.write(handle -> {
      events.forEach(event -> insert(handle, event));
      trim(handle, false, MOST_AUTOMATIC);
      return events.size();
    });
  }

  /**
   * Adds the note of a person.
   *
   * @return false if it is older than all of as many notes as are kept
   */
  public boolean add(StoredEvent note, Actor by) {
    return database.write(handle -> {
      insert(handle, note);
      trim(handle, true, MOST_NOTES);
      if (find(handle, note.id()).isEmpty()) {
        return false;
      }
      audit.changed(
          handle,
          by,
          "history.note",
          note.id(),
          note.kind() + " " + note.text(),
          AuditState.of(null, shown(note)));
      return true;
    });
  }

  /**
   * Changes time, kind, subject and text of a note.
   *
   * @param ofAll true if the actor may change the notes of others
   */
  public Outcome<StoredEvent> edit(StoredEvent note, Actor by, boolean ofAll) {
    return database.write(handle -> changed(handle, note.id(), by, ofAll, old -> {
      StoredEvent edited = new StoredEvent(
          old.id(),
          note.at(),
          old.node(),
          note.kind(),
          note.subject(),
          note.text(),
          old.author(),
          true);
      handle
          .createUpdate("UPDATE history_event SET at = :at, kind = :kind, subject = :subject,"
              + " text = :text WHERE id = :id")
          .bind("at", edited.at().toEpochMilli())
          .bind("kind", edited.kind())
          .bind("subject", edited.subject())
          .bind("text", edited.text())
          .bind("id", edited.id())
          .execute();
      audit.changed(
          handle,
          by,
          "history.edit",
          edited.id(),
          edited.kind() + " " + edited.text(),
          AuditState.of(shown(old), shown(edited)));
      return edited;
    }));
  }

  /**
   * Deletes a note.
   *
   * @param ofAll true if the actor may delete the notes of others
   */
  public Outcome<StoredEvent> delete(String id, Actor by, boolean ofAll) {
    return database.write(handle -> changed(handle, id, by, ofAll, old -> {
      handle
          .createUpdate("DELETE FROM history_event WHERE id = :id")
          .bind("id", id)
          .execute();
      audit.changed(
          handle,
          by,
          "history.delete",
          id,
          old.kind() + " " + old.text(),
          AuditState.of(shown(old), null));
      return old;
    }));
  }

  /** Returns the text of the audit trail. */
  private static String shown(StoredEvent note) {
    return "at: " + note.at()
        + "\nkind: " + note.kind()
        + "\nsubject: " + note.subject()
        + "\ntext: " + note.text();
  }

  private interface Change {
    StoredEvent of(StoredEvent old);
  }

  private static Outcome<StoredEvent> changed(
      Handle handle, String id, Actor by, boolean ofAll, Change change) {
    Optional<StoredEvent> found = find(handle, id);
    if (found.isEmpty()) {
      return new Missing<>("There is no event " + id + ".");
    }
    StoredEvent old = found.get();
    if (!old.isManual()) {
      return new Conflict<>(
          "The gateway recorded this event. Only notes of people can be changed.");
    }
    if (!ofAll && !old.author().equals(by.name())) {
      return new Conflict<>("The note is by " + old.author()
          + ". Only its author or an administrator can change it.");
    }
    return new Done<>(change.of(old));
  }

  public Optional<StoredEvent> find(String id) {
    return database.read(handle -> find(handle, id));
  }

  /**
   * Returns events of a range, newest first.
   *
   * @param to exclusive
   * @param kinds tokens; empty for all kinds
   */
  public Page<StoredEvent> list(Instant from, Instant to, Set<String> kinds, NewestFirst part) {
    String found = " FROM history_event WHERE manual IN (0, 1) AND at >= :from AND at < :to"
        + (kinds.isEmpty() ? "" : " AND kind IN (<kinds>)");
    return database.read(handle -> new Page<>(
        bind(handle.select("SELECT count(*)" + found), from, to, kinds)
            .mapTo(Long.class)
            .one(),
        bind(
                handle.select("SELECT *" + found + " AND (at, id) < (:beforeAt, :beforeId)"
                    + " ORDER BY at DESC, id DESC LIMIT :limit OFFSET :offset"),
                from,
                to,
                kinds)
            .bind("beforeAt", part.at())
            .bind("beforeId", part.id())
            .bind("limit", part.limit())
            .bind("offset", part.offset())
            .map((row, context) -> event(row))
            .list()));
  }

  private static Query bind(Query select, Instant from, Instant to, Set<String> kinds) {
    select.bind("from", from.toEpochMilli()).bind("to", to.toEpochMilli());
    return kinds.isEmpty() ? select : select.bindList("kinds", List.copyOf(kinds));
  }

  private static void insert(Handle handle, StoredEvent event) {
    handle
        .createUpdate(
            "INSERT INTO history_event (id, at, node, kind, subject, text, author, manual)"
                + " VALUES (:id, :at, :node, :kind, :subject, :text, :author, :manual)"
                + " ON CONFLICT (id) DO NOTHING")
        .bind("id", event.id())
        .bind("at", event.at().toEpochMilli())
        .bind("node", event.node())
        .bind("kind", event.kind())
        .bind("subject", event.subject())
        .bind("text", event.text())
        .bind("author", event.author())
        .bind("manual", event.isManual() ? 1L : 0L)
        .execute();
  }

  private static void trim(Handle handle, boolean isManual, int most) {
    handle
        .createUpdate("DELETE FROM history_event WHERE manual = :manual AND (at, id) <"
            + " (SELECT at, id FROM history_event WHERE manual = :manual"
            + " ORDER BY at DESC, id DESC LIMIT 1 OFFSET :last)")
        .bind("manual", isManual ? 1L : 0L)
        .bind("last", most - 1)
        .execute();
  }

  private static Optional<StoredEvent> find(Handle handle, String id) {
    return handle
        .select("SELECT * FROM history_event WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> event(row))
        .findOne();
  }

  private static StoredEvent event(ResultSet row) throws SQLException {
    return new StoredEvent(
        row.getString("id"),
        Instant.ofEpochMilli(row.getLong("at")),
        row.getString("node"),
        row.getString("kind"),
        row.getString("subject"),
        row.getString("text"),
        row.getString("author"),
        row.getLong("manual") == 1);
  }
}
