package io.lychgate.gateway.store;

final class SqliteHistoryYearIT extends HistoryYear {
  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:year.db", directory);
  }

  @Override
  String bytes() {
    return "SELECT sum(pgsize) FROM dbstat WHERE name = 'rollup'";
  }

  @Override
  String blob(String hex) {
    return "x'" + hex + "'";
  }
}
