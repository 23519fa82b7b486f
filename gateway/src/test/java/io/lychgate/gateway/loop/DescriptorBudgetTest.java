package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.testkit.FakeTicker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DescriptorBudgetTest {
  private static final int LIMIT = 256;
  private static final int BESIDE = 80;

  /** A sixteenth of the limit. */
  private static final int RESERVE = 16;

  private static final int CAPACITY = LIMIT - BESIDE - RESERVE;
  private static final int SHARE = CAPACITY - CAPACITY / 8;

  private final AtomicLong limit = new AtomicLong(LIMIT);
  private final AtomicLong open = new AtomicLong(BESIDE);
  private final FakeTicker ticker = new FakeTicker();
  private final DescriptorBudget budget = new DescriptorBudget(limit::get, open::get, ticker);

  @Test
  void dataPathGetsTheLimitMinusOthersAndReserve() {
    assertThat(budget.capacity()).isEqualTo(CAPACITY);
    assertThat(budget.max()).isEqualTo(LIMIT);
    assertThat(budget.open()).isEqualTo(BESIDE);
  }

  @Test
  void lowLimitLeavesHalfOfTheRestToTheProcess() {
    limit.set(BESIDE + 12);
    budget.look();

    assertThat(budget.capacity()).isEqualTo(6);
    take(Use.CLIENT, 6 + 3);
    assertThat(budget.mayOverdraw()).isFalse();
  }

  @Test
  void limitThatIsUsedUpStillServesARequestAtATime() {
    limit.set(BESIDE);
    budget.look();

    take(Use.CLIENT, 2);
    take(Use.UPSTREAM, 1);
    assertThat(budget.hasRoom(Use.FILE)).isTrue();
    assertThat(budget.mayOverdraw()).isTrue();
    take(Use.FILE, 1);
    assertThat(budget.mayOverdraw()).isFalse();
  }

  @Test
  void startingProcessKeepsDescriptorsForItsOwnFiles() {
    limit.set(1024);
    DescriptorBudget starting = new DescriptorBudget(limit::get, open::get, ticker, true);
    int duringTheStart = starting.capacity();
    open.set(BESIDE + 100);

    starting.started();

    assertThat(duringTheStart).isLessThan(starting.capacity());
    assertThat(starting.capacity()).isEqualTo(1024 - BESIDE - 100 - 64);
  }

  @Test
  void clientsLeaveRoomForUpstreamConnections() {
    take(Use.CLIENT, SHARE);

    assertThat(budget.hasRoom(Use.CLIENT)).isFalse();
    assertThat(budget.hasRoom(Use.UPSTREAM)).isTrue();
    assertThat(budget.hasRoom(Use.FILE)).isTrue();
  }

  @Test
  void upstreamConnectionsAndFilesLeaveRoomForClients() {
    take(Use.UPSTREAM, SHARE - 1);
    take(Use.FILE, 1);

    assertThat(budget.hasRoom(Use.UPSTREAM)).isFalse();
    assertThat(budget.hasRoom(Use.FILE)).isFalse();
    assertThat(budget.hasRoom(Use.CLIENT)).isTrue();
  }

  @Test
  void acceptedConnectionsMayUseHalfOfTheReserve() {
    take(Use.CLIENT, CAPACITY + RESERVE / 2 - 1);
    assertThat(budget.mayOverdraw()).isTrue();

    take(Use.CLIENT, 1);
    assertThat(budget.mayOverdraw()).isFalse();
  }

  @Test
  void shrinksWithDescriptorsOfTheRestOfTheProcess() {
    take(Use.CLIENT, SHARE);
    open.set(BESIDE + SHARE + 20);

    budget.look();

    assertThat(budget.capacity()).isEqualTo(CAPACITY - 20);
  }

  @Test
  void followsALimitThatIsChangedWhileTheProcessRuns() {
    take(Use.CLIENT, SHARE);
    open.set(BESIDE + SHARE);
    limit.set(2 * LIMIT);

    budget.look();

    assertThat(budget.capacity()).isEqualTo(2 * LIMIT - BESIDE - 2 * RESERVE);
  }

  @Test
  void shortageEndsAfterASecondWithRoom() {
    take(Use.CLIENT, SHARE);
    open.set(BESIDE + SHARE);
    budget.noRoom();
    budget.noRoom();
    assertThat(budget.isShort()).isTrue();

    ticker.advance(Duration.ofSeconds(2));
    budget.look();
    assertThat(budget.isShort()).isTrue();
    budget.leave(Use.CLIENT);
    open.decrementAndGet();
    budget.look();

    assertThat(budget.isShort()).isFalse();
    assertThat(budget.shortages()).isOne();
  }

  @Test
  void systemWithoutALimitHasRoom() {
    DescriptorBudget unlimited = new DescriptorBudget(() -> -1, () -> -1, ticker);

    unlimited.take(Use.CLIENT);

    assertThat(unlimited.hasRoom(Use.CLIENT)).isTrue();
  }

  private void take(Use use, int number) {
    for (int i = 0; i < number; i++) {
      budget.take(use);
    }
  }
}
