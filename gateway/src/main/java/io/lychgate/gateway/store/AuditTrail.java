package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A record of changes and attempted changes with their authors. Entries are added, never edited: triggers of the database refuse it, and
 * {@link AuditChain} shows it.
 */
public final class AuditTrail {

  /** Action of the entry of retention. Its subject is the position and its detail the hash up to which entries were removed. */
  static final String CHECKPOINT = "audit.checkpoint";

  /** Entries that retention removes in one transaction. */
  private static final int REMOVED_AT_ONCE = 5000;

  private static final String MATCH =
      " FROM audit WHERE (:q = '%%' OR lower(actor) LIKE :q ESCAPE '!'"
          + " OR lower(action) LIKE :q ESCAPE '!' OR lower(coalesce(subject, '')) LIKE :q ESCAPE '!'"
          + " OR lower(coalesce(detail, '')) LIKE :q ESCAPE '!')"
          + " AND (:actor = '' OR actor = :actor)"
          + " AND (:action = '' OR action = :action OR (:isGroup = 1 AND substr(action, 1, length(:action)) = :action))"
          + " AND (:subject = '' OR subject = :subject) AND (:outcome = '' OR outcome = :outcome)"
          + " AND at >= :from AND at < :to";

  private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);

  private final Database database;
  private final InstantSource clock;
  private final AuditForwards forwards;

  AuditTrail(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
    this.forwards = new AuditForwards(database);
  }

  /** Returns the positions that receivers of the trail have. */
  public AuditForwards forwards() {
    return forwards;
  }

  /** Adds an entry in a transaction of its own. Changes in this package add their entry in their own transaction. */
  public void record(
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail) {
    note(actor, action, subject, refused, detail, AuditState.NONE);
  }

  /** Adds the entry of a change outside of this package, or of one that is made already, in a transaction of its own. */
  public void recordChange(
      Actor actor,
      String action,
      @Nullable String subject,
      @Nullable String detail,
      AuditState state) {
    note(actor, action, subject, false, detail, state);
  }

  private void note(
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail,
      AuditState state) {
    try {
      database.note(handle -> {
        add(handle, actor, action, subject, refused, detail, state);
        return true;
      });
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.READ_ONLY) {
        throw e;
      }
      // A full disk does not prevent sign-ins. An event that cannot be stored is in the log.
      logUnstored(actor, action, subject, refused);
    }
  }

  /** Adds an entry of an event that happens also while the store cannot be reached. It is in the log then. */
  public void recordOrLog(
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail,
      AuditState state) {
    try {
      note(actor, action, subject, refused, detail, state);
    } catch (StoreException e) {
      logUnstored(actor, action, subject, refused);
    }
  }

  private static void logUnstored(
      Actor actor, String action, @Nullable String subject, boolean refused) {
    log.warn(
        "audit: {} {} {} {} {}",
        actor.name(),
        actor.address(),
        action,
        subject,
        refused ? "refused" : "done");
  }

  /** Returns the entries that contain {@code text}, newest first. */
  public Page<AuditEntry> find(String text, int limit, int offset) {
    return find(AuditFilter.containing(text), limit, offset);
  }

  /** Returns the selected entries, newest first. The total counts them without the limit of {@code before}. */
  public Page<AuditEntry> find(AuditFilter filter, int limit, int offset) {
    return database.readMany(handle -> new Page<>(
        bind(handle.select("SELECT count(*)" + MATCH), filter).mapTo(Long.class).one(),
        bind(
                handle.select("SELECT *" + MATCH
                    + " AND id < :before ORDER BY id DESC LIMIT :limit OFFSET :offset"),
                filter)
            .bind("before", filter.before() == null ? Long.MAX_VALUE : filter.before())
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, context) -> entry(row))
            .list()));
  }

  private static Query bind(Query query, AuditFilter filter) {
    Instant from = filter.from();
    Instant to = filter.to();
    return query
        .bind("q", Patterns.containing(filter.text()))
        .bind("actor", filter.actor())
        .bind("action", filter.action())
        .bind("isGroup", filter.action().endsWith(".") ? 1L : 0L)
        .bind("subject", filter.subject())
        .bind("outcome", filter.outcome())
        .bind("from", from == null ? Long.MIN_VALUE : from.toEpochMilli())
        .bind("to", to == null ? Long.MAX_VALUE : to.toEpochMilli());
  }

  /** Passes the selected entries to {@code each}, oldest first, in batches. */
  public void each(AuditFilter filter, Consumer<AuditEntry> each) {
    long after = 0;
    while (true) {
      long from = after;
      List<AuditEntry> entries = database.readMany(handle -> bind(
              handle.select("SELECT *" + MATCH + " AND id > :after ORDER BY id LIMIT 1000"), filter)
          .bind("after", from)
          .map((row, context) -> entry(row))
          .list());
      if (entries.isEmpty()) {
        return;
      }
      entries.forEach(each);
      after = entries.get(entries.size() - 1).id();
    }
  }

  /** Links the entries of earlier versions of the gateway. */
  void linkAll() {
    boolean isDone = !database.readMany(AuditChain::hasUnlinked);
    while (!isDone) {
      isDone = database.noteMany(handle -> AuditChain.link(handle, clock.millis()));
    }
  }

  /**
   * Recomputes the hash chain.
   *
   * @param knownHead a head that was kept elsewhere, {@code POSITION:HASH}; empty for none
   */
  public AuditReport verify(String knownHead) {
    AuditChain.Head known = AuditChain.Head.of(knownHead);
    if (known == null && !knownHead.isEmpty()) {
      throw new IllegalArgumentException("head: " + knownHead
          + " (expected: POSITION:HASH, as the log and `audit verify` show it)");
    }
    return new AuditVerification(database).run(known);
  }

  /** Returns the head of the chain, {@code POSITION:HASH}. */
  public String head() {
    return database.read(AuditChain::head).text();
  }

  /**
   * Removes entries older than {@code limit}, and keeps the hash of the last of them as a checkpoint, from which the rest of the chain
   * can be verified. The newest entry stays.
   *
   * @return number of removed entries
   */
  public int removeBefore(Instant limit) {
    int removed = 0;
    int part;
    do {
      part = database.writeMany(handle -> removeSome(handle, limit.toEpochMilli()));
      removed += part;
    } while (part == REMOVED_AT_ONCE);
    return removed;
  }

  private int removeSome(Handle handle, long limit) {
    handle.execute("UPDATE audit_head SET position = position WHERE id = 1");
    AuditChain.Head start = AuditChain.checkpoint(handle);
    AuditChain.Head end = AuditChain.head(handle);
    // The first position that stays: entries after an old one may be older by the clock of another
    // node.
    long stays = handle
        .select("SELECT coalesce(min(c.position), :end) FROM audit_chain c"
            + " JOIN audit a ON a.id = c.audit_id WHERE a.at >= :limit")
        .bind("end", end.position())
        .bind("limit", limit)
        .mapTo(Long.class)
        .one();
    long last = Math.min(Math.min(stays, end.position()) - 1, start.position() + REMOVED_AT_ONCE);
    if (last <= start.position()) {
      return 0;
    }
    String hash = handle
        .select("SELECT hash FROM audit_chain WHERE position = :last")
        .bind("last", last)
        .mapTo(String.class)
        .one();
    int entries = (int) (last - start.position());
    handle
        .createUpdate("INSERT INTO audit_checkpoint (position, hash, entries, at)"
            + " VALUES (:last, :hash, :entries, :at)")
        .bind("last", last)
        .bind("hash", hash)
        .bind("entries", entries)
        .bind("at", clock.millis())
        .execute();
    handle
        .createUpdate("DELETE FROM audit WHERE id IN"
            + " (SELECT audit_id FROM audit_chain WHERE position <= :last)")
        .bind("last", last)
        .execute();
    handle
        .createUpdate("DELETE FROM audit_chain WHERE position <= :last")
        .bind("last", last)
        .execute();
    done(handle, Actor.SYSTEM, CHECKPOINT, String.valueOf(last), hash);
    return entries;
  }

  void done(Handle handle, Actor actor, String action, String subject, @Nullable String detail) {
    add(handle, actor, action, subject, false, detail, AuditState.NONE);
  }

  /** Adds the entry of a change, with the states before and after it, to the transaction of the change. */
  void changed(
      Handle handle,
      Actor actor,
      String action,
      String subject,
      @Nullable String detail,
      AuditState state) {
    add(handle, actor, action, subject, false, detail, state);
  }

  /** Adds a refused attempt in the transaction that refuses it. */
  void denied(Handle handle, Actor actor, String action, String subject, String detail) {
    add(handle, actor, action, subject, true, detail, AuditState.NONE);
  }

  private void add(
      Handle handle,
      Actor actor,
      String action,
      @Nullable String subject,
      boolean refused,
      @Nullable String detail,
      AuditState state) {
    handle
        .createUpdate(
            "INSERT INTO audit"
                + " (at, actor, address, action, subject, outcome, detail, state_before, state_after)"
                + " VALUES (:at, :actor, :address, :action, :subject, :outcome, :detail, :before, :after)")
        .bind("at", clock.millis())
        .bind("actor", actor.name())
        .bind("address", actor.address())
        .bind("action", action)
        .bind("subject", subject)
        .bind("outcome", refused ? "refused" : "done")
        .bind("detail", detail)
        .bind("before", state.before())
        .bind("after", state.after())
        .execute();
    database.audited(handle);
  }

  static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getLong("id"),
        Instant.ofEpochMilli(row.getLong("at")),
        new Actor(row.getString("actor"), row.getString("address")),
        row.getString("action"),
        row.getString("subject"),
        "refused".equals(row.getString("outcome")),
        row.getString("detail"),
        row.getString("state_before"),
        row.getString("state_after"));
  }
}
