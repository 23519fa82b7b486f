package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.PostgresServer;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresAuditChainTest extends AuditChainContract {
  @RegisterExtension
  private static final PostgresServer SERVER = new PostgresServer();

  @Override
  StoreUrl emptyDatabase() throws Exception {
    return StoreUrl.parse(SERVER.createNext(), directory).withLogin("postgres", null);
  }

  @Override
  List<String> attack() {
    return List.of(
        "ALTER TABLE audit DISABLE TRIGGER USER",
        "ALTER TABLE audit_chain DISABLE TRIGGER USER",
        "ALTER TABLE audit_checkpoint DISABLE TRIGGER USER");
  }
}
