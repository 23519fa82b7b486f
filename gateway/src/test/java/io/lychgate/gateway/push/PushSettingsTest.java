package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.PushMode;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.Treatment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PushSettingsTest {
  private final PushSettings both = PushSettings.of(PushConfig.defaults());

  private static Treatment treatment(
      @Nullable Boolean push, @Nullable Boolean hints, @Nullable Boolean casper) {
    return new Treatment(null, push, hints, casper, null, null, null, null);
  }

  private static PushMode mode(PushSettings settings) {
    return settings.policy().mode();
  }

  @Test
  void treatmentReplacesOneSwitchAndLeavesTheOther() {
    assertThat(both.with(Treatment.NONE)).isEqualTo(both);
    assertThat(mode(both.with(treatment(false, null, null)))).isEqualTo(PushMode.HINTS);
    assertThat(mode(both.with(treatment(null, false, null)))).isEqualTo(PushMode.PUSH);
    PushSettings none = both.with(treatment(false, false, null));
    assertThat(none.isOff()).isTrue();
    assertThat(mode(none.with(treatment(null, true, null)))).isEqualTo(PushMode.HINTS);
    assertThat(mode(none.with(treatment(true, null, null)))).isEqualTo(PushMode.PUSH);
  }

  @Test
  void casperCanBeSwitchedOffAndOn() {
    PushSettings without = both.with(treatment(null, null, false));

    assertThat(without.remembers()).isFalse();
    assertThat(without.with(treatment(null, null, true)).remembers()).isTrue();
  }
}
