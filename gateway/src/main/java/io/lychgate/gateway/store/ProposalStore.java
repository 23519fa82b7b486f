package io.lychgate.gateway.store;

import io.lychgate.gateway.store.StoredProposal.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The proposals of the learner, and the decisions of users on them. */
public final class ProposalStore {
  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  ProposalStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns all proposals, oldest first. */
  public List<StoredProposal> all() {
    return database.read(handle -> handle
        .select("SELECT * FROM proposal ORDER BY created_at, id")
        .map((row, context) -> proposal(row))
        .list());
  }

  public Optional<StoredProposal> find(String id) {
    return database.read(handle -> find(handle, id));
  }

  /** Adds a new proposal, or replaces the body of a known one, whose state stays. */
  public void put(String id, String manifest, String kind, String body, Actor by) {
    database.write(handle -> handle
        .createUpdate(
            "INSERT INTO proposal (id, manifest, kind, state, body, created_at, changed_at, author)"
                + " VALUES (:id, :manifest, :kind, 'open', :body, :at, :at, :author)"
                + " ON CONFLICT (id) DO UPDATE SET body = :body")
        .bind("id", id)
        .bind("manifest", manifest)
        .bind("kind", kind)
        .bind("body", body)
        .bind("at", clock.millis())
        .bind("author", by.name())
        .execute());
  }

  /** Sets the state of a proposal. Returns empty if there is none. */
  public Optional<StoredProposal> decide(String id, State state, Actor by) {
    return database.write(handle -> {
      String before = find(handle, id).map(it -> it.state().token()).orElse(null);
      handle
          .createUpdate(
              "UPDATE proposal SET state = :state, changed_at = :at, author = :author WHERE id = :id")
          .bind("id", id)
          .bind("state", state.token())
          .bind("at", clock.millis())
          .bind("author", by.name())
          .execute();
      Optional<StoredProposal> decided = find(handle, id);
      decided.ifPresent(it -> audit.changed(
          handle,
          by,
          "proposal." + state.token(),
          it.manifest(),
          it.body(),
          new AuditState(before, state.token())));
      return decided;
    });
  }

  /** Removes a proposal that is in force, or that has nothing left to change. */
  public void remove(String id) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM proposal WHERE id = :id")
        .bind("id", id)
        .execute());
  }

  private static Optional<StoredProposal> find(Handle handle, String id) {
    return handle
        .select("SELECT * FROM proposal WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> proposal(row))
        .findOne();
  }

  private static StoredProposal proposal(ResultSet row) throws SQLException {
    return new StoredProposal(
        row.getString("id"),
        row.getString("manifest"),
        row.getString("kind"),
        State.ofToken(row.getString("state")),
        row.getString("body"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Instant.ofEpochMilli(row.getLong("changed_at")),
        row.getString("author"));
  }
}
