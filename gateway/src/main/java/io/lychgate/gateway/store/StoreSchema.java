package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a store, beside that of this program. A migration that only adds things leaves the store to older programs. One that
 * removes or changes things has the oldest schema that still works in its name, for example {@code V17__needs_16_drop_author.sql},
 * and Flyway records that name in the store.
 *
 * @param found number of the newest migration of the store
 * @param oldest number of the oldest schema whose programs may use the store
 */
record StoreSchema(int found, int oldest) {
  private static final Pattern NEEDS = Pattern.compile("needs (\\d{1,9})\\b.*");

  /** Reads it; null if the database has no schema of Flyway. */
  static @Nullable StoreSchema read(Connection connection, StoreUrl.Kind kind) throws SQLException {
    String exists = kind == StoreUrl.Kind.SQLITE
        ? "SELECT count(*) FROM sqlite_master WHERE name = 'flyway_schema_history'"
        : "SELECT count(to_regclass('flyway_schema_history'))";
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(exists)) {
        if (!rows.next() || rows.getInt(1) == 0) {
          return null;
        }
      }
      int found = 0;
      int oldest = 0;
      try (ResultSet rows =
          statement.executeQuery("SELECT CAST(version AS INTEGER), description FROM"
              + " flyway_schema_history WHERE version IS NOT NULL")) {
        while (rows.next()) {
          found = Math.max(found, rows.getInt(1));
          oldest = Math.max(oldest, needed(rows.getString(2)));
        }
      }
      return new StoreSchema(found, oldest);
    }
  }

  /** Returns the oldest schema that works after the migration with this description; 0 if all do. */
  static int needed(@Nullable String description) {
    Matcher named = NEEDS.matcher(description == null ? "" : description);
    return named.matches() ? Integer.parseInt(named.group(1)) : 0;
  }

  boolean isNewer() {
    return found > DatabaseOpener.SCHEMA;
  }

  /** Returns true if this program may use the store, possibly after it has migrated it. */
  boolean isUsable() {
    return !isNewer() || oldest <= DatabaseOpener.SCHEMA;
  }

  /** Returns a clause on a schema of a newer version; null on another one. */
  @Nullable
  String note() {
    if (!isNewer()) {
      return null;
    }
    return isUsable()
        ? "a newer version made schema " + found + ", and this version (schema "
            + DatabaseOpener.SCHEMA + ") may use it"
        : "written by a newer version (schema " + found + ", this version knows "
            + DatabaseOpener.SCHEMA + ", the store needs " + oldest + " or newer)";
  }
}
