package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CodingTurnsTest {
  private final Coding coding = new Coding(Coding.ONE_PIECE);
  private final CodingTurns turns = coding.coders.turns();
  private final List<String> order = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    coding.close();
  }

  /** Returns a body of this number of pieces, each of which takes a whole turn. */
  private CodingTurns.Body body(String name, int pieces) {
    int[] left = {pieces};
    return () -> {
      order.add(name);
      turns.spend(Coding.ONE_PIECE);
      return --left[0] > 0;
    };
  }

  @Test
  void clientsTakeTurnsWhateverTheNumberOfTheirBodies() throws Exception {
    coding.onLoop(() -> {
      turns.await(1, body("a1", 2));
      turns.await(1, body("a2", 2));
      turns.await(1, body("a3", 2));
      turns.await(2, body("b", 3));
    });

    Await.until(
        () -> assertThat(order).containsExactly("a1", "b", "a2", "b", "a3", "b", "a1", "a2", "a3"));
  }

  @Test
  void turnIsOpenAgainAfterItsEnd() throws Exception {
    coding.onLoop(() -> {
      assertThat(turns.isOpen()).isTrue();
      turns.spend(Coding.ONE_PIECE);
      assertThat(turns.isOpen()).isFalse();
    });

    Await.until(() -> assertThat(coding.fromLoop(turns::isOpen)).isTrue());
  }

  @Test
  void newBodyDoesNotOvertakeAWaitingOne() throws Exception {
    coding.onLoop(() -> {
      turns.await(1, body("waiting", 1));
      assertThat(turns.isOpen()).isFalse();
    });

    Await.until(() -> assertThat(order).containsExactly("waiting"));
  }

  @Test
  void failureOfABodyDoesNotStopTheOthers() throws Exception {
    coding.onLoop(() -> {
      turns.await(1, () -> {
        throw new IllegalStateException("for the test");
      });
      turns.await(1, body("next", 1));
      turns.await(2, body("other", 1));
    });

    Await.until(() -> assertThat(order).containsExactlyInAnyOrder("next", "other"));
  }
}
