package io.lychgate.gateway.store;

import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Who may log in. */
public final class UserStore {

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

  /** Adds the user if there is none at all; false when there is one. */
  public boolean addFirst(User user) {
    return database.write(handle -> isEmpty(handle) && insert(handle, user, Actor.SYSTEM));
  }

  /** Adds the user; false when the name is taken. */
  public boolean add(User user, Actor by) {
    return database.write(handle -> handle
                .select("SELECT count(*) FROM account WHERE name = :name")
                .bind("name", user.name())
                .mapTo(Long.class)
                .one()
            == 0
        && insert(handle, user, by));
  }

  /** Sets a new password; false when there is no such user. */
  public boolean setPassword(String name, String passwordHash, boolean mustChange, Actor by) {
    return database.write(handle -> {
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
    handle
        .createUpdate("INSERT INTO account (name, role, password_hash, must_change, created_at)"
            + " VALUES (:name, :role, :hash, :must, :at)")
        .bind("name", user.name())
        .bind("role", user.role().token())
        .bind("hash", user.passwordHash())
        .bind("must", user.mustChangePassword() ? 1L : 0L)
        .bind("at", clock.millis())
        .execute();
    audit.done(handle, by, "user.create", user.name(), user.role().token());
    return true;
  }
}
