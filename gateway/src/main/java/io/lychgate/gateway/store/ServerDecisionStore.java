package io.lychgate.gateway.store;

import io.lychgate.gateway.store.ServerDecision.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jdbi.v3.core.Handle;

/** The decisions of operators on servers. Each change is durable, and audited, when its method returns. */
public final class ServerDecisionStore {
  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  ServerDecisionStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns all decisions, also those on servers that no upstream has now. */
  public List<ServerDecision> all() {
    return database.read(handle -> handle
        .select("SELECT * FROM server_decision ORDER BY upstream, server")
        .map((row, context) -> decision(row))
        .list());
  }

  /**
   * Stores a decision in place of any other on the server.
   *
   * @param mayReplace called with the version of the decision in force, or {@link ServerDecision#NONE}
   */
  public Outcome<ServerDecision> put(
      String upstream,
      String server,
      Kind kind,
      String reason,
      LongPredicate mayReplace,
      Actor by) {
    return database.write(handle -> {
      long version = nextVersion(handle);
      Optional<ServerDecision> old = find(handle, upstream, server);
      long current = old.map(ServerDecision::version).orElse(ServerDecision.NONE);
      if (!mayReplace.test(current)) {
        return new Outcome.Stale<>(current);
      }
      ServerDecision made = new ServerDecision(
          upstream, server, kind, reason, by.name(), Instant.ofEpochMilli(clock.millis()), version);
      write(handle, made);
      audit.changed(
          handle,
          by,
          "upstream." + kind.token(),
          subject(upstream, server),
          detail(reason),
          new AuditState(old.map(before -> before.kind().token()).orElse("enabled"), kind.token()));
      database.wakeNodes(handle);
      return new Outcome.Done<>(made);
    });
  }

  /**
   * Removes the decision on a server.
   *
   * @param mayReplace called with the version of the decision in force, or {@link ServerDecision#NONE}
   * @return the removed decision; missing if there is none
   */
  public Outcome<ServerDecision> remove(
      String upstream, String server, String reason, LongPredicate mayReplace, Actor by) {
    return database.write(handle -> {
      var unused = nextVersion(handle);
      Optional<ServerDecision> current = find(handle, upstream, server);
      long version = current.map(ServerDecision::version).orElse(ServerDecision.NONE);
      if (!mayReplace.test(version)) {
        return new Outcome.Stale<>(version);
      }
      if (current.isEmpty()) {
        return new Outcome.Missing<>("server: " + server + " of the upstream " + upstream
            + " has no decision (expected: one to remove)");
      }
      handle
          .createUpdate(
              "DELETE FROM server_decision WHERE upstream = :upstream AND server = :server")
          .bind("upstream", upstream)
          .bind("server", server)
          .execute();
      audit.changed(
          handle,
          by,
          "upstream.enable",
          subject(upstream, server),
          detail(reason),
          new AuditState(current.get().kind().token(), "enabled"));
      database.wakeNodes(handle);
      return new Outcome.Done<>(current.get());
    });
  }

  /** Returns the version of the decision to be made. The row of the counter is locked until the transaction ends. */
  private static long nextVersion(Handle handle) {
    handle
        .createUpdate("UPDATE change_counter SET last = last + 1 WHERE topic = 'server-decision'")
        .execute();
    return handle
        .select("SELECT last FROM change_counter WHERE topic = 'server-decision'")
        .mapTo(Long.class)
        .one();
  }

  private static Optional<ServerDecision> find(Handle handle, String upstream, String server) {
    return handle
        .select("SELECT * FROM server_decision WHERE upstream = :upstream AND server = :server")
        .bind("upstream", upstream)
        .bind("server", server)
        .map((row, context) -> decision(row))
        .findOne();
  }

  private static void write(Handle handle, ServerDecision made) {
    handle
        .createUpdate("INSERT INTO server_decision"
            + " (upstream, server, kind, reason, author, at, version)"
            + " VALUES (:upstream, :server, :kind, :reason, :author, :at, :version)"
            + " ON CONFLICT (upstream, server) DO UPDATE SET kind = :kind, reason = :reason,"
            + " author = :author, at = :at, version = :version")
        .bind("upstream", made.upstream())
        .bind("server", made.server())
        .bind("kind", made.kind().token())
        .bind("reason", made.reason())
        .bind("author", made.author())
        .bind("at", made.at().toEpochMilli())
        .bind("version", made.version())
        .execute();
  }

  private static String subject(String upstream, String server) {
    return upstream + " " + server;
  }

  private static String detail(String reason) {
    return reason.isEmpty() ? "no reason given" : reason;
  }

  private static ServerDecision decision(ResultSet row) throws SQLException {
    return new ServerDecision(
        row.getString("upstream"),
        row.getString("server"),
        Kind.ofToken(row.getString("kind")),
        row.getString("reason"),
        row.getString("author"),
        Instant.ofEpochMilli(row.getLong("at")),
        row.getLong("version"));
  }
}
