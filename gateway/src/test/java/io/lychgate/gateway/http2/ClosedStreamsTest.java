package io.lychgate.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http2.ClosedStreams.Cause;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The causes for which streams are closed, of a client that may have two streams at once. */
final class ClosedStreamsTest {
  private final ClosedStreams streams = new ClosedStreams(2);

  private List<Cause> causes(int... ids) {
    return IntStream.of(ids).mapToObj(streams::causeOf).toList();
  }

  @Test
  void streamsThatWereUsedInOrderHaveEnded() {
    Stream.of(1, 3, 5).forEach(streams::opened);

    assertThat(causes(1, 3, 5)).containsOnly(Cause.ENDED);
  }

  @Test
  void skippedNumbersWerePassedOver() {
    Stream.of(5, 7, 13).forEach(streams::opened);

    assertThat(causes(1, 3, 9, 11)).containsOnly(Cause.PASSED_OVER);
    assertThat(causes(5, 7, 13)).containsOnly(Cause.ENDED);
  }

  @Test
  void eachSideMayResetAStream() {
    Stream.of(1, 3, 5).forEach(streams::opened);
    streams.resetByClient(1);
    streams.resetByGateway(5);

    assertThat(causes(1, 3, 5))
        .containsExactly(Cause.RESET_BY_CLIENT, Cause.ENDED, Cause.RESET_BY_GATEWAY);
  }

  @Test
  void latestResetsAreRememberedOnly() {
    for (int id = 1; id <= 9; id += 2) {
      streams.opened(id);
      streams.resetByClient(id);
    }

    assertThat(causes(1)).as("two for each stream are remembered").containsExactly(Cause.ENDED);
    assertThat(causes(3, 5, 7, 9)).containsOnly(Cause.RESET_BY_CLIENT);
  }

  @Test
  void latestGapsAreRememberedOnly() {
    for (int gap = 1; gap <= 17; gap++) {
      streams.opened(1 + 4 * gap);
    }

    assertThat(causes(1, 3)).as("16 gaps are remembered").containsOnly(Cause.ENDED);
    assertThat(causes(7, 11, 67)).containsOnly(Cause.PASSED_OVER);
  }
}
