package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

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
    CompletableFuture<TextLane.Turn> first = lane.turnOf("anna");
    CompletableFuture<TextLane.Turn> second = lane.turnOf("anna");
    CompletableFuture<TextLane.Turn> other = lane.turnOf("ben");

    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    assertThat(other).isCompleted();
    first.join().end();
    assertThat(second).isCompleted();
    second.join().end();
    assertThat(lane.turnOf("anna")).isCompleted();
  }

  @Test
  void userWithTooManyWaitingCallsIsRejected() {
    List<CompletableFuture<TextLane.Turn>> turns = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      turns.add(lane.turnOf("anna"));
    }

    assertThat(turns.get(8)).isNotDone();
    assertThat(turns.get(9)).isCompletedExceptionally();
    assertThat(lane.turnOf("ben")).isCompleted();
    turns.subList(0, 9).forEach(turn -> turn.join().end());
    assertThat(lane.turnOf("anna")).isCompleted();
  }
}
