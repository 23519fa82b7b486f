package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The tables of a store, as its database describes them. A table is after those that it refers to. */
final class StoreTables {
  private static final String FLYWAY = "flyway_schema_history";

  private StoreTables() {}

  /** Returns the names of all tables except those of the database and of the migration. */
  static List<String> of(Connection connection, StoreUrl.Kind kind) throws SQLException {
    Set<String> names = new TreeSet<>();
    String query = kind == StoreUrl.Kind.SQLITE
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        : "SELECT table_name FROM information_schema.tables"
            + " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        if (!FLYWAY.equals(rows.getString(1))) {
          names.add(rows.getString(1));
        }
      }
    }
    return inOrder(connection, names);
  }

  private static List<String> inOrder(Connection connection, Set<String> names)
      throws SQLException {
    Map<String, Set<String>> needs = new LinkedHashMap<>();
    DatabaseMetaData database = connection.getMetaData();
    for (String name : names) {
      Set<String> needed = new LinkedHashSet<>();
      try (ResultSet keys =
          database.getImportedKeys(connection.getCatalog(), connection.getSchema(), name)) {
        while (keys.next()) {
          String other = keys.getString("PKTABLE_NAME");
          if (other != null && !other.equals(name) && names.contains(other)) {
            needed.add(other);
          }
        }
      }
      needs.put(name, needed);
    }
    Set<String> ordered = new LinkedHashSet<>();
    while (ordered.size() < names.size()) {
      int before = ordered.size();
      needs.forEach((name, needed) -> {
        if (ordered.containsAll(needed)) {
          ordered.add(name);
        }
      });
      if (ordered.size() == before) {
        throw new SQLException("tables refer to each other in a circle: " + needs);
      }
    }
    return new ArrayList<>(ordered);
  }
}
