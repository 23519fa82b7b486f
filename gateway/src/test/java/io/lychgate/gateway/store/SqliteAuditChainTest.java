package io.lychgate.gateway.store;

import java.util.List;
import java.util.stream.Stream;

class SqliteAuditChainTest extends AuditChainContract {
  private int databases;

  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:store" + ++databases + ".db", directory);
  }

  @Override
  List<String> attack() {
    return Stream.of(
            "audit_keeps_rows",
            "audit_keeps_entries",
            "audit_chain_keeps_rows",
            "audit_chain_keeps_links",
            "audit_checkpoint_keeps_rows",
            "audit_checkpoint_keeps_all")
        .map(name -> "DROP TRIGGER " + name)
        .toList();
  }
}
