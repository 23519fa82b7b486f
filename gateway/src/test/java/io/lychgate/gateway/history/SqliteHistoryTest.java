package io.lychgate.gateway.history;

import io.lychgate.gateway.store.StoreUrl;

final class SqliteHistoryTest extends HistoryContract {
  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:history.db", directory);
  }
}
