package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TagValuesTest {
  private final TagValues values = new TagValues(3);

  @Test
  void returnsTheSameNumberAgain() {
    assertThat(values.numberOf("a")).isEqualTo(1);
    assertThat(values.numberOf("b")).isEqualTo(2);
    assertThat(values.numberOf("a")).isEqualTo(1);
    assertThat(values.name(2)).isEqualTo("b");
  }

  @Test
  void countsValuesAboveTheLimitAsOther() {
    values.numberOf("a");
    values.numberOf("b");

    assertThat(values.numberOf("c")).isZero();
    assertThat(values.name(0)).isEqualTo("other");
    assertThat(values.size()).isEqualTo(3);
  }

  @Test
  void notifiesAWatcherOfOldAndNewNames() {
    List<String> seen = new ArrayList<>();
    values.numberOf("a");
    values.watch((name, number) -> seen.add(number + name));
    values.numberOf("b");

    assertThat(seen).containsExactly("0other", "1a", "2b");
  }
}
