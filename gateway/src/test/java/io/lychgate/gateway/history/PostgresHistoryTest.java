package io.lychgate.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresHistoryTest extends HistoryContract {
  @RegisterExtension
  private static final PostgresServer SERVER = new PostgresServer();

  @Override
  StoreUrl emptyDatabase() throws Exception {
    return StoreUrl.parse(SERVER.createNext(), directory).withLogin("postgres", null);
  }

  @Test
  void serverThatCrashesLosesNoMinute() throws Exception {
    pass(61);
    assertThat(recorder.write()).isTrue();
    SERVER.running().down();
    try {
      pass(120);
      assertThat(recorder.write()).isFalse();
      assertThat(recorder.waitingMinutes()).isEqualTo(2);
    } finally {
      SERVER.running().up();
    }
    Await.until(() -> assertThat(recorder.write()).isTrue());

    census.pass(Duration.ofSeconds(10));
    List<Block> minutes =
        history.blocks(start, census.instant(), Duration.ofMinutes(1), List.of(Selection.WHOLE));
    assertThat(minutes)
        .hasSize(3)
        .allSatisfy(block -> assertThat(block.observed()).containsEntry("a", 60_000L));
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      census.pass(Duration.ofSeconds(1));
      recorder.tick();
    }
  }

  @Test
  void nodeWithAWrongClockUsesTheClockOfTheDatabase() {
    TestClock wrong = new TestClock();
    try (Store fast = Store.open(store.url(), directory.resolve("other"), wrong)) {
      fast.nodes().look();
      HistoryRecorder other =
          new HistoryRecorder(census::take, () -> fast, fast.clock(), () -> "b", census::nanoTime);
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
