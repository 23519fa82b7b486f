package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain of the audit trail and attacks on it by a writer of the database, independent of the database. */
abstract class AuditChainContract {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");

  @TempDir
  Path directory;

  final TestClock clock = new TestClock();
  Store store;

  abstract StoreUrl emptyDatabase() throws Exception;

  /** Returns statements that lift the triggers of append-only tables. */
  abstract List<String> attack();

  @BeforeEach
  void open() throws Exception {
    store = Store.open(emptyDatabase(), directory, clock);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void chainOfAllEntriesIsWholeAndHasTheStateBeforeAndAfter() {
    store.manifests().create("shop", "rules: []\n", ANN);
    store.manifests().saveDraft("shop", 1, "rules: []\npassword: hunter2\n", ANN);
    store.manifests().publish("shop", 2, "first", ANN);
    store.audit().record(ANN, "session.login", null, true, "wrong");

    AuditReport report = store.audit().verify("");

    assertThat(report.faults()).isEmpty();
    assertThat(report.position()).isEqualTo(4);
    assertThat(store.audit().verify(report.head()).isWhole()).isTrue();
    List<AuditEntry> entries = store.audit().find(AuditFilter.ALL, 10, 0).items();
    assertThat(entries.get(2).after()).isEqualTo("lines 2-2:\npassword: ***");
    assertThat(entries.get(2).before()).isEmpty();
    assertThat(AuditState.hashIn(entries.get(1).after()))
        .isEqualTo(AuditChain.sha256("rules: []\npassword: hunter2\n"));
  }

  @Test
  void entriesAreFilteredAndPagedByCursor() {
    for (int i = 0; i < 5; i++) {
      store.audit().record(ANN, "a.b", "thing " + i, i % 2 == 0, null);
      clock.advance(Duration.ofMinutes(1));
    }
    store.audit().record(new Actor("bob", null), "a.c", "x'; DROP TABLE audit; --", false, null);

    assertThat(ids(new AuditFilter("", "ann", "", "", "refused", null, null, null)))
        .containsExactly(5L, 3L, 1L);
    assertThat(ids(new AuditFilter("", "", "a.", "", "", null, null, null))).hasSize(6);
    assertThat(ids(new AuditFilter("", "", "a", "", "", null, null, null))).isEmpty();
    assertThat(ids(AuditFilter.containing("drop table"))).containsExactly(6L);
    assertThat(ids(new AuditFilter("", "", "", "", "", null, null, 3L))).containsExactly(2L, 1L);
    Instant second = store.audit().find(AuditFilter.ALL, 10, 0).items().get(4).at();
    assertThat(ids(
            new AuditFilter("", "", "", "", "", second, second.plus(Duration.ofMinutes(2)), null)))
        .containsExactly(3L, 2L);
    List<Long> exported = new ArrayList<>();
    store.audit().each(AuditFilter.ALL, entry -> exported.add(entry.id()));
    assertThat(exported).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void databaseRefusesToChangeOrRemoveEntries() {
    store.audit().record(ANN, "a.b", "c", false, null);

    for (String statement : List.of(
        "UPDATE audit SET actor = 'bob'",
        "DELETE FROM audit",
        "UPDATE audit_chain SET hash = ''",
        "DELETE FROM audit_chain",
        "DELETE FROM audit_checkpoint WHERE position = 1")) {
      if (statement.contains("checkpoint")) {
        assertThat(store.audit().verify("").isWhole()).isTrue();
      } else {
        assertThatThrownBy(() -> run(List.of(statement)))
            .as(statement)
            .isInstanceOf(SQLException.class);
      }
    }
    assertThat(store.audit().verify("").isWhole()).isTrue();
  }

  @Test
  void verificationFindsEachKindOfForgery() throws Exception {
    Map<String, String> forgeries = Map.of(
        "UPDATE audit SET actor = 'bob' WHERE id = 3",
        "position 3: entry 3",
        "UPDATE audit SET at = at + 1 WHERE id = 3",
        "position 3: entry 3",
        "DELETE FROM audit WHERE id = 3",
        "position 3: entry 3 was removed",
        "DELETE FROM audit_chain WHERE position = 3",
        "positions 3 to 3 are missing",
        "DELETE FROM audit WHERE id >= 5; DELETE FROM audit_chain WHERE audit_id >= 5",
        "the end is missing: positions 5 to 6",
        "DELETE FROM audit WHERE id >= 5; DELETE FROM audit_chain WHERE audit_id >= 5;"
            + " UPDATE audit_head SET position = 4, hash = (SELECT hash FROM audit_chain WHERE position = 4)",
        "the copy of the head is at position 6",
        "UPDATE audit_chain SET audit_id = -audit_id WHERE position IN (2, 3);"
            + " UPDATE audit_chain SET audit_id = 5 + audit_id WHERE position IN (2, 3)",
        "position 2: entry 3",
        "INSERT INTO audit_checkpoint VALUES (2, (SELECT hash FROM audit_chain WHERE position = 2), 2, 1);"
            + " DELETE FROM audit WHERE id <= 2; DELETE FROM audit_chain WHERE position <= 2",
        "checkpoint 2: no entry names it");
    for (Map.Entry<String, String> forgery : forgeries.entrySet()) {
      store.close();
      store = Store.open(emptyDatabase(), directory, clock);
      for (int i = 0; i < 6; i++) {
        store.audit().record(ANN, "a.b", "c" + i, false, null);
      }
      List<String> statements = new ArrayList<>(attack());
      statements.addAll(
          Stream.of(forgery.getKey().split(";")).map(String::strip).toList());

      run(statements);

      assertThat(store.audit().verify("").faults())
          .as(forgery.getKey())
          .anySatisfy(fault -> assertThat(fault).contains(forgery.getValue()));
    }
  }

  @Test
  void headThatWasKeptElsewhereShowsARewrittenTrail() throws Exception {
    store.audit().record(ANN, "a.b", "c", false, null);
    String kept = store.audit().head();
    String other = kept.substring(0, kept.length() - 1) + (kept.endsWith("0") ? "1" : "0");

    assertThat(store.audit().verify(other).faults())
        .anySatisfy(fault -> assertThat(fault).contains("the given head"));
    assertThat(store.audit().verify("9" + kept).faults())
        .anySatisfy(fault -> assertThat(fault).contains("the end is missing"));
    assertThatThrownBy(() -> store.audit().verify("x"))
        .hasMessageContaining("head: x (expected: POSITION:HASH");
  }

  @Test
  void retentionKeepsTheRestVerifiable() {
    for (int i = 0; i < 10; i++) {
      store.audit().record(ANN, "a.b", "c" + i, false, null);
      clock.advance(Duration.ofHours(1));
    }

    assertThat(store.audit().removeBefore(clock.instant().minus(Duration.ofHours(4))))
        .isEqualTo(6);

    AuditReport report = store.audit().verify("");
    assertThat(report.faults()).isEmpty();
    assertThat(report.checkpoint()).isEqualTo(6);
    assertThat(report.entries()).isEqualTo(5);
    assertThat(store.audit().find("audit.checkpoint", 10, 0).total()).isEqualTo(1);
    assertThat(store.audit().removeBefore(clock.instant().minus(Duration.ofHours(4))))
        .isZero();
    assertThat(store.audit().removeBefore(clock.instant().plusSeconds(1))).isEqualTo(4);
    assertThat(store.audit().verify("").faults()).isEmpty();
  }

  @Test
  void entriesOfAnEarlierVersionAreLinkedWithTheNextOne() throws Exception {
    store.audit().record(ANN, "a.b", "c", false, null);
    run(List.of("INSERT INTO audit (at, actor, action, outcome) VALUES (1, 'old', 'a.b', 'done')"));

    store.audit().record(ANN, "a.b", "d", false, null);

    AuditReport report = store.audit().verify("");
    assertThat(report.faults()).isEmpty();
    assertThat(report.position()).isEqualTo(3);
  }

  @Test
  void writersOfTwoNodesBuildOneChain() throws Exception {
    try (Store other = Store.open(store.url(), directory.resolve("other"), clock)) {
      List<CompletableFuture<Void>> writers = new ArrayList<>();
      for (int w = 0; w < 4; w++) {
        Store one = w % 2 == 0 ? store : other;
        String name = "m" + w;
        writers.add(CompletableFuture.runAsync(() -> {
          one.manifests().create(name, "rules: []", ANN);
          for (int i = 1; i <= 10; i++) {
            one.manifests().saveDraft(name, i, "rules: [] # " + i, ANN);
          }
        }));
      }
      CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).join();
    }

    AuditReport report = store.audit().verify("");
    assertThat(report.faults()).isEmpty();
    assertThat(report.position()).isEqualTo(44);
  }

  private List<Long> ids(AuditFilter filter) {
    return store.audit().find(filter, 10, 0).items().stream()
        .map(AuditEntry::id)
        .toList();
  }

  private void run(List<String> statements) throws SQLException {
    try (Connection connection = DatabaseOpener.connectAny(store.url());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }
}
