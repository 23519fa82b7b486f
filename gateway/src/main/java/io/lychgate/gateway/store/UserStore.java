package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The users who may log in. */
public final class UserStore {

  /** Lifetime of the claim to create the first user. After it the process counts as ended: hashing takes one to two seconds. */
  private static final Duration CLAIM_HOLDS = Duration.ofMinutes(2);

  private static final String CLAIM = "claim";

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  UserStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  public Optional<User> find(String name) {
    return database.read(handle -> handle
        .select("SELECT name, role, password_hash, must_change FROM account WHERE name = :name")
        .bind("name", name)
        .map((row, context) -> new User(
            row.getString("name"),
            Role.ofToken(row.getString("role")),
            row.getString("password_hash"),
            row.getLong("must_change") != 0))
        .findOne());
  }

  public boolean isEmpty() {
    return database.read(UserStore::isEmpty);
  }

  /** Adds the user if the store has no users. Returns false if it has one. */
  public boolean addFirst(User user) {
    return database.note(handle -> isEmpty(handle) && insert(handle, user, Actor.SYSTEM));
  }

  /**
   * Decides which of the processes that start with an empty store creates the first user, before any of them shows a password.
   *
   * @param instance id of the calling process
   * @param node name of its node, reported to later processes
   */
  public FirstUser claimFirst(String instance, String node) {
    return database.note(handle -> {
      if (!isEmpty(handle)) {
        return madeBefore(handle);
      }
      handle.savepoint(CLAIM);
      // All other processes see the first row: in PostgreSQL the second insert waits until the
      // first commits.
      int claimed = handle
          .createUpdate("INSERT INTO first_user (id, instance, node, claimed_at, done)"
              + " VALUES (1, :instance, :node, " + database.now() + ", 0)"
              + " ON CONFLICT (id) DO UPDATE SET instance = :instance, node = :node, claimed_at = "
              + database.now() + " WHERE first_user.done = 1 OR first_user.instance = :instance"
              + " OR first_user.claimed_at < "
              + database.now() + " - :patience")
          .bind("instance", instance)
          .bind("node", node)
          .bind("patience", CLAIM_HOLDS.toMillis())
          .execute();
      if (claimed == 1 && !isEmpty(handle)) {
        // Another node has added the user since the first check: its claim, which is done, remains.
        handle.rollbackToSavepoint(CLAIM);
        return madeBefore(handle);
      }
      return claimed == 1 ? new FirstUser.Ours() : claimant(handle).orElseThrow();
    });
  }

  /** Adds the first user if this process still has its claim and there is no user yet. Returns false otherwise. */
  public boolean addFirst(User user, String instance) {
    return database.note(handle -> {
      int held = handle
          .createUpdate("UPDATE first_user SET done = 1 WHERE instance = :instance AND done = 0")
          .bind("instance", instance)
          .execute();
      return held == 1 && isEmpty(handle) && insert(handle, user, Actor.SYSTEM);
    });
  }

  /** Returns the node that created the first user, as long as a one-time password is in use. */
  private static FirstUser madeBefore(Handle handle) {
    boolean isUnused = handle
            .select("SELECT count(*) FROM account WHERE must_change = 1")
            .mapTo(Long.class)
            .one()
        > 0;
    return isUnused
        ? claimant(handle).<FirstUser>map(each -> each).orElseGet(FirstUser.Known::new)
        : new FirstUser.Known();
  }

  private static Optional<FirstUser.Theirs> claimant(Handle handle) {
    return handle
        .select("SELECT node, claimed_at FROM first_user")
        .map((row, context) -> new FirstUser.Theirs(
            row.getString("node"), Instant.ofEpochMilli(row.getLong("claimed_at"))))
        .findOne();
  }

  /** Adds the user. Returns false if the name is taken. */
  public boolean add(User user, Actor by) {
    return database.note(handle -> insert(handle, user, by));
  }

  /** Sets a new password. Returns false if there is no such user. */
  public boolean setPassword(String name, String passwordHash, boolean mustChange, Actor by) {
    return database.note(handle -> {
      int rows = handle
          .createUpdate(
              "UPDATE account SET password_hash = :hash, must_change = :must WHERE name = :name")
          .bind("hash", passwordHash)
          .bind("must", mustChange ? 1L : 0L)
          .bind("name", name)
          .execute();
      if (rows == 1) {
        audit.done(handle, by, "user.password", name, null);
      }
      return rows == 1;
    });
  }

  private static boolean isEmpty(Handle handle) {
    return handle.select("SELECT count(*) FROM account").mapTo(Long.class).one() == 0;
  }

  private boolean insert(Handle handle, User user, Actor by) {
    int rows = handle
        .createUpdate("INSERT INTO account (name, role, password_hash, must_change, created_at)"
            + " VALUES (:name, :role, :hash, :must, :at) ON CONFLICT (name) DO NOTHING")
        .bind("name", user.name())
        .bind("role", user.role().token())
        .bind("hash", user.passwordHash())
        .bind("must", user.mustChangePassword() ? 1L : 0L)
        .bind("at", clock.millis())
        .execute();
    if (rows == 1) {
      audit.done(handle, by, "user.create", user.name(), user.role().token());
    }
    return rows == 1;
  }
}
