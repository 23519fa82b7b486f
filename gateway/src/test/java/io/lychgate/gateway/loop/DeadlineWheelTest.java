package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The test controls the clock and each tick. */
class DeadlineWheelTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final EventLoop loop = new DefaultEventLoop();
  private final FakeTicker ticker = new FakeTicker();
  private final LoopClock clock = new LoopClock(loop, ticker);
  private final DeadlineWheel wheel = new DeadlineWheel(loop, clock);
  private final Counting deadline = new Counting();

  @AfterEach
  void close() {
    loop.shutdownGracefully();
  }

  @Test
  void expiresInTheTickAfterItsTime() {
    arm(Duration.ofSeconds(1));

    pass(Duration.ofSeconds(1));
    assertThat(deadline.expired).isZero();
    pass(DeadlineWheel.TICK);

    assertThat(deadline.expired).isEqualTo(1);
    assertThat(deadline.isArmed()).isFalse();
  }

  @Test
  void deadlineThatThrowsDoesNotStopTheOthers() {
    wheel.arm(
        new Deadline() {
          @Override
          protected void expired() {
            throw new IllegalStateException("no memory");
          }
        },
        Duration.ofSeconds(1).toNanos());
    arm(Duration.ofSeconds(1));

    pass(Duration.ofSeconds(2));

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void expiresOnceAlthoughItsSlotRecursEachTurn() {
    arm(Duration.ofSeconds(1));

    pass(MINUTE.multipliedBy(3));

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void waitsForMoreThanATurn() {
    arm(MINUTE.multipliedBy(2));

    pass(MINUTE.multipliedBy(2));
    assertThat(deadline.expired).isZero();
    pass(DeadlineWheel.TICK);

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void isPostponedWhenArmedAgain() {
    arm(Duration.ofSeconds(1));
    pass(Duration.ofMillis(900));

    arm(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1));
    assertThat(deadline.expired).isZero();
    pass(DeadlineWheel.TICK);

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void isAdvancedWhenArmedForAnEarlierTime() {
    arm(MINUTE);

    arm(Duration.ofSeconds(1));
    pass(Duration.ofMillis(1100));

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void doesNotExpireOnceDisarmed() {
    arm(Duration.ofSeconds(1));

    wheel.disarm(deadline);
    pass(MINUTE);

    assertThat(deadline.expired).isZero();
    assertThat(deadline.isArmed()).isFalse();
  }

  @Test
  void doesNotExpireWhilePaused() {
    arm(Duration.ofSeconds(1));

    wheel.pause(deadline);
    pass(MINUTE);

    assertThat(deadline.expired).isZero();
    assertThat(deadline.isArmed()).isFalse();
  }

  @Test
  void expiresAfterAPauseWhenArmedForAnEarlierTime() {
    arm(MINUTE);
    wheel.pause(deadline);

    arm(Duration.ofSeconds(1));
    pass(Duration.ofMillis(1100));

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void expiresAfterAPauseWhenArmedForALaterTime() {
    arm(Duration.ofSeconds(1));
    wheel.pause(deadline);

    arm(MINUTE);
    pass(MINUTE);
    assertThat(deadline.expired).isZero();
    pass(DeadlineWheel.TICK);

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void canBeArmedAgainAfterItsSlotPassedDuringAPause() {
    arm(Duration.ofSeconds(1));
    wheel.pause(deadline);
    pass(MINUTE);

    arm(Duration.ofSeconds(1));
    pass(Duration.ofMillis(1100));

    assertThat(deadline.expired).isEqualTo(1);
  }

  @Test
  void keepsOthersOfTheSlotWhenOneLeaves() {
    Counting other = new Counting();
    wheel.arm(other, Duration.ofSeconds(1).toNanos());
    arm(Duration.ofSeconds(1));
    Counting third = new Counting();
    wheel.arm(third, Duration.ofSeconds(1).toNanos());

    wheel.disarm(deadline);
    pass(Duration.ofMillis(1100));

    assertThat(other.expired).isEqualTo(1);
    assertThat(third.expired).isEqualTo(1);
    assertThat(deadline.expired).isZero();
  }

  private void arm(Duration time) {
    wheel.arm(deadline, time.toNanos());
  }

  /** Advances the time tick by tick, as on a loop that is never late. */
  private void pass(Duration time) {
    long end = ticker.nanoTime() + time.toNanos();
    while (ticker.nanoTime() < end) {
      ticker.advance(
          Duration.ofNanos(Math.min(end - ticker.nanoTime(), DeadlineWheel.TICK.toNanos())));
      clock.invalidate();
      wheel.run();
    }
  }

  private static final class Counting extends Deadline {
    private int expired;

    @Override
    protected void expired() {
      expired++;
    }
  }
}
