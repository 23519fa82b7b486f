package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SteadySpeedTest {

  @Test
  void isReachedWithTheFirstWindowNearTheLastOnes() {
    assertThat(speed(60, 30, 12.4, 14, 10, 11, 9, 10).millis()).isEqualTo(500);
  }

  @Test
  void isReachedWithTheFirstWindowIfNoneIsFaster() {
    assertThat(speed(10, 10, 10, 10).millis()).isEqualTo(100);
  }

  @Test
  void isReachedAtTheEndIfItNeverSettles() {
    assertThat(speed(80, 40, 20, 10).millis()).isEqualTo(400);
  }

  private static SteadySpeed speed(double... cpuMicros) {
    SteadySpeed speed = new SteadySpeed();
    for (int i = 0; i < cpuMicros.length; i++) {
      speed.add(cpuMicros[i], 100 * (i + 1));
    }
    return speed;
  }
}
