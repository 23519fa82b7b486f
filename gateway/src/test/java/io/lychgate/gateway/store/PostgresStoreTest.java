package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresStoreTest extends StoreContract {

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
    String name = "lychgate" + ++databases;
    try (Connection connection =
            DriverManager.getConnection(server.url("postgres"), "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return StoreUrl.parse(server.url(name), directory).withLogin("postgres", null);
  }

  @Test
  void letsTwoNodesTakeTurns() throws Exception {
    try (Store other = Store.open(store.url(), directory.resolve("other"), clock)) {
      publish("a", TEXT);
      done(other.manifests().saveDraft("a", 2, "b", ANN));

      assertThat(store.manifests().saveDraft("a", 2, "c", ANN)).isEqualTo(new Outcome.Stale<>(3));
      done(other.manifests().publish("a", 3, "", ANN));
      assertThat(store.manifests().published().revision()).isEqualTo(2);
    }
  }

  @Test
  void saysThatAServerCannotBeReached() {
    StoreUrl nowhere = StoreUrl.parse("jdbc:postgresql://127.0.0.1:1/x", directory);

    assertThatThrownBy(() -> Store.open(nowhere, directory, clock))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
        .hasMessageContaining("store postgresql://127.0.0.1:1/x: cannot be opened");
  }
}
