package io.lychgate.gateway.history;

import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.NewestJdk;

@NewestJdk
final class SqliteHistoryTest extends HistoryContract {
  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:history.db", directory);
  }
}
