package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.LocalPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

class PostgresAuditChainTest extends AuditChainContract {
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
    return StoreUrl.parse(server.create("audit" + ++databases), directory)
        .withLogin("postgres", null);
  }

  @Override
  List<String> attack() {
    return List.of(
        "ALTER TABLE audit DISABLE TRIGGER USER",
        "ALTER TABLE audit_chain DISABLE TRIGGER USER",
        "ALTER TABLE audit_checkpoint DISABLE TRIGGER USER");
  }
}
