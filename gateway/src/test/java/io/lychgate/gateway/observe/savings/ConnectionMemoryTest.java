package io.lychgate.gateway.observe.savings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionMemoryTest {
  private final AtomicLong open = new AtomicLong();
  private final ConnectionMemory memory = new ConnectionMemory(open::get);

  @Test
  void isTheDifferenceToACollectionWithoutConnections() {
    memory.take(50_000_000, 0);
    memory.take(60_000_000, 1_000);

    assertThat(memory.estimate().bytesPerConnection()).isEqualTo(10_000.0);
    assertThat(memory.estimate().missing()).isEmpty();
  }

  @Test
  void isAbsentWithoutACollectionOfEachKind() {
    assertThat(memory.estimate().bytesPerConnection()).isNull();
    assertThat(memory.estimate().missing())
        .containsExactly(
            new Savings.Missing("garbage collections without a connection", 0, 1),
            new Savings.Missing("open connections at a garbage collection", 0, 100));
  }

  @Test
  void isAbsentForFewConnections() {
    memory.take(50_000_000, 0);
    memory.take(60_000_000, 99);

    assertThat(memory.estimate().bytesPerConnection()).isNull();
    assertThat(memory.estimate().missing())
        .containsExactly(new Savings.Missing("open connections at a garbage collection", 99, 100));
  }

  @Test
  void isAbsentIfTheHeapHasShrunk() {
    memory.take(50_000_000, 0);
    memory.take(49_000_000, 200);

    assertThat(memory.estimate().bytesPerConnection()).isNull();
    assertThat(memory.estimate().missing()).hasSize(1);
  }

  @Test
  void takesASampleAfterEachCollection() {
    memory.watch();

    Await.until(() -> {
      System.gc();
      assertThat(memory.estimate().missing())
          .containsExactly(new Savings.Missing("open connections at a garbage collection", 0, 100));
    });
  }
}
