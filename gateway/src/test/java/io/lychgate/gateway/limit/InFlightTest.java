package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InFlightTest {
  @Test
  void countsByKeyAndKeepsNoIdleKey() {
    InFlight inFlight = new InFlight();

    assertThat(inFlight.enter(7)).isEqualTo(1);
    assertThat(inFlight.enter(7)).isEqualTo(2);
    assertThat(inFlight.enter(8)).isEqualTo(1);
    inFlight.leave(7);
    assertThat(inFlight.of(7)).isEqualTo(1);
    inFlight.leave(7);
    inFlight.leave(8);

    assertThat(inFlight.size()).isZero();
  }

  @Test
  void threadsLeaveWhatTheyEntered() throws InterruptedException {
    InFlight inFlight = new InFlight();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(new Thread(() -> {
        for (int n = 0; n < 20_000; n++) {
          inFlight.enter(n % 3);
          inFlight.leave(n % 3);
        }
      }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(inFlight.size()).isZero();
  }
}
