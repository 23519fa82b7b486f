package io.lychgate.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A path of ten segments and 100 ms, as on a new connection. */
final class EarlyRoomTest {
  private static final int WINDOW = 14_400;
  private static final int SHARE = WINDOW / EarlyRoom.SHARE;
  private static final long ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long START = TimeUnit.DAYS.toNanos(3);

  private long window = WINDOW;
  private long rate;
  private long unacknowledged;
  private long unsent;
  private int looks;

  private TcpState path() {
    looks++;
    return new TcpState(
        window, Integer.MAX_VALUE, ROUND_TRIP, ROUND_TRIP, rate, unacknowledged, unsent);
  }

  private EarlyRoom expecting(long thinkMillis) {
    return new EarlyRoom(START, TimeUnit.MILLISECONDS.toNanos(thinkMillis), this::path);
  }

  private static long after(long millis) {
    return START + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void earlyBytesLeaveMostOfTheWindowForAnImminentPage() {
    EarlyRoom room = expecting(0);

    assertThat(room.bytes(after(0))).isEqualTo(SHARE);
    room.sent(SHARE);
    assertThat(room.bytes(after(1))).isZero();
  }

  @Test
  void acknowledgedBytesFreeRoom() {
    EarlyRoom room = expecting(0);
    room.bytes(after(0));
    room.sent(SHARE);
    unacknowledged = SHARE;

    assertThat(room.bytes(after(90))).isZero();
    unacknowledged = 0;
    assertThat(room.bytes(after(103))).isEqualTo(SHARE);
  }

  @Test
  void unsentBytesOfTheKernelCountToo() {
    unacknowledged = 2_000;
    unsent = 1_000;

    assertThat(expecting(0).bytes(after(0))).isEqualTo(SHARE - 3_000);
  }

  @Test
  void fewBytesCountAsNoRoom() {
    unacknowledged = SHARE - 500;

    assertThat(expecting(0).bytes(after(0))).isZero();
  }

  @Test
  void latePageLeavesTheWholeWindowToPushes() {
    assertThat(expecting(300).bytes(after(0))).isEqualTo(WINDOW + WINDOW / EarlyRoom.LOOKS);
  }

  @Test
  void wideWindowDoesNotFillAQueueOnThePath() {
    window = 1_000_000;
    rate = 200_000;

    assertThat(expecting(300).bytes(after(0)))
        .as("twice what is delivered in a round trip, and an eighth")
        .isEqualTo(45_000);
  }

  @Test
  void wideWindowStaysBusyBesideThePage() {
    window = 60_000;
    rate = 200_000;

    assertThat(expecting(0).bytes(after(0)))
        .as("delivered in a round trip, and half of it")
        .isEqualTo(30_000);
    rate = 600_000;
    assertThat(expecting(0).bytes(after(0))).as("less the page").isEqualTo(60_000 - EarlyRoom.PAGE);
  }

  @Test
  void roomIsReservedHalfARoundTripBeforeThePage() {
    EarlyRoom room = expecting(300);
    assertThat(room.bytes(after(200))).isGreaterThan(WINDOW);
    unacknowledged = WINDOW;

    assertThat(room.bytes(after(220))).as("300 less an eighth less 50 ms").isZero();
    unacknowledged = 0;
    assertThat(room.bytes(after(321))).isEqualTo(SHARE);
  }

  @Test
  void unknownPathSetsNoLimit() {
    EarlyRoom room = new EarlyRoom(START, 0, () -> TcpState.UNKNOWN);

    assertThat(room.bytes(after(0))).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void readsTheKernelStateEightTimesPerRoundTrip() {
    EarlyRoom room = expecting(0);
    for (int i = 0; i < 104; i++) {
      room.bytes(after(i));
    }

    assertThat(looks).isEqualTo(EarlyRoom.LOOKS);
  }

  @Test
  void overduePageDelaysNoPush() {
    EarlyRoom room = expecting(300);

    assertThat(room.bytes(after(1_299))).isEqualTo(SHARE);
    assertThat(room.bytes(after(1_301))).isEqualTo(Integer.MAX_VALUE);
    assertThat(room.isLate(after(1_301))).isTrue();
  }
}
