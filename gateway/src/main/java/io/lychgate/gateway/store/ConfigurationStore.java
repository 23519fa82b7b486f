package io.lychgate.gateway.store;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import io.lychgate.gateway.store.Outcome.Stale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of gateways that take it from the store: a draft, the revision in force, and the last revisions.
 *
 * <p>Every method that changes the texts writes its audit entry in the same transaction, and returns when the change is durable.
 */
public final class ConfigurationStore {
  /** Revisions that are kept: some weeks of daily changes, and at most 50 MB. */
  public static final int KEPT = 50;

  static final String SUBJECT = "configuration";

  private static final String SELECT =
      "SELECT c.version, c.draft, c.draft_author, c.draft_at, r.* FROM configuration c"
          + " JOIN configuration_revision r ON r.number = c.revision";

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final ApprovalDesk approvals;
  private volatile boolean needsApproval;

  ConfigurationStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
    this.approvals = new ApprovalDesk(clock, audit);
  }

  /** Lets drafts be published only after another person than their authors has approved them. The first configuration needs none. */
  public void requireApproval(boolean isRequired) {
    needsApproval = isRequired;
  }

  public boolean needsApproval() {
    return needsApproval;
  }

  public Approvals approvals(StoredConfiguration configuration) {
    return database.readTogether(
        handle -> ApprovalDesk.of(handle, ApprovedDraft.of(configuration)));
  }

  /** Approves the draft of this version. Its authors may not. */
  public Outcome<StoredConfiguration> approve(long version, String comment, Actor by) {
    return change(version, (handle, current) -> {
      if (!current.isChanged()) {
        return new Conflict<>("configuration: the draft is in force already");
      }
      return approvals
          .approve(handle, ApprovedDraft.of(current), comment, by)
          .<Outcome<StoredConfiguration>>map(Conflict::new)
          .orElseGet(() -> new Done<>(current));
    });
  }

  /** Takes the approval of this person back. */
  public Outcome<StoredConfiguration> withdraw(long version, Actor by) {
    return change(
        version,
        (handle, current) -> approvals.withdraw(handle, ApprovedDraft.of(current), by)
            ? new Done<>(current)
            : new Missing<>(ApprovalDesk.nothingOf(by)));
  }

  /** The revision that a node runs. */
  public record NodeState(long revision, @Nullable String complaint) {}

  /** Returns a counter that grows with each publication. Cheap: every node calls it every second. */
  public long changes() {
    return database.read(handle -> handle
        .select("SELECT last FROM change_counter WHERE topic = 'configuration'")
        .mapTo(Long.class)
        .one());
  }

  /** Returns the configuration; empty before the first one. */
  public Optional<StoredConfiguration> find() {
    return database.read(ConfigurationStore::find);
  }

  private static Optional<StoredConfiguration> find(Handle handle) {
    return handle.select(SELECT).map((row, context) -> configuration(row)).findOne();
  }

  /** Stores the first configuration, unless there is one. Returns true if it was stored. */
  public boolean seed(String text, String comment, Actor by) {
    return database.write(handle -> {
      // The lock of the counter makes two first starts wait for each other.
      handle.execute("UPDATE change_counter SET last = last WHERE topic = 'configuration'");
      if (find(handle).isPresent()) {
        return false;
      }
      long number = nextNumber(handle);
      ConfigurationRevision first = new ConfigurationRevision(
          number, RevisionKind.PUBLISH, by.name(), comment, now(), null, text);
      insert(handle, first);
      handle
          .createUpdate("INSERT INTO configuration"
              + " (id, version, draft, draft_author, draft_at, revision)"
              + " VALUES (1, 1, :draft, :author, :at, :revision)")
          .bind("draft", text)
          .bind("author", by.name())
          .bind("at", first.at().toEpochMilli())
          .bind("revision", number)
          .execute();
      audit.changed(
          handle,
          by,
          "configuration.create",
          SUBJECT,
          StoreIntegrity.CONFIGURATION + number,
          AuditState.of(null, text).withHash(text));
      database.wakeNodes(handle);
      return true;
    });
  }

  public Outcome<StoredConfiguration> saveDraft(long version, String text, Actor by) {
    return change(version, (handle, old) -> {
      StoredConfiguration next =
          new StoredConfiguration(version + 1, text, by.name(), now(), old.published());
      update(handle, next);
      ApprovalRows.edited(handle, ApprovedDraft.CONFIGURATION, by.name());
      audit.changed(
          handle, by, "configuration.edit", SUBJECT, null, AuditState.of(old.draft(), text));
      return new Done<>(next);
    });
  }

  /** Puts the draft in force. */
  public Outcome<StoredConfiguration> publish(long version, String comment, Actor by) {
    return change(
        version,
        (handle, old) -> refusal(handle, old, by)
            .<Outcome<StoredConfiguration>>map(Conflict::new)
            .orElseGet(() -> new Done<>(
                put(handle, old, RevisionKind.PUBLISH, old.draft(), null, comment, by))));
  }

  private Optional<String> refusal(Handle handle, StoredConfiguration old, Actor by) {
    if (!old.isChanged()) {
      return Optional.of("configuration: the draft is in force already");
    }
    return needsApproval && approvals.isMissing(handle, ApprovedDraft.of(old), by)
        ? Optional.of(
            "configuration: not approved (expected: the approval of a person who did not change the draft)")
        : Optional.empty();
  }

  /** Puts the text of an earlier revision in force. It becomes the draft, too. */
  public Outcome<StoredConfiguration> rollBack(
      long version, long revision, String comment, Actor by) {
    return change(version, (handle, old) -> {
      Optional<ConfigurationRevision> target = revision(handle, revision);
      return target.isEmpty()
          ? new Missing<>(absent(revision))
          : new Done<>(
              put(handle, old, RevisionKind.ROLLBACK, target.get().text(), revision, comment, by));
    });
  }

  /** Returns the sentence for a revision that does not exist, or no more. */
  public static String absent(long revision) {
    return "revision: " + revision + " (expected: one of the last " + KEPT
        + " of the configuration)";
  }

  private StoredConfiguration put(
      Handle handle,
      StoredConfiguration old,
      RevisionKind kind,
      String text,
      @Nullable Long rolledBackTo,
      String comment,
      Actor by) {
    ConfigurationRevision revision = new ConfigurationRevision(
        nextNumber(handle), kind, by.name(), comment, now(), rolledBackTo, text);
    insert(handle, revision);
    handle
        .createUpdate("DELETE FROM configuration_revision WHERE number NOT IN"
            + " (SELECT number FROM configuration_revision ORDER BY number DESC LIMIT :kept)")
        .bind("kept", KEPT)
        .execute();
    StoredConfiguration next =
        new StoredConfiguration(old.version() + 1, text, by.name(), revision.at(), revision);
    update(handle, next);
    ApprovalRows.settle(handle, ApprovedDraft.CONFIGURATION);
    audit.changed(
        handle,
        by,
        "configuration." + kind.token(),
        SUBJECT,
        StoreIntegrity.CONFIGURATION + revision.number(),
        AuditState.of(old.published().text(), text).withHash(text));
    database.wakeNodes(handle);
    return next;
  }

  public Optional<ConfigurationRevision> revision(long number) {
    return database.read(handle -> revision(handle, number));
  }

  private static Optional<ConfigurationRevision> revision(Handle handle, long number) {
    return handle
        .select("SELECT * FROM configuration_revision WHERE number = :number")
        .bind("number", number)
        .map((row, context) -> revision(row))
        .findOne();
  }

  /** Returns the last revisions, newest first. */
  public Page<ConfigurationRevision> history(int limit, int offset) {
    return history(Long.MAX_VALUE, limit, offset);
  }

  /** Returns the revisions with smaller numbers than {@code before}, newest first. */
  public Page<ConfigurationRevision> history(long before, int limit, int offset) {
    return database.read(handle -> new Page<>(
        handle
            .select("SELECT count(*) FROM configuration_revision")
            .mapTo(Long.class)
            .one(),
        handle
            .select("SELECT * FROM configuration_revision WHERE number < :before"
                + " ORDER BY number DESC LIMIT :limit OFFSET :offset")
            .bind("before", before)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, context) -> revision(row))
            .list()));
  }

  // Nodes.

  /** Writes what a node runs. */
  public void report(String node, NodeState state) {
    database.write(handle -> {
      handle
          .createUpdate("INSERT INTO configuration_node (node, revision, complaint, at)"
              + " VALUES (:node, :revision, :complaint, :at)"
              + " ON CONFLICT (node) DO UPDATE SET revision = :revision,"
              + " complaint = :complaint, at = :at")
          .bind("node", node)
          .bind("revision", state.revision())
          .bind("complaint", state.complaint())
          .bind("at", clock.millis())
          .execute();
      handle.execute(
          "DELETE FROM configuration_node WHERE at < ? AND node NOT IN (SELECT id FROM node)",
          clock.millis() - NodeStore.FORGOTTEN.toMillis());
      return true;
    });
  }

  /** Returns what each node runs, by its id. */
  public Map<String, NodeState> nodes() {
    return database.read(handle -> {
      Map<String, NodeState> nodes = new HashMap<>();
      handle
          .select("SELECT node, revision, complaint FROM configuration_node")
          .map((row, context) -> Map.entry(
              row.getString("node"),
              new NodeState(row.getLong("revision"), row.getString("complaint"))))
          .forEach(each -> nodes.put(each.getKey(), each.getValue()));
      return nodes;
    });
  }

  private Outcome<StoredConfiguration> change(
      long version, BiFunction<Handle, StoredConfiguration, Outcome<StoredConfiguration>> work) {
    return database.write(handle -> {
      // Locks the row, so that of two changes of one version one is stale.
      handle.execute("UPDATE configuration SET version = version WHERE id = 1");
      Optional<StoredConfiguration> old = find(handle);
      if (old.isEmpty()) {
        return new Missing<>("configuration: the store has none (expected: a first one)");
      }
      return old.get().version() == version
          ? work.apply(handle, old.get())
          : new Stale<>(old.get().version());
    });
  }

  private static long nextNumber(Handle handle) {
    handle.execute("UPDATE change_counter SET last = last + 1 WHERE topic = 'configuration'");
    return handle
        .select("SELECT last FROM change_counter WHERE topic = 'configuration'")
        .mapTo(Long.class)
        .one();
  }

  private static void update(Handle handle, StoredConfiguration next) {
    handle
        .createUpdate("UPDATE configuration SET version = :version, draft = :draft,"
            + " draft_author = :author, draft_at = :at, revision = :revision WHERE id = 1")
        .bind("version", next.version())
        .bind("draft", next.draft())
        .bind("author", next.draftAuthor())
        .bind("at", next.draftAt().toEpochMilli())
        .bind("revision", next.published().number())
        .execute();
  }

  private static void insert(Handle handle, ConfigurationRevision revision) {
    handle
        .createUpdate("INSERT INTO configuration_revision"
            + " (number, kind, author, comment, created_at, rolled_back_to, body)"
            + " VALUES (:number, :kind, :author, :comment, :at, :rolledBackTo, :body)")
        .bind("number", revision.number())
        .bind("kind", revision.kind().token())
        .bind("author", revision.author())
        .bind("comment", revision.comment())
        .bind("at", revision.at().toEpochMilli())
        .bind("rolledBackTo", revision.rolledBackTo())
        .bind("body", revision.text())
        .execute();
  }

  private static StoredConfiguration configuration(ResultSet row) throws SQLException {
    return new StoredConfiguration(
        row.getLong("version"),
        row.getString("draft"),
        row.getString("draft_author"),
        Instant.ofEpochMilli(row.getLong("draft_at")),
        revision(row));
  }

  private static ConfigurationRevision revision(ResultSet row) throws SQLException {
    long target = row.getLong("rolled_back_to");
    Long rolledBackTo = row.wasNull() ? null : target;
    return new ConfigurationRevision(
        row.getLong("number"),
        RevisionKind.ofToken(row.getString("kind")),
        row.getString("author"),
        row.getString("comment"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        rolledBackTo,
        row.getString("body"));
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
