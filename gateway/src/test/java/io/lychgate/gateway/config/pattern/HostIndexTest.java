package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class HostIndexTest {
  private static HostIndex of(String... patterns) {
    return new HostIndex(List.of(patterns).stream().map(HostPattern::of).toList());
  }

  @Test
  void mostSpecificPatternIsFound() {
    HostIndex index = of("*", "*.example.com", "*.b.example.com", "a.b.example.com");

    assertThat(index.find("a.b.example.com")).isEqualTo(3);
    assertThat(index.find("x.b.example.com")).isEqualTo(2);
    assertThat(index.find("b.example.com")).isEqualTo(1);
    assertThat(index.find("example.com")).isZero();
    assertThat(index.find("badexample.com")).isZero();
    assertThat(index.find("")).isZero();
  }

  @Test
  void hostOfNoPatternIsNotFound() {
    assertThat(of("*.example.com").find("example.com")).isEqualTo(HostIndex.NONE);
    assertThat(of("*.example.com").find(".example.com")).isEqualTo(HostIndex.NONE);
    assertThat(of().find("a")).isEqualTo(HostIndex.NONE);
  }

  @Test
  void namesWithTheSameHashAreDistinguished() {
    assertThat("an.example".hashCode()).isEqualTo("c0.example".hashCode());
    HostIndex index = of("an.example", "c0.example", "an.example");

    assertThat(index.find("an.example")).isZero();
    assertThat(index.find("c0.example")).isEqualTo(1);
    assertThat(of("an.example").find("c0.example")).isEqualTo(HostIndex.NONE);
  }

  /** The small alphabet makes suffixes nest, repeat and collide. */
  @RepeatedTest(50)
  void findsTheSameAsALinearSearch(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<HostPattern> patterns = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String host = host(random);
      patterns.add(HostPattern.of(
          switch (random.nextInt(20)) {
            case 0 -> "*";
            case 1, 2, 3, 4, 5, 6, 7, 8, 9 -> "*." + host;
            default -> host;
          }));
    }
    HostIndex index = new HostIndex(patterns);
    for (int i = 0; i < 500; i++) {
      String host = host(random);
      assertThat(index.find(host)).as(host + " in " + patterns).isEqualTo(naive(patterns, host));
    }
  }

  private static int naive(List<HostPattern> patterns, String host) {
    int best = HostIndex.NONE;
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).matches(host)
          && (best == HostIndex.NONE
              || patterns.get(i).specificity() > patterns.get(best).specificity())) {
        best = i;
      }
    }
    return best;
  }

  private static String host(Random random) {
    List<String> labels = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      labels.add(List.of("a", "b", "ab", "ba").get(random.nextInt(4)));
    }
    return String.join(".", labels);
  }
}
