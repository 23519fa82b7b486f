package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.PostgresServer;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresHistoryStoreTest extends HistoryStoreContract {
  @RegisterExtension
  private static final PostgresServer SERVER = new PostgresServer();

  @Override
  StoreUrl emptyDatabase() throws Exception {
    return StoreUrl.parse(SERVER.createNext(), directory).withLogin("postgres", null);
  }
}
