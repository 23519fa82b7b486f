package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ViewTimesTest {
  private static double planted(String effect, String protocol, String arm, String column) {
    ViewTimes times = ViewTimes.drawn(0.3, new Random(1));
    double before = times.get(column);
    times.plant(List.of(Effect.of(effect)), protocol, List.of(arm));
    for (String[] pair :
        new String[][] {{"ttfb", "fcp"}, {"fcp", "lcp"}, {"ttfb", "dcl"}, {"dcl", "load"}}) {
      assertThat(times.get(pair[0])).isLessThanOrEqualTo(times.get(pair[1]));
    }
    return times.get(column) / before;
  }

  @Test
  void effectIsOnItsProtocolOrArmOnly() {
    assertThat(planted("h2:load:-5%", "h2", "a", "load")).isCloseTo(0.95, within(1e-9));
    assertThat(planted("h2:load:-5%", "h1", "h2", "load")).isCloseTo(0.95, within(1e-9));
    assertThat(planted("h2:load:-5%", "h1", "h1", "load")).isEqualTo(1);
    assertThat(planted("h2:load:+12.5%", "h2", "a", "load")).isCloseTo(1.125, within(1e-9));
  }

  @Test
  void onlyEffectsThatAViewHasAreCounted() {
    List<Effect> effects = Stream.of("h2:load:-5%", "h3:load:-5%", "arm:ttfb:+5%", "h2:inp:-5%")
        .map(Effect::of)
        .toList();

    assertThat(ViewTimes.drawn(0, new Random(1)).plant(effects, "h2", List.of("arm")))
        .extracting(Effect::name)
        .containsExactly("effect h2:load:-5%", "effect arm:ttfb:+5%");
  }

  @Test
  void timesStayInTheOrderOfABrowser() {
    assertThat(planted("h2:load:-90%", "h2", "a", "load")).isCloseTo(0.1, within(1e-9));
    assertThat(planted("h2:ttfb:+900%", "h2", "a", "ttfb")).isCloseTo(10, within(1e-9));
  }

  @Test
  void effectsHaveTheMetricsOfTheAdminApi() {
    assertThat(Effect.of("h2:firstPaint:-5%").metric()).isEqualTo("first_paint");
    assertThat(planted("h2:firstPaint:-50%", "h2", "a", "first_paint"))
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void effectNamesWhatIsWrong() {
    for (String wrong :
        new String[] {"", "h2", "h2:load", "h2:load:5", "h2:speed:5%", "h2:load:-100%", ":load:5%"
        }) {
      assertThatThrownBy(() -> Effect.of(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--effect: " + wrong + " (expected: ");
    }
  }
}
