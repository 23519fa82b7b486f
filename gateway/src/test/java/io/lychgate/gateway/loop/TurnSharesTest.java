package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The work that each client may cause in a turn of a loop. */
final class TurnSharesTest {
  /** Its event loop has a turn when its tasks run. */
  private final EmbeddedChannel loop = new EmbeddedChannel();

  private final TurnShares shares =
      new TurnShares(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));

  @AfterEach
  void close() {
    loop.finishAndReleaseAll();
  }

  private static int spendAll(TurnShare share) {
    int spent = 0;
    while (share.allowsMore()) {
      share.spend(1);
      spent++;
    }
    return spent;
  }

  private void endTurn() {
    loop.runPendingTasks();
  }

  @Test
  void clientThatIsAloneHasALargeShare() {
    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_ALONE);
    endTurn();
    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_ALONE);
  }

  @Test
  void activeClientsHaveSmallShares() {
    shares.of(1).spend(1);
    shares.of(2).spend(1);
    endTurn();

    shares.of(1).spend(1);
    shares.of(2).spend(1);
    endTurn();

    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_AMONG_OTHERS);
    assertThat(spendAll(shares.of(2))).isEqualTo(TurnShare.COST_AMONG_OTHERS);
  }

  @Test
  void clientIsAloneAgainSomeTimeAfterTheLastTurnOfAnother() {
    for (int turn = 0; turn < 2; turn++) {
      shares.of(1).spend(1);
      shares.of(2).spend(1);
      endTurn();
    }
    int turns = 0;
    int share = 0;
    while (share != TurnShare.COST_ALONE && turns++ < 10_000) {
      share = spendAll(shares.of(1));
      endTurn();
    }

    assertThat(turns).isBetween(1_000, 1_100);
  }

  @Test
  void peerThatIsNoClientHasAShareOfItsOwn() {
    TurnShare server =
        new TurnShare(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));
    assertThat(spendAll(server)).isEqualTo(TurnShare.COST_OF_OTHER_PEER);
    endTurn();
    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_ALONE);
  }
}
