package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RoutesTest {

  @Test
  void areWrittenOneAfterTheOtherWithTheProbe() {
    Routes routes = new Routes(3, false);

    assertThat(routes.each(i -> "/r" + i + ";") + routes.probe("probe"))
        .isEqualTo("/r0;/r1;/r2;probe");
  }

  @Test
  void areEmptyWithoutRoutes() {
    assertThat(Routes.NONE.each(i -> "/r" + i) + Routes.NONE.probe("probe")).isEmpty();
  }
}
