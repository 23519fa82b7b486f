package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class OutageGateTest {
  private final AtomicLong time = new AtomicLong();
  private final OutageGate gate = new OutageGate(time::get);

  private static StoreException lost() {
    return new StoreException(StoreException.Kind.UNAVAILABLE, "store: connection refused", null);
  }

  private void pass(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  @Test
  void callsFailAtOnceWithTheReasonOfTheOutage() {
    assertThatCode(gate::enter).doesNotThrowAnyException();
    gate.failed(lost(), true);
    assertThatThrownBy(gate::enter)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("connection refused");
    pass(Duration.ofMillis(1500));
    assertThat(gate.length()).isEqualTo(Duration.ofMillis(1500));
    assertThat(gate.reason()).contains("connection refused");
  }

  @Test
  void oneCallTestsTheServerAfterAPause() {
    gate.failed(lost(), true);
    pass(OutageGate.PAUSE);
    assertThatCode(gate::enter).doesNotThrowAnyException();
    assertThatThrownBy(gate::enter).isInstanceOf(StoreException.class);
    gate.passed();
    assertThatCode(gate::enter).doesNotThrowAnyException();
    assertThat(gate.length()).isNull();
  }

  @Test
  void testThatEndsForAnotherReasonIsFollowedByTheNext() {
    gate.failed(lost(), true);
    pass(OutageGate.PAUSE);
    gate.enter();
    gate.untested();
    assertThatThrownBy(gate::enter).isInstanceOf(StoreException.class);
    pass(OutageGate.PAUSE);
    assertThatCode(gate::enter).doesNotThrowAnyException();
  }

  @Test
  void onlyThePollTestsWhereANodePolls() {
    gate.enterAsPoll();
    gate.failed(lost(), true);
    pass(Duration.ofSeconds(5));
    assertThatThrownBy(gate::enter).isInstanceOf(StoreException.class);
    pass(Duration.ofSeconds(30));
    assertThatCode(gate::enter).doesNotThrowAnyException();
  }

  @Test
  void failedStatementIsNoOutage() {
    gate.failed(lost(), false);
    assertThatCode(gate::enter).doesNotThrowAnyException();
  }

  @Test
  void lossIsABrokenConnectionAServerThatStopsOrSilence() {
    assertThat(OutageGate.isLoss(new SQLException("broken", "08006"))).isTrue();
    assertThat(OutageGate.isLoss(new SQLException("stops", "57P01"))).isTrue();
    assertThat(OutageGate.isLoss(new IllegalStateException(new SocketTimeoutException("read"))))
        .isTrue();
    assertThat(OutageGate.isLoss(new SQLException("duplicate key", "23505"))).isFalse();
    assertThat(OutageGate.isLoss(new SQLException("canceled", "57014"))).isFalse();
    assertThat(OutageGate.isLoss(new SQLException("no state"))).isFalse();
  }
}
