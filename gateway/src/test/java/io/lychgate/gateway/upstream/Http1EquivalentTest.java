package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class Http1EquivalentTest {
  private final Http1Equivalent http1 = new Http1Equivalent();

  @Test
  void needsOneConnectionForEachRequestInProgress() {
    assertThat(http1.began()).isTrue();
    assertThat(http1.began()).isTrue();
    http1.ended();

    // The idle one serves the next request.
    assertThat(http1.began()).isFalse();
    assertThat(http1.open()).isEqualTo(2);
  }

  @Test
  void closesConnectionsThatWereIdleForAWholeTimeout() {
    http1.began();
    http1.began();
    http1.began();
    http1.ended();
    http1.ended();

    assertThat(http1.settle()).isZero();
    assertThat(http1.settle()).isEqualTo(2);
    assertThat(http1.open()).isEqualTo(1);
  }

  @Test
  void closesAllConnectionsAfterTheLastRequest() {
    http1.began();
    http1.ended();

    assertThat(http1.settle()).isZero();
    assertThat(http1.settle()).isEqualTo(1);
    assertThat(http1.open()).isZero();
  }
}
