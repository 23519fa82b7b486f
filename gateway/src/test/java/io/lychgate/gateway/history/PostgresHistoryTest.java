package io.lychgate.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class PostgresHistoryTest extends HistoryContract {
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
    return StoreUrl.parse(server.create("history" + ++databases), directory)
        .withLogin("postgres", null);
  }

  @Test
  void nodeWithAWrongClockUsesTheClockOfTheDatabase() {
    TestClock wrong = new TestClock();
    try (Store fast = Store.open(store.url(), directory.resolve("other"), wrong)) {
      fast.nodes().look();
      HistoryRecorder other = new HistoryRecorder(
          census::take, protocol -> 0, () -> fast, fast.clock(), () -> "b", census::nanoTime);
      other.begin();
      census.pass(Duration.ofSeconds(1));
      wrong.advance(Duration.ofSeconds(1));
      other.end();
      assertThat(other.write()).isTrue();

      Instant now = Instant.now();
      History present = new History(() -> store, recorder, () -> now.plusSeconds(120));
      List<Block> blocks = present.blocks(
          now.minusSeconds(120),
          now.plusSeconds(120),
          Duration.ofMinutes(1),
          List.of(Selection.WHOLE));
      assertThat(blocks)
          .singleElement()
          .satisfies(block -> assertThat(block.observed()).containsEntry("b", 1_000L));
    }
  }
}
