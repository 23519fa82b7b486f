package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The users who may sign in. */
public final class UserStore {

  /** Lifetime of the claim to create the first user. After it the process counts as ended: hashing takes one to two seconds. */
  private static final Duration CLAIM_HOLDS = Duration.ofMinutes(2);

  private static final String CLAIM = "claim";

  /** Names of users: also e-mail addresses, without characters that paths, logs or pages would need to escape. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}");

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  UserStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns true if a new user may have the name. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns the hash of a password without the mark of a disabled user. */
  public static String unlocked(String passwordHash) {
    return UserRows.unlocked(passwordHash);
  }

  public Optional<User> find(String name) {
    return database.read(handle -> UserRows.find(handle, name));
  }

  /** Returns the users whose names contain {@code text}, by name. */
  public Page<Account> list(String text, int limit, int offset) {
    return list(text, "", limit, offset);
  }

  /**
   * Returns the users after one of them.
   *
   * @param after name of the last user of the page before; empty for the first page
   */
  public Page<Account> list(String text, String after, int limit, int offset) {
    return database.readTogether(handle -> UserRows.list(handle, text, after, limit, offset));
  }

  public Optional<Account> account(String name) {
    return database.readTogether(handle -> UserRows.account(handle, name));
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
            // A later one-time password is of another version of the user.
            .select("SELECT count(*) FROM account WHERE must_change = 1 AND version = 1"
                + " AND name = (SELECT min(name) FROM account"
                + " WHERE created_at = (SELECT min(created_at) FROM account))")
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

  /**
   * Adds the user. Returns false if the name is taken, perhaps in another case. In a store that replaces an unusable one, the user is lost
   * with the process.
   */
  public boolean add(User user, Actor by) {
    return database.note(handle -> {
      UserRows.lock(handle);
      return !UserRows.hasSimilar(handle, user.name()) && insert(handle, user, by);
    });
  }

  /**
   * Changes a user. A change of roles, a new name and the end of the right to sign in end the sessions of the user; the latter deletes
   * the tokens, too. The first and the last void the approvals that the user has given.
   *
   * @param version the version that the author has read
   */
  public Outcome<User> change(String name, long version, UserChange change, Actor by) {
    return database.write(handle -> {
      UserRows.lock(handle);
      User before = UserRows.find(handle, name).orElse(null);
      Outcome<User> refusal = refusal(name, before, version);
      if (before == null || refusal != null) {
        return Objects.requireNonNull(refusal);
      }
      boolean keepsAdmin =
          (change.grants() == null || new User(name, change.grants(), "", false).isAdmin())
              && !Boolean.TRUE.equals(change.isDisabled());
      if (!keepsAdmin && isLastAdmin(handle, before)) {
        return new Outcome.Conflict<>(lastAdmin(name));
      }
      String next = change.name();
      if (next != null && !next.equals(name) && isTaken(handle, name, next)) {
        return new Outcome.Conflict<>("name: " + next + " is taken (expected: another one)");
      }
      return new Outcome.Done<>(apply(handle, before, change, by));
    });
  }

  private User apply(Handle handle, User before, UserChange change, Actor by) {
    String name = before.name();
    handle.execute("UPDATE account SET version = version + 1 WHERE name = ?", name);
    List<Grant> grants = change.grants();
    if (grants != null && !grants.equals(before.grants())) {
      UserRows.putGrants(handle, name, grants);
      endSessions(handle, name);
      ApprovalRows.rightsChanged(handle, name);
      audit.changed(
          handle,
          by,
          "user.roles",
          name,
          roles(before.grants()) + " -> " + roles(grants),
          AuditState.of(roles(before.grants()), roles(grants)));
    }
    Boolean disabled = change.isDisabled();
    if (disabled != null && disabled != before.isDisabled()) {
      UserRows.setDisabled(handle, before, disabled);
      if (disabled) {
        endSessions(handle, name);
        handle.execute("DELETE FROM api_token WHERE owner = ?", name);
        ApprovalRows.rightsChanged(handle, name);
      }
      audit.changed(
          handle,
          by,
          disabled ? "user.disable" : "user.enable",
          name,
          null,
          AuditState.of(login(before.isDisabled()), login(disabled)));
    }
    String next = change.name();
    if (next == null || next.equals(name)) {
      return UserRows.find(handle, name).orElseThrow();
    }
    // The table of sessions does not follow a new name.
    endSessions(handle, name);
    handle.execute("UPDATE account SET name = ? WHERE name = ?", next, name);
    ApprovalRows.renamed(handle, name, next);
    PublicationRows.renamed(handle, name, next);
    audit.changed(
        handle,
        by,
        "user.rename",
        name,
        "-> " + next,
        AuditState.of("name: " + name, "name: " + next));
    return UserRows.find(handle, next).orElseThrow();
  }

  /** Deletes a user with the sessions and tokens. */
  public Outcome<User> delete(String name, long version, Actor by) {
    return database.write(handle -> {
      UserRows.lock(handle);
      User before = UserRows.find(handle, name).orElse(null);
      Outcome<User> refusal = refusal(name, before, version);
      if (before == null || refusal != null) {
        return Objects.requireNonNull(refusal);
      }
      if (isLastAdmin(handle, before)) {
        return new Outcome.Conflict<>(lastAdmin(name));
      }
      handle.execute("DELETE FROM account WHERE name = ?", name);
      ApprovalRows.rightsChanged(handle, name);
      audit.changed(
          handle,
          by,
          "user.delete",
          name,
          roles(before.grants()),
          AuditState.of(roles(before.grants()), null));
      return new Outcome.Done<>(before);
    });
  }

  private static @Nullable Outcome<User> refusal(String name, @Nullable User before, long version) {
    if (before == null) {
      return new Outcome.Missing<>("user: " + name + " (expected: one that exists)");
    }
    return before.version() == version ? null : new Outcome.Stale<>(before.version());
  }

  private static boolean isLastAdmin(Handle handle, User user) {
    return user.isAdmin() && !user.isDisabled() && !UserRows.hasOtherAdmin(handle, user.name());
  }

  private static String lastAdmin(String name) {
    return "user: " + name
        + " is the last admin (expected: another admin who may sign in; create one first)";
  }

  private static boolean isTaken(Handle handle, String name, String next) {
    return !next.equalsIgnoreCase(name) && UserRows.hasSimilar(handle, next);
  }

  private static String roles(List<Grant> grants) {
    return grants.stream().map(Grant::toString).collect(Collectors.joining("; "));
  }

  private static String login(boolean isDisabled) {
    return "login: " + (isDisabled ? "disabled" : "enabled");
  }

  /** Describes the access to an account for the audit trail: the password itself has no trace. */
  private static String access(long version, boolean mustChange, int sessions) {
    return "version of the account: " + version + "\nmust change it: " + (mustChange ? "yes" : "no")
        + "\nopen sessions: " + sessions;
  }

  private static int endSessions(Handle handle, String name) {
    return handle.execute("DELETE FROM session WHERE account = ?", name);
  }

  /**
   * Sets a new password and ends the sessions of the user. A disabled user stays disabled. Browsers known from sign-ins are forgotten.
   * Returns false if there is no such user.
   */
  public boolean setPassword(String name, String passwordHash, boolean mustChange, Actor by) {
    return database.note(handle -> {
      User user = UserRows.find(handle, name).orElse(null);
      if (user == null) {
        return false;
      }
      handle
          .createUpdate("UPDATE account SET password_hash = :hash, must_change = :must,"
              + " version = version + 1 WHERE name = :name")
          .bind("hash", UserRows.hash(passwordHash, user.isDisabled()))
          .bind("must", mustChange ? 1L : 0L)
          .bind("name", name)
          .execute();
      int sessions = endSessions(handle, name);
      handle.execute("DELETE FROM known_device WHERE account = ?", name);
      audit.changed(
          handle,
          by,
          "user.password",
          name,
          null,
          AuditState.of(
              access(user.version(), user.mustChangePassword(), sessions),
              access(user.version() + 1, mustChange, 0)));
      return true;
    });
  }

  /** Replaces the hash of a password by another hash of the same password, unless the password has changed since. */
  public void rehash(String name, String before, String after) {
    database.note(handle -> handle.execute(
        "UPDATE account SET password_hash = ? WHERE name = ? AND password_hash = ?",
        after,
        name,
        before));
  }

  /** Records a sign-in. */
  public void noteLogin(String name) {
    database.note(handle ->
        handle.execute("UPDATE account SET login_at = ? WHERE name = ?", clock.millis(), name));
  }

  private static boolean isEmpty(Handle handle) {
    return handle.select("SELECT count(*) FROM account").mapTo(Long.class).one() == 0;
  }

  private boolean insert(Handle handle, User user, Actor by) {
    boolean isNew = UserRows.insert(handle, user, clock.millis());
    if (isNew) {
      audit.changed(
          handle,
          by,
          "user.create",
          user.name(),
          roles(user.grants()),
          AuditState.of(null, roles(user.grants())));
    }
    return isNew;
  }
}
