package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The experiments. Each change is durable, and audited, when its method returns. */
public final class ExperimentStore {
  /** Experiments that are kept. Each request for the list reads all of them. */
  public static final int MOST = 500;

  private static final int MOST_CHANGES = 500;

  private static final ObjectWriter LINES = JsonMapper.shared().writerWithDefaultPrettyPrinter();

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  ExperimentStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns all experiments, the oldest first. */
  public List<StoredExperiment> all() {
    return database.read(ExperimentStore::all);
  }

  public Optional<StoredExperiment> find(String id) {
    return database.read(handle -> find(handle, id));
  }

  /** Returns the changes of an experiment, the newest first. */
  public List<ExperimentChange> changes(String id) {
    return database.read(handle -> handle
        .select("SELECT * FROM experiment_change WHERE experiment = :id ORDER BY version DESC"
            + " LIMIT " + MOST_CHANGES)
        .bind("id", id)
        .map((row, context) -> new ExperimentChange(
            row.getLong("version"),
            Instant.ofEpochMilli(row.getLong("at")),
            row.getString("author"),
            row.getString("action"),
            row.getString("detail")))
        .list());
  }

  /** Adds an experiment. */
  public Outcome<StoredExperiment> create(String id, String design, String life, Actor by) {
    return database.write(handle -> {
      long version = nextVersion(handle);
      if (find(handle, id).isPresent()) {
        return new Outcome.Conflict<>(
            "id: " + id + " (expected: one that no other experiment has)");
      }
      if (all(handle).size() >= MOST) {
        return new Outcome.Conflict<>(
            "experiments: " + MOST + " are kept (expected: fewer; delete old ones first)");
      }
      StoredExperiment made = new StoredExperiment(
          id, design, life, by.name(), Instant.ofEpochMilli(clock.millis()), version);
      handle
          .createUpdate("INSERT INTO experiment (id, design, life, author, created_at, version)"
              + " VALUES (:id, :design, :life, :author, :at, :version)")
          .bind("id", id)
          .bind("design", design)
          .bind("life", life)
          .bind("author", by.name())
          .bind("at", clock.millis())
          .bind("version", version)
          .execute();
      note(handle, id, version, by, "create", "", AuditState.of(null, shown(design, life)));
      return new Outcome.Done<>(made);
    });
  }

  /** Decides on a change, within the transaction that makes it. */
  public interface Change {
    /**
     * Returns the new content.
     *
     * @param now milliseconds by the clock of the store
     * @param all all experiments, this one among them
     */
    Outcome<Content> of(StoredExperiment current, List<StoredExperiment> all, long now);
  }

  /**
   * The content after a change.
   *
   * @param detail a line for the audit trail
   */
  public record Content(String design, String life, String detail) {}

  /**
   * Changes an experiment.
   *
   * @param mayReplace called with the version in force
   * @param action a word for the audit trail
   */
  public Outcome<StoredExperiment> change(
      String id, LongPredicate mayReplace, String action, Actor by, Change change) {
    return database.write(handle -> {
      long version = nextVersion(handle);
      Optional<StoredExperiment> found = find(handle, id);
      if (found.isEmpty()) {
        return missing(id);
      }
      StoredExperiment current = found.get();
      if (!mayReplace.test(current.version())) {
        return new Outcome.Stale<>(current.version());
      }
      Outcome<Content> decided = change.of(current, all(handle), clock.millis());
      if (!(decided instanceof Outcome.Done<Content> done)) {
        return refused(decided);
      }
      Content content = done.value();
      handle
          .createUpdate("UPDATE experiment SET design = :design, life = :life, version = :version"
              + " WHERE id = :id")
          .bind("design", content.design())
          .bind("life", content.life())
          .bind("version", version)
          .bind("id", id)
          .execute();
      AuditState state = AuditState.of(
          shown(current.design(), current.life()), shown(content.design(), content.life()));
      note(handle, id, version, by, action, content.detail(), state);
      return new Outcome.Done<>(new StoredExperiment(
          id, content.design(), content.life(), current.author(), current.createdAt(), version));
    });
  }

  /** Deletes an experiment with its counts. */
  public Outcome<StoredExperiment> delete(
      String id, LongPredicate mayReplace, Actor by, Change check) {
    return database.write(handle -> {
      long version = nextVersion(handle);
      Optional<StoredExperiment> found = find(handle, id);
      if (found.isEmpty()) {
        return missing(id);
      }
      if (!mayReplace.test(found.get().version())) {
        return new Outcome.Stale<>(found.get().version());
      }
      Outcome<Content> decided = check.of(found.get(), all(handle), clock.millis());
      if (!(decided instanceof Outcome.Done<Content>)) {
        return refused(decided);
      }
      StoredExperiment gone = found.get();
      AuditState state = AuditState.of(shown(gone.design(), gone.life()), null);
      note(handle, id, version, by, "delete", "", state);
      handle
          .createUpdate("DELETE FROM experiment WHERE id = :id")
          .bind("id", id)
          .execute();
      for (String table :
          new String[] {"experiment_change", "arm_rollup", "arm_units", "arm_unit_count"}) {
        handle
            .createUpdate("DELETE FROM " + table + " WHERE experiment = :id")
            .bind("id", id)
            .execute();
      }
      return new Outcome.Done<>(found.get());
    });
  }

  private static Outcome<StoredExperiment> missing(String id) {
    return new Outcome.Missing<>("experiment: " + id + " (expected: one of GET /experiments)");
  }

  private static Outcome<StoredExperiment> refused(Outcome<Content> decided) {
    if (decided instanceof Outcome.Conflict<Content> conflict) {
      return new Outcome.Conflict<>(conflict.sentence());
    }
    if (decided instanceof Outcome.Missing<Content> missing) {
      return new Outcome.Missing<>(missing.sentence());
    }
    throw new IllegalStateException("change: " + decided + " (expected: done or refused)");
  }

  /** Returns the content with a line for each value, so that an entry shows the differing ones. */
  private static String shown(String design, String life) {
    return lines(design) + "\n" + lines(life);
  }

  private static String lines(String json) {
    return LINES.writeValueAsString(JsonMapper.shared().readTree(json));
  }

  private void note(
      Handle handle,
      String id,
      long version,
      Actor by,
      String action,
      String detail,
      AuditState state) {
    handle
        .createUpdate("INSERT INTO experiment_change"
            + " (experiment, version, at, author, action, detail)"
            + " VALUES (:id, :version, :at, :author, :action, :detail)")
        .bind("id", id)
        .bind("version", version)
        .bind("at", clock.millis())
        .bind("author", by.name())
        .bind("action", action)
        .bind("detail", detail)
        .execute();
    audit.changed(handle, by, "experiment." + action, id, detail.isEmpty() ? null : detail, state);
    database.wakeNodes(handle);
  }

  /** Returns the version of the change to be made. The row of the counter is locked until the transaction ends. */
  private static long nextVersion(Handle handle) {
    handle
        .createUpdate("UPDATE change_counter SET last = last + 1 WHERE topic = 'experiment'")
        .execute();
    return handle
        .select("SELECT last FROM change_counter WHERE topic = 'experiment'")
        .mapTo(Long.class)
        .one();
  }

  private static List<StoredExperiment> all(Handle handle) {
    return handle
        .select("SELECT * FROM experiment ORDER BY created_at, id")
        .map((row, context) -> experiment(row))
        .list();
  }

  private static Optional<StoredExperiment> find(Handle handle, String id) {
    return handle
        .select("SELECT * FROM experiment WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> experiment(row))
        .findOne();
  }

  private static StoredExperiment experiment(ResultSet row) throws SQLException {
    return new StoredExperiment(
        row.getString("id"),
        row.getString("design"),
        row.getString("life"),
        row.getString("author"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        row.getLong("version"));
  }
}
