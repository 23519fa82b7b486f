package io.lychgate.jmh.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final LinkShape SHAPE = new LinkShape(1, 20, "0", "0ms", 1);
  private static final LinkStatistics IN_TIME = new LinkStatistics(10, 0, 0, 0, 0);
  private static final LinkStatistics LATE = new LinkStatistics(5000, 0, 0, 0, 0);

  private final Deque<LinkStatistics> watch = new ArrayDeque<>();

  private final Rounds rounds = new Rounds(
      () -> watch.isEmpty() ? IN_TIME : watch.removeFirst(),
      new PrintWriter(Writer.nullWriter()),
      0);

  @Test
  void roundHasOneSampleOfEach() throws IOException {
    List<Fixed> trials =
        IntStream.range(0, 5).mapToObj(number -> new Fixed(number, 0)).toList();

    assertThat(rounds.round(trials, new Random(1))).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  @Test
  void sampleOfALateLinkIsRetried() throws IOException {
    watch.addAll(List.of(LATE, LATE));
    Fixed trial = new Fixed(7, 0);

    assertThat(rounds.sample(trial)).isEqualTo(7);
    assertThat(trial.taken).isEqualTo(3);
  }

  @Test
  void sampleThatFailsSixTimesIsLeftOut() throws IOException {
    assertThat(rounds.round(List.of(new Fixed(1, 6), new Fixed(2, 5)), new Random(1)))
        .containsExactly(2);
  }

  @Test
  void eightFailuresInARowEndTheRun() {
    List<Fixed> broken = Collections.nCopies(8, new Fixed(1, Integer.MAX_VALUE));

    assertThatThrownBy(() -> rounds.round(broken, new Random(1)))
        .isInstanceOf(IOException.class)
        .hasMessage("broken");
  }

  /** Fails some times, then returns its value. */
  private static final class Fixed implements Trial<Integer> {
    private final int value;
    private final int failures;
    private int taken;

    Fixed(int value, int failures) {
      this.value = value;
      this.failures = failures;
    }

    @Override
    public String title() {
      return "number " + value;
    }

    @Override
    public LinkShape shape() {
      return SHAPE;
    }

    @Override
    public Integer take() throws IOException {
      taken++;
      if (taken <= failures) {
        throw new IOException("broken");
      }
      return value;
    }
  }
}
