package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.LocalPostgres;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;

final class PostgresHistoryYearIT extends HistoryYear {
  private @Nullable LocalPostgres server;

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  StoreUrl emptyDatabase() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    LocalPostgres started = LocalPostgres.start();
    server = started;
    return StoreUrl.parse(started.create("year"), directory).withLogin("postgres", null);
  }

  @Override
  String bytes() {
    return "SELECT pg_total_relation_size('rollup')";
  }

  @Override
  String blob(String hex) {
    return "'\\x" + hex + "'::bytea";
  }
}
