package io.lychgate.gateway.push.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An approximate set of clients in few bits. */
final class DistinctClientsTest {
  private final SplittableRandom hashes = new SplittableRandom(7);

  @Test
  void addsAClientOnceUntilItIsRemoved() {
    DistinctClients clients = new DistinctClients(200);

    assertThat(clients.add(1)).isTrue();
    assertThat(clients.add(1)).isFalse();
    clients.remove(1);
    assertThat(clients.add(1)).isTrue();
  }

  @Test
  void missesFewOfManyClients() {
    for (int expected : new int[] {1, 200, 5_000, 100_000}) {
      DistinctClients clients = new DistinctClients(expected);
      int counted = 0;
      for (int i = 0; i < expected; i++) {
        counted += clients.add(hashes.nextLong()) ? 1 : 0;
      }

      assertThat(counted).as("of %d", expected).isBetween((int) (expected * 0.94), expected);
    }
  }
}
