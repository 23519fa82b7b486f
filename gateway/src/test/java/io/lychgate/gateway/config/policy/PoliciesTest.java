package io.lychgate.gateway.config.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.policy.Policies.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PoliciesTest {
  private record Colour(String summary) implements Policy {
    @Override
    public String key() {
      return "colour";
    }
  }

  private record Weight(String summary) implements Policy {
    @Override
    public String key() {
      return "weight";
    }
  }

  private static Policies of(Level level, Policy... stated) {
    return Policies.of(level, List.of(stated), List.of());
  }

  @Test
  void nearestLevelReplacesThePolicyOfTheSameKey() {
    Policies listener = of(Level.LISTENER, new Colour("red"), new Weight("heavy"));
    Policies site = of(Level.SITE, new Colour("green"));

    Policies all = site.within(listener);

    assertThat(all.get(Colour.class)).isEqualTo(new Colour("green"));
    assertThat(all.get(Weight.class)).isEqualTo(new Weight("heavy"));
    assertThat(all.settings())
        .containsExactly(
            new Setting("colour", Level.SITE, new Colour("green")),
            new Setting("weight", Level.LISTENER, new Weight("heavy")));
  }

  @Test
  void routeSwitchesAnInheritedPolicyOff() {
    Policies route = Policies.of(Level.ROUTE, List.of(), List.of("colour"));

    Policies all = route.within(of(Level.SITE, new Colour("green")));

    assertThat(all.get(Colour.class)).isNull();
    assertThat(all.settings()).containsExactly(new Setting("colour", Level.ROUTE, null));
  }

  @Test
  void keyIsStatedOnceOnEachLevel() {
    List<Policy> stated = List.of(new Colour("red"));

    assertThatThrownBy(() -> Policies.of(Level.SITE, stated, List.of("colour")))
        .hasMessage("off: colour (expected: no policy that is stated beside it)");
    assertThatThrownBy(() -> of(Level.SITE, new Colour("red"), new Colour("green")))
        .hasMessage("colour: twice (expected: once)");
  }

  @Test
  void nothingStatedLeavesTheOuterLevelAsItIs() {
    Policies listener = of(Level.LISTENER, new Weight("light"));

    assertThat(Policies.NONE.within(listener)).isEqualTo(listener);
    assertThat(Policies.NONE.isEmpty()).isTrue();
  }
}
