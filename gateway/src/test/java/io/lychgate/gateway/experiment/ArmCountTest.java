package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.ArmStore;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ArmCountTest {
  @Test
  void orderIsThatOfTheStore() {
    assertThat(Arrays.stream(ArmCount.values()).map(ArmCount::column).toList())
        .isEqualTo(ArmStore.COLUMNS);
  }
}
