package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TextLaneTest {
  private final TextLane lane = TextLane.open();

  @AfterEach
  void close() {
    lane.close();
  }

  @Test
  void callsOfOneUserAreSerializedAndOthersDoNotWait() {
    CompletableFuture<TextLane.Turn> first = turnOf("anna");
    CompletableFuture<TextLane.Turn> second = turnOf("anna");
    CompletableFuture<TextLane.Turn> other = turnOf("ben");

    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    assertThat(other).isCompleted();
    first.join().end();
    assertThat(second).isCompleted();
    second.join().end();
    assertThat(turnOf("anna")).isCompleted();
  }

  @Test
  void userWithTooManyWaitingCallsIsRejected() {
    List<CompletableFuture<TextLane.Turn>> turns = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      turns.add(turnOf("anna"));
    }

    assertThat(turns.get(8)).isNotDone();
    assertThat(turns.get(9)).isCompletedExceptionally();
    assertThat(turnOf("ben")).isCompleted();
    turns.subList(0, 9).forEach(turn -> turn.join().end());
    assertThat(turnOf("anna")).isCompleted();
  }

  @Test
  void callThatHasWaitedTooLongIsRejectedAndTakesNoTurn() {
    CompletableFuture<TextLane.Turn> first = turnOf("anna");
    CompletableFuture<TextLane.Turn> impatient = lane.turnOf("anna", 1);
    CompletableFuture<TextLane.Turn> next = turnOf("anna");
    Await.until(() -> assertThat(impatient).isCompletedExceptionally());

    first.join().end();

    assertThat(impatient)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("too many concurrent calls");
    assertThat(next).isCompleted();
    next.join().end();
    assertThat(turnOf("anna")).isCompleted();
  }

  private CompletableFuture<TextLane.Turn> turnOf(String user) {
    return lane.turnOf(user, 60_000);
  }
}
