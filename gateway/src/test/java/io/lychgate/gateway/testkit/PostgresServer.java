package io.lychgate.gateway.testkit;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The PostgreSQL server of one test class. The class is skipped on a machine without one. */
public final class PostgresServer implements BeforeAllCallback, AfterAllCallback {
  private @Nullable LocalPostgres server;
  private String database = "";
  private int databases;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  public LocalPostgres running() {
    if (server == null) {
      throw new IllegalStateException(
          "server: not started (expected: within the tests of a class)");
    }
    return server;
  }

  /** Creates a database and returns its URL. */
  public String createNext() throws SQLException {
    database = "test" + ++databases;
    return running().create(database);
  }

  /** Returns the URL of the database that was created last. */
  public String url() {
    return running().url(database);
  }
}
