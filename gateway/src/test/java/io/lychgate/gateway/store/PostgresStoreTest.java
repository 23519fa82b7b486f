package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresStoreTest extends StoreContract {

  @RegisterExtension
  private static final PostgresServer SERVER = new PostgresServer();

  @Override
  StoreUrl emptyDatabase() throws Exception {
    return StoreUrl.parse(SERVER.createNext(), directory).withLogin("postgres", null);
  }

  @Test
  void twoNodesTakeTurns() throws Exception {
    try (Store other = Store.open(store.url(), directory.resolve("other"), clock)) {
      publish("a", TEXT);
      done(other.manifests().saveDraft("a", 2, "b", ANN));

      assertThat(store.manifests().saveDraft("a", 2, "c", ANN)).isEqualTo(new Outcome.Stale<>(3));
      done(other.manifests().publish("a", 3, "", ANN));
      assertThat(store.manifests().published().revision()).isEqualTo(2);
    }
  }

  @Test
  void claimFailsAfterAConcurrentOneCommits() throws Exception {
    assertThat(store.users().claimFirst("one", "gate-1")).isEqualTo(new FirstUser.Ours());

    // The other node adds its user in this transaction. It stays open until the claim of this node
    // waits for it.
    try (Connection other = DriverManager.getConnection(SERVER.url(), "postgres", null);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("UPDATE first_user SET done = 1");
      statement.execute("INSERT INTO account VALUES ('admin', 'admin', 'hash', 1, 0)");
      CompletableFuture<FirstUser> ours =
          CompletableFuture.supplyAsync(() -> store.users().claimFirst("two", "gate-2"));
      Await.until(() -> assertThat(waiting(statement)).isEqualTo(1));
      other.commit();

      assertThat(ours.join())
          .isInstanceOfSatisfying(
              FirstUser.Theirs.class, theirs -> assertThat(theirs.node()).isEqualTo("gate-1"));
    }
  }

  /** Returns the number of statements of this database that wait for a lock. */
  private static int waiting(Statement statement) {
    try (ResultSet count = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
        + " WHERE datname = current_database() AND wait_event_type = 'Lock'")) {
      count.next();
      return count.getInt(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void reportsAnUnreachableServer() {
    StoreUrl nowhere = StoreUrl.parse("jdbc:postgresql://127.0.0.1:1/x", directory);

    assertThatThrownBy(() -> Store.open(nowhere, directory, clock))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
        .hasMessageContaining("store postgresql://127.0.0.1:1/x: cannot be opened");
  }

  @Test
  void sessionsStayValidOnANodeWithAClockHalfADayAhead() {
    TestClock fast = new TestClock();
    fast.advance(Duration.ofHours(13));
    try (Store other = Store.open(store.url(), directory.resolve("other"), fast)) {
      store.nodes().look();
      other.nodes().look();
      store.users().addFirst(new User("ann", Role.EDITOR, "hash", false));

      String id = store.sessions().open("ann");
      assertThat(other.sessions().find(id)).isPresent();
      String second = other.sessions().open("ann");
      assertThat(store.sessions().find(id)).as("not removed by the other node").isPresent();
      assertThat(store.sessions().find(second)).isPresent();
      assertThat(
              Duration.between(store.clock().instant(), other.clock().instant()).abs())
          .isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void twoNodesMigrateAnEmptyDatabaseAtOnce() throws Exception {
    StoreUrl empty = emptyDatabase();
    List<CompletableFuture<Store>> opening = Stream.of("x", "y")
        .map(name ->
            CompletableFuture.supplyAsync(() -> Store.open(empty, directory.resolve(name), clock)))
        .toList();
    for (CompletableFuture<Store> each : opening) {
      try (Store opened = each.join()) {
        assertThat(opened.complaint()).isNull();
      }
    }
  }
}
