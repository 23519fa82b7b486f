package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pieces of a body within one turn of a loop. */
final class JoinedPiecesTest {
  private static final String LARGE = "x".repeat(1024);

  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final List<String> passed = new ArrayList<>();

  private final JoinedPieces pieces =
      new JoinedPieces(
          new FlushQueue(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()))) {
        @Override
        protected void pass(ByteBuf data, boolean end) {
          passed.add(data.toString(StandardCharsets.US_ASCII) + (end ? "." : ""));
          data.release();
        }
      };

  @AfterEach
  void close() {
    loop.finishAndReleaseAll();
  }

  private ByteBuf add(String piece, boolean end) {
    ByteBuf data = Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII);
    pieces.add(data, end);
    return data;
  }

  private void endTurn() {
    loop.runPendingTasks();
  }

  @Test
  void smallPiecesOfATurnArriveAsOne() {
    add("a", false);
    add("b", false);
    assertThat(passed).isEmpty();

    endTurn();
    assertThat(passed).containsExactly("ab");

    add("c", false);
    endTurn();
    assertThat(passed).containsExactly("ab", "c");
  }

  @Test
  void endDoesNotWaitForTheTurn() {
    add("a", false);
    add("b", true);

    assertThat(passed).containsExactly("ab.");
  }

  @Test
  void largePieceFollowsTheSmallOnesBeforeIt() {
    add("a", false);
    add(LARGE, false);

    assertThat(passed).containsExactly("a", LARGE);
  }

  @Test
  void piecesArePassedOnceTheyAreManyBytes() {
    String small = "y".repeat(1000);
    int fit = JoinedPieces.JOINED_BYTES / small.length();
    for (int i = 0; i < fit; i++) {
      add(small, false);
    }
    assertThat(passed).isEmpty();

    add(small, false);

    assertThat(passed).containsExactly(small.repeat(fit + 1));
  }

  @Test
  void emptyPieceAddsNothing() {
    add("a", false);
    add("", false);
    endTurn();

    assertThat(passed).containsExactly("a");
  }

  @Test
  void droppedPiecesAreReleasedAndNeverPassed() {
    ByteBuf data = add("a", false);

    pieces.drop();
    endTurn();

    assertThat(passed).isEmpty();
    assertThat(data.refCnt()).isZero();
  }
}
