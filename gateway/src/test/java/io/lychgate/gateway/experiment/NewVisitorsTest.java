package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class NewVisitorsTest {
  private final NewVisitors visitors = new NewVisitors();

  private boolean admits(String address, long nowMillis) {
    try {
      return visitors.admits(InetAddress.getByName(address), nowMillis);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void networkGetsABoundedNumberInAnHour() {
    for (int i = 0; i < NewVisitors.OF_NETWORK; i++) {
      assertThat(admits("192.0.2." + i % 256, 0)).isTrue();
    }

    assertThat(admits("192.0.2.9", 3_599_999)).isFalse();
    assertThat(admits("192.0.3.9", 3_599_999)).as("another network").isTrue();
    assertThat(admits("192.0.2.9", 3_600_000)).as("the next hour").isTrue();
  }

  @Test
  void manyNetworksAreForgottenInsteadOfKept() {
    for (int i = 0; i <= NewVisitors.OF_NETWORK; i++) {
      assertThat(admits("2001:db8:0:1::" + Integer.toHexString(i + 1), 0))
          .isEqualTo(i < NewVisitors.OF_NETWORK);
    }
    for (int i = 0; i < NewVisitors.NETWORKS; i++) {
      assertThat(admits("10." + (i >> 8) + "." + (i & 255) + ".1", 0)).isTrue();
    }

    assertThat(admits("2001:db8:0:1::1", 0)).isTrue();
  }
}
