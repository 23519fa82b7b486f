package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.LocalPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

final class PostgresSignOnStoreTest extends SignOnStoreContract {
  private static LocalPostgres server;
  private static int databases;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  StoreUrl emptyDatabase() throws Exception {
    return StoreUrl.parse(server.create("signon" + ++databases), directory)
        .withLogin("postgres", null);
  }
}
