package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The verdicts on entries of manifests. Each change is durable, and audited, when its method returns. */
public final class VerdictStore {
  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  VerdictStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  public List<Verdict> all() {
    return database.read(handle -> handle
        .select("SELECT * FROM verdict ORDER BY manifest, pattern, url")
        .map((row, context) -> verdict(row))
        .list());
  }

  /** Stores this verdict with the present time, in place of any other on the entry. */
  public Verdict put(Verdict given, Actor by) {
    Verdict verdict = now(given, by);
    return database.write(handle -> {
      store(handle, verdict, by);
      return verdict;
    });
  }

  /** Stores this verdict with the present time, unless the entry has one, and returns the one that it has then. */
  public Verdict putIfAbsent(Verdict given, Actor by) {
    Verdict verdict = now(given, by);
    return database.write(handle -> {
      Optional<Verdict> held = find(handle, verdict.manifest(), verdict.pattern(), verdict.url());
      if (held.isEmpty()) {
        store(handle, verdict, by);
      }
      return held.orElse(verdict);
    });
  }

  private Verdict now(Verdict given, Actor by) {
    return new Verdict(
        given.manifest(),
        given.pattern(),
        given.url(),
        given.state(),
        given.views(),
        given.wasted(),
        by.name(),
        Instant.ofEpochMilli(clock.millis()));
  }

  private void store(Handle handle, Verdict verdict, Actor by) {
    String before = shown(handle, verdict.manifest(), verdict.pattern(), verdict.url());
    handle
        .createUpdate(
            "INSERT INTO verdict (manifest, pattern, url, state, views, wasted, author, at)"
                + " VALUES (:manifest, :pattern, :url, :state, :views, :wasted, :author, :at)"
                + " ON CONFLICT (manifest, pattern, url) DO UPDATE SET state = :state,"
                + " views = :views, wasted = :wasted, author = :author, at = :at")
        .bind("manifest", verdict.manifest())
        .bind("pattern", verdict.pattern())
        .bind("url", verdict.url())
        .bind("state", verdict.state().token())
        .bind("views", verdict.views())
        .bind("wasted", verdict.wasted())
        .bind("author", verdict.author())
        .bind("at", verdict.at().toEpochMilli())
        .execute();
    String action = "ledger." + (verdict.state() == Verdict.State.DEMOTED ? "demote" : "exempt");
    audit.changed(
        handle,
        by,
        action,
        verdict.manifest(),
        place(verdict.pattern(), verdict.url()),
        AuditState.of(before, shown(verdict)));
    changed(handle);
  }

  /** Removes the verdict, if there is one. */
  public void remove(String manifest, String pattern, String url, Actor by) {
    database.write(handle -> {
      String before = shown(handle, manifest, pattern, url);
      handle
          .createUpdate("DELETE FROM verdict WHERE manifest = :manifest AND pattern = :pattern"
              + " AND url = :url")
          .bind("manifest", manifest)
          .bind("pattern", pattern)
          .bind("url", url)
          .execute();
      audit.changed(
          handle, by, "ledger.restore", manifest, place(pattern, url), AuditState.of(before, null));
      changed(handle);
      return url;
    });
  }

  /** Notifies other nodes, because they keep verdicts in memory. */
  private void changed(Handle handle) {
    handle
        .createUpdate("UPDATE change_counter SET last = last + 1 WHERE topic = 'verdict'")
        .execute();
    database.wakeNodes(handle);
  }

  /** Returns the verdict in force for the audit trail; null if there is none. */
  private static @Nullable String shown(
      Handle handle, String manifest, String pattern, String url) {
    return find(handle, manifest, pattern, url).map(VerdictStore::shown).orElse(null);
  }

  private static Optional<Verdict> find(
      Handle handle, String manifest, String pattern, String url) {
    return handle
        .select("SELECT * FROM verdict WHERE manifest = :manifest AND pattern = :pattern"
            + " AND url = :url")
        .bind("manifest", manifest)
        .bind("pattern", pattern)
        .bind("url", url)
        .map((row, context) -> verdict(row))
        .findOne();
  }

  private static String shown(Verdict verdict) {
    return "state: " + verdict.state().token()
        + "\nwasted: " + verdict.wasted() + " of " + verdict.views()
        + "\nauthor: " + verdict.author();
  }

  private static String place(String pattern, String url) {
    return pattern + " " + url;
  }

  private static Verdict verdict(ResultSet row) throws SQLException {
    return new Verdict(
        row.getString("manifest"),
        row.getString("pattern"),
        row.getString("url"),
        Verdict.State.ofToken(row.getString("state")),
        row.getLong("views"),
        row.getLong("wasted"),
        row.getString("author"),
        Instant.ofEpochMilli(row.getLong("at")));
  }
}
