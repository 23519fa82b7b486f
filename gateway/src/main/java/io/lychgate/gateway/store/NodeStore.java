package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The gateways of the store, each by its own report. All times come from the clock of the database: clocks of nodes may differ. */
public final class NodeStore {
  /** A node without a report for this long is removed. A node that stops normally removes itself at once. */
  public static final Duration FORGOTTEN = Duration.ofHours(1);

  private final Database database;
  private final FleetClock clock;

  NodeStore(Database database, FleetClock clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Reads the values that nodes follow. Must be cheap: every node calls it every second. */
  public Pulse look() {
    return database.poll(this::pulse);
  }

  /**
   * Writes the report, removes nodes without a recent report, and reads the values that nodes follow.
   *
   * @return false if another process reports under this id: this one needs a new id
   */
  public boolean report(NodeReport node) {
    return database.write(handle -> {
      boolean known = update(handle, node);
      if (!known && !insert(handle, node)) {
        return false;
      }
      handle
          .createUpdate("DELETE FROM node WHERE seen_at < " + database.now() + " - :forgotten")
          .bind("forgotten", FORGOTTEN.toMillis())
          .execute();
      database.wakeNodes(handle);
      return true;
    });
  }

  /** Takes over the row of this id from a process that crashed. */
  public void takeOver(NodeReport node) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM node WHERE id = :id AND instance <> :instance")
        .bind("id", node.id())
        .bind("instance", node.instance())
        .execute());
  }

  /** Removes the node when it stops. */
  public void leave(NodeReport node) {
    database.write(handle -> {
      handle
          .createUpdate("DELETE FROM node WHERE id = :id AND instance = :instance")
          .bind("id", node.id())
          .bind("instance", node.instance())
          .execute();
      database.wakeNodes(handle);
      return true;
    });
  }

  private boolean update(Handle handle, NodeReport node) {
    return handle
            .createUpdate("UPDATE node SET name = :name, version = :version, revision = :revision,"
                + " complaint = :complaint, seen_at = " + database.now()
                + " WHERE id = :id AND instance = :instance")
            .bindMethods(node)
            .execute()
        == 1;
  }

  private boolean insert(Handle handle, NodeReport node) {
    return handle
            .createUpdate("INSERT INTO node"
                + " (id, instance, name, version, revision, complaint, started_at, seen_at)"
                + " VALUES (:id, :instance, :name, :version, :revision, :complaint, "
                + database.now() + ", " + database.now() + ") ON CONFLICT (id) DO NOTHING")
            .bindMethods(node)
            .execute()
        == 1;
  }

  private Pulse pulse(Handle handle) {
    List<NodeRow> nodes = handle
        .select("SELECT n.*, " + database.now() + " AS now FROM node n ORDER BY n.name, n.id")
        .map((row, context) -> node(row))
        .list();
    return handle
        .select(
            "SELECT " + database.now() + " AS now, (SELECT last FROM revision_counter) AS revision,"
                + " (SELECT last FROM change_counter WHERE topic = 'verdict') AS verdicts,"
                + " (SELECT last FROM change_counter WHERE topic = 'server-decision') AS decisions,"
                + " (SELECT last FROM change_counter WHERE topic = 'experiment') AS experiments,"
                + " (SELECT last FROM change_counter WHERE topic = 'publication') AS publications")
        .map((row, context) -> {
          if (database.isShared()) {
            clock.set(Instant.ofEpochMilli(row.getLong("now")));
          }
          return new Pulse(
              row.getLong("revision"),
              row.getLong("verdicts"),
              row.getLong("decisions"),
              row.getLong("experiments"),
              row.getLong("publications"),
              nodes);
        })
        .one();
  }

  private static NodeRow node(ResultSet row) throws SQLException {
    long seen = row.getLong("seen_at");
    return new NodeRow(
        new NodeReport(
            row.getString("id"),
            row.getString("instance"),
            row.getString("name"),
            row.getString("version"),
            row.getLong("revision"),
            row.getString("complaint")),
        Instant.ofEpochMilli(row.getLong("started_at")),
        Instant.ofEpochMilli(seen),
        Duration.ofMillis(Math.max(0, row.getLong("now") - seen)));
  }
}
