package io.lychgate.gateway.push.h2o;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import org.junit.jupiter.api.Test;

final class H2oKnownTypesTest {
  @Test
  void resourcesStayWithinTheLimit() {
    H2oKnownTypes types = new H2oKnownTypes();
    types.saw("shop.test", "/a.css", true);
    assertThat(types.isTracked("shop.test", "/a.css")).isTrue();

    for (int i = 0; i < 300; i++) {
      types.saw("shop.test", "/" + i + "a".repeat(7900), true);
    }

    assertThat(types.bytes()).isBetween(1L, Limits.H2O_KNOWN_TYPES_BYTES);
  }
}
