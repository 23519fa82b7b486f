package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.upstream.limit.ReplayMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The copy of a request's body for another attempt. */
final class RequestBodyTest {
  private final ReplayMemory memory = new ReplayMemory(100_000);
  private final RequestBody body = new RequestBody(memory, false);

  private void pass(int bytes) {
    ByteBuf piece = Unpooled.buffer(bytes).writeZero(bytes);
    body.passing(piece, false);
    piece.release();
  }

  @ParameterizedTest(name = "{0} pieces of {1} bytes")
  @CsvSource({"1, 65536", "16, 4096", "65536, 1", "64, 1024"})
  void bodyUpToTheLimitIsKept(int pieces, int bytes) {
    body.keep(65_536);
    for (int i = 0; i < pieces; i++) {
      pass(bytes);
    }

    assertThat(body.isReplayable()).isTrue();
    assertThat(memory.used()).isBetween(65_536L, 70_000L);
    body.release();
    assertThat(memory.used()).isZero();
  }

  @ParameterizedTest(name = "{0} pieces of {1} bytes")
  @CsvSource({"1, 65537", "17, 4096", "2, 65536"})
  void copyOfALongerBodyIsDropped(int pieces, int bytes) {
    body.keep(65_536);
    for (int i = 0; i < pieces; i++) {
      pass(bytes);
    }

    assertThat(body.isReplayable()).isFalse();
    assertThat(memory.used()).isZero();
  }

  @Test
  void bodyThatWasNotSentNeedsNoCopy() {
    body.add(Unpooled.buffer(9).writeZero(9), true);

    assertThat(body.isReplayable()).isTrue();
    body.release();
  }

  @Test
  void bodyIsNotKeptIfTheMemoryOfAllIsUsedUp() {
    RequestBody other = new RequestBody(memory, false);
    other.keep(90_000);
    ByteBuf piece = Unpooled.buffer(90_000).writeZero(90_000);
    other.passing(piece, false);
    piece.release();
    body.keep(65_536);

    pass(20_000);

    assertThat(other.isReplayable()).isTrue();
    assertThat(body.isReplayable()).isFalse();
    other.release();
    assertThat(memory.used()).isZero();
  }

  @Test
  void emptyBodyThatHasEndedCanBeSentAgain() {
    body.passing(Unpooled.EMPTY_BUFFER, true);

    assertThat(body.isReplayable()).isTrue();
  }
}
