package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void viewsKeepTheirDistanceAndEndWithTheirNumber() throws InterruptedException {
    long start = System.nanoTime();
    Pace pace = new Pace(TimeUnit.MINUTES.toNanos(1), 100, 5);

    int views = 0;
    while (pace.await()) {
      views++;
    }

    assertThat(views).isEqualTo(5);
    assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(39));
    assertThat(pace.isOver()).isTrue();
  }

  @Test
  void timeEndsThePaceAndEachPause() throws InterruptedException {
    long start = System.nanoTime();
    Pace pace = new Pace(TimeUnit.MILLISECONDS.toNanos(500), 1, Long.MAX_VALUE);

    assertThat(pace.await()).isTrue();
    assertThat(pace.await()).as("its turn would be after the end").isFalse();
    assertThat(pace.isOver()).as("no visitor comes without a page").isTrue();
    pace.think(60_000);

    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
    assertThat(pace.isOver()).isTrue();
  }
}
