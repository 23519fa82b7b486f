package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Statements over the tables {@code account} and {@code account_grant}. */
final class UserRows {

  /** The columns of a user, of a table named {@code a}. */
  static final String COLUMNS =
      "a.name, a.role, a.password_hash, a.must_change, a.disabled, a.scoped, a.version";

  /** Before the hash of the password of a disabled user: no password matches the text, also in older versions. */
  private static final String LOCK = "!";

  private UserRows() {}

  static Optional<User> find(Handle handle, String name) {
    return handle
        .select("SELECT " + COLUMNS + " FROM account a WHERE a.name = :name")
        .bind("name", name)
        .map((row, context) -> Row.of(row))
        .findOne()
        .map(row -> row.user(handle));
  }

  /** @param after name of the last user of the page before; empty for the first page */
  static Page<Account> list(Handle handle, String text, String after, int limit, int offset) {
    String pattern = Patterns.containing(text);
    long total = handle
        .select("SELECT count(*) FROM account a WHERE lower(a.name) LIKE :q ESCAPE '!'")
        .bind("q", pattern)
        .mapTo(Long.class)
        .one();
    List<AccountRow> rows = handle
        .select("SELECT " + COLUMNS + ", a.created_at, a.login_at,"
            + " (SELECT count(*) FROM session s WHERE s.account = a.name) AS sessions,"
            + " (SELECT count(*) FROM api_token t WHERE t.owner = a.name) AS tokens"
            + " FROM account a WHERE lower(a.name) LIKE :q ESCAPE '!'"
            + " AND (:after = '' OR lower(a.name) > lower(:after)"
            + " OR (lower(a.name) = lower(:after) AND a.name > :after))"
            + " ORDER BY lower(a.name), a.name LIMIT :limit OFFSET :offset")
        .bind("q", pattern)
        .bind("after", after)
        .bind("limit", limit)
        .bind("offset", offset)
        .map((row, context) -> AccountRow.of(row))
        .list();
    return new Page<>(total, rows.stream().map(row -> row.account(handle)).toList());
  }

  static Optional<Account> account(Handle handle, String name) {
    return handle
        .select("SELECT " + COLUMNS + ", a.created_at, a.login_at,"
            + " (SELECT count(*) FROM session s WHERE s.account = a.name) AS sessions,"
            + " (SELECT count(*) FROM api_token t WHERE t.owner = a.name) AS tokens"
            + " FROM account a WHERE a.name = :name")
        .bind("name", name)
        .map((row, context) -> AccountRow.of(row))
        .findOne()
        .map(row -> row.account(handle));
  }

  /** Prevents other changes of users, on all nodes, until the transaction ends: two admins may remove each other at once. */
  static void lock(Handle handle) {
    handle.execute("UPDATE change_counter SET last = last + 1 WHERE topic = 'account'");
  }

  static boolean insert(Handle handle, User user, long at) {
    int rows = handle
        .createUpdate(
            "INSERT INTO account (name, role, password_hash, must_change, created_at, scoped, version)"
                + " VALUES (:name, :role, :hash, :must, :at, :scoped, :version) ON CONFLICT (name) DO NOTHING")
        .bind("name", user.name())
        .bind("role", roleEverywhere(user.grants()).orElse(Role.VIEWER).token())
        .bind("hash", user.passwordHash())
        .bind("must", user.mustChangePassword() ? 1L : 0L)
        .bind("at", at)
        .bind("scoped", roleEverywhere(user.grants()).isPresent() ? 0L : 1L)
        .bind("version", user.version())
        .execute();
    if (rows == 1) {
      insertGrants(handle, user.name(), user.grants());
    }
    return rows == 1;
  }

  /** Returns true if a name differs from this one only in its case. */
  static boolean hasSimilar(Handle handle, String name) {
    return handle
            .select("SELECT count(*) FROM account WHERE lower(name) = lower(:name)")
            .bind("name", name)
            .mapTo(Long.class)
            .one()
        > 0;
  }

  static void putGrants(Handle handle, String name, List<Grant> grants) {
    handle.execute("DELETE FROM account_grant WHERE account = ?", name);
    handle
        .createUpdate("UPDATE account SET role = :role, scoped = :scoped WHERE name = :name")
        .bind("role", roleEverywhere(grants).orElse(Role.VIEWER).token())
        .bind("scoped", roleEverywhere(grants).isPresent() ? 0L : 1L)
        .bind("name", name)
        .execute();
    insertGrants(handle, name, grants);
  }

  private static void insertGrants(Handle handle, String name, List<Grant> grants) {
    for (Grant grant : grants) {
      for (String site : grant.isEverywhere() ? List.<String>of() : grant.sites()) {
        // A site that is named twice has the greater role: grants are read in the order of roles.
        handle.execute("DELETE FROM account_grant WHERE account = ? AND site = ?", name, site);
        handle.execute(
            "INSERT INTO account_grant (account, site, role) VALUES (?, ?, ?)",
            name,
            site,
            grant.role().token());
      }
    }
  }

  static void setDisabled(Handle handle, User user, boolean isDisabled) {
    handle
        .createUpdate(
            "UPDATE account SET disabled = :disabled, password_hash = :hash WHERE name = :name")
        .bind("disabled", isDisabled ? 1L : 0L)
        .bind("hash", hash(unlocked(user.passwordHash()), isDisabled))
        .bind("name", user.name())
        .execute();
  }

  /** Returns the stored form of a hash. */
  static String hash(String hash, boolean isDisabled) {
    return isDisabled ? LOCK + hash : hash;
  }

  /** Returns the hash without the mark of a disabled user. */
  static String unlocked(String hash) {
    return hash.startsWith(LOCK) ? hash.substring(LOCK.length()) : hash;
  }

  /** Returns true if an admin who may sign in exists besides the user of this name. */
  static boolean hasOtherAdmin(Handle handle, String name) {
    return handle
            .select(
                "SELECT count(*) FROM account WHERE role = :role AND scoped = 0 AND disabled = 0"
                    + " AND name <> :name")
            .bind("role", Role.ADMIN.token())
            .bind("name", name)
            .mapTo(Long.class)
            .one()
        > 0;
  }

  private static Optional<Role> roleEverywhere(List<Grant> grants) {
    return grants.stream()
        .filter(Grant::isEverywhere)
        .map(Grant::role)
        .max(Comparator.naturalOrder());
  }

  /** The columns of a user. */
  record Row(
      String name,
      Role role,
      String hash,
      boolean mustChange,
      boolean isDisabled,
      boolean isScoped,
      long version) {

    static Row of(ResultSet row) throws SQLException {
      return new Row(
          row.getString("name"),
          Role.ofToken(row.getString("role")),
          row.getString("password_hash"),
          row.getLong("must_change") != 0,
          row.getLong("disabled") != 0,
          row.getLong("scoped") != 0,
          row.getLong("version"));
    }

    /** Reads the grants for single sites, too. */
    User user(Handle handle) {
      Map<Role, List<String>> sites = new EnumMap<>(Role.class);
      handle
          .select("SELECT site, role FROM account_grant WHERE account = :name ORDER BY site")
          .bind("name", name)
          .map((row, context) ->
              Map.entry(Role.ofToken(row.getString("role")), row.getString("site")))
          .forEach(each ->
              sites.computeIfAbsent(each.getKey(), any -> new ArrayList<>()).add(each.getValue()));
      List<Grant> grants = new ArrayList<>();
      if (!isScoped) {
        grants.add(Grant.everywhere(role));
      }
      sites.forEach((each, names) -> grants.add(new Grant(each, names)));
      return new User(name, grants, hash, mustChange, isDisabled, version);
    }
  }

  private record AccountRow(
      Row row, Instant createdAt, @Nullable Instant loginAt, long sessions, long tokens) {

    static AccountRow of(ResultSet row) throws SQLException {
      return new AccountRow(
          Row.of(row),
          Instant.ofEpochMilli(row.getLong("created_at")),
          instant(row, "login_at"),
          row.getLong("sessions"),
          row.getLong("tokens"));
    }

    Account account(Handle handle) {
      return new Account(row.user(handle), createdAt, loginAt, sessions, tokens);
    }
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
