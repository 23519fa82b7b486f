package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The work that each client may cause in a turn of a loop. */
final class TurnSharesTest {
  /** Its event loop has a turn when its tasks run. */
  private final EmbeddedChannel loop = new EmbeddedChannel();

  private final FakeTicker ticker = new FakeTicker();
  private final LoopClock clock = new LoopClock(loop.eventLoop(), ticker);
  private final TurnShares shares = new TurnShares(loop.eventLoop(), clock);

  /** The time that work of cost 1 takes: the whole share of a client that is alone fills its time. */
  private Duration unit = TurnShare.TIME_ALONE.dividedBy(TurnShare.COST_ALONE).plusNanos(1);

  @AfterEach
  void close() {
    loop.finishAndReleaseAll();
  }

  private int spendAll(TurnShare share) {
    int spent = 0;
    while (share.allowsMore()) {
      share.spend(1);
      ticker.advance(unit);
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
  void clientThatIsAloneGoesOnForAMillisecondIfItsWorkIsCheap() {
    unit = Duration.ofNanos(1_000);
    int most = 1_000 + TurnShare.COST_AMONG_OTHERS;
    assertThat(spendAll(shares.of(1))).isBetween(1_000, most);
    endTurn();
    assertThat(spendAll(shares.of(1))).isBetween(1_000, most);
    endTurn();
    Backlog backlog = new Backlog(shares.of(1));
    backlog.begin(5_000);
    endTurn();
    assertThat(backlog.left).as("after two turns").isBetween(5_000 - 2 * most, 3_000);
  }

  @Test
  void activeClientsHaveSmallSharesHoweverCheapTheirWorkIs() {
    bothAreActive();
    unit = Duration.ZERO;

    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_AMONG_OTHERS);
    assertThat(spendAll(shares.of(2))).isEqualTo(TurnShare.COST_AMONG_OTHERS);
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

  /** Clients count as active from their second turn on. */
  private void bothAreActive() {
    for (int turn = 0; turn < 2; turn++) {
      shares.of(1).spend(1);
      shares.of(2).spend(1);
      endTurn();
    }
  }

  @Test
  void clientIsAloneAgainSomeTimeAfterTheLastTurnOfAnother() {
    bothAreActive();
    int turns = 0;
    int share = 0;
    while (share != TurnShare.COST_ALONE && turns++ < 10_000) {
      share = spendAll(shares.of(1));
      endTurn();
    }

    assertThat(turns).isBetween(1_000, 1_100);
  }

  @Test
  void workAboveTheShareIsRepaidInLaterTurns() {
    bothAreActive();
    shares.of(1).spend(5 * TurnShare.COST_AMONG_OTHERS);
    Backlog backlog = new Backlog(shares.of(1));
    backlog.begin(1);
    int turns = 0;
    while (backlog.left > 0) {
      assertThat(turns++).isLessThan(10);
      shares.of(2).spend(1);
      endTurn();
    }

    assertThat(turns).isEqualTo(5);
  }

  @Test
  void inputThatWaitsForManyTurnsHasASmallerShare() {
    Backlog backlog = new Backlog(shares.of(1));
    List<Integer> turns = new ArrayList<>();
    backlog.begin(2_000);
    while (backlog.left > 0) {
      int before = backlog.left;
      shares.of(2).spend(1);
      endTurn();
      turns.add(before - backlog.left);
    }

    assertThat(turns.get(1)).isEqualTo(TurnShare.COST_AMONG_OTHERS);
    assertThat(turns.get(TurnShare.TURNS_OF_BURST + 1)).isEqualTo(TurnShare.COST_OF_FLOOD);
    endTurn();

    backlog.begin(200);
    int before = backlog.left;
    endTurn();
    assertThat(before - backlog.left).as("a burst later").isEqualTo(TurnShare.COST_AMONG_OTHERS);
  }

  @Test
  void clientThatIsAloneKeepsItsLargeShareHoweverLongItsInputWaits() {
    Backlog backlog = new Backlog(shares.of(1));
    backlog.begin(100 * TurnShare.COST_ALONE);
    for (int turn = 0; turn < 2 * TurnShare.TURNS_OF_BURST; turn++) {
      int before = backlog.left;
      endTurn();
      assertThat(before - backlog.left).isEqualTo(TurnShare.COST_ALONE);
    }
  }

  @Test
  void peerThatIsNoClientHasAShareOfItsOwn() {
    TurnShare server = new TurnShare(loop.eventLoop(), clock);
    assertThat(spendAll(server)).isEqualTo(TurnShare.COST_OF_OTHER_PEER);
    endTurn();
    assertThat(spendAll(shares.of(1))).isEqualTo(TurnShare.COST_ALONE);
  }

  /** A connection with input for many turns. */
  private final class Backlog extends TurnBudget {
    private int left;

    Backlog(TurnShare share) {
      super(share);
    }

    void begin(int cost) {
      left += cost;
      decodeOn();
    }

    @Override
    protected void decodeOn() {
      while (left > 0 && allowsMore()) {
        left--;
        spend(1);
        ticker.advance(unit);
      }
    }

    @Override
    protected void suspended() {}

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {}
  }
}
