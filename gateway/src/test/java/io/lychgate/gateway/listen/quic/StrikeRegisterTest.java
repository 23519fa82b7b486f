package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StrikeRegisterTest {
  private final FakeTicker ticker = new FakeTicker();
  private final StrikeRegister strikes = new StrikeRegister(ticker);

  private static ByteBuf id(int number) {
    return Unpooled.buffer(8).writeLong(number);
  }

  @Test
  void idIsNewOnce() {
    assertThat(strikes.isFirst(id(1))).isTrue();
    assertThat(strikes.isFirst(id(2))).isTrue();
    assertThat(strikes.isFirst(id(1))).isFalse();
  }

  @Test
  void idsAreKeptAsLongAsACopyIsAccepted() {
    ticker.advance(StrikeRegister.MEMORY.minusSeconds(1));
    assertThat(strikes.isFirst(id(1))).isTrue();
    ticker.advance(StrikeRegister.MEMORY.minusSeconds(1));
    assertThat(strikes.isFirst(id(2))).isTrue();
    assertThat(strikes.isFirst(id(1))).isFalse();
    ticker.advance(StrikeRegister.MEMORY.multipliedBy(2));
    assertThat(strikes.isFirst(id(1))).isTrue();
  }

  @Test
  void fullRegisterAcceptsNothingUntilItsIdsExpire() {
    for (int i = 0; i < 64 * 1024; i++) {
      assertThat(strikes.isFirst(id(i))).isTrue();
    }
    assertThat(strikes.isFirst(id(-1))).isFalse();
    ticker.advance(StrikeRegister.MEMORY);
    assertThat(strikes.isFirst(id(-1))).isTrue();
    assertThat(strikes.isFirst(id(0))).isFalse();
  }

  @Test
  void idMissedByAFullRegisterIsNotAcceptedLater() {
    for (int i = 0; i < 64 * 1024; i++) {
      assertThat(strikes.isFirst(id(i))).isTrue();
    }
    ticker.advance(StrikeRegister.MEMORY.minusSeconds(1));
    assertThat(strikes.isFirst(id(-1))).isFalse();
    ticker.advance(Duration.ofSeconds(2));
    assertThat(strikes.isFirst(id(-1))).isFalse();
    assertThat(strikes.isFirst(id(-2))).isFalse();
    ticker.advance(StrikeRegister.MEMORY);
    assertThat(strikes.isFirst(id(-3))).isTrue();
  }

  @Test
  void idMissedWhileDisabledIsNotAcceptedLater() {
    strikes.watch(true);
    assertThat(strikes.isFirst(id(1))).isTrue();
    strikes.watch(false);
    ticker.advance(Duration.ofSeconds(1));
    strikes.watch(true);
    assertThat(strikes.isFirst(id(2))).isFalse();
    ticker.advance(StrikeRegister.MEMORY.minusSeconds(1));
    strikes.watch(true);
    assertThat(strikes.isFirst(id(3))).isFalse();
    ticker.advance(Duration.ofSeconds(1));
    assertThat(strikes.isFirst(id(4))).isTrue();
  }

  @Test
  void newSecretsDoNotRestartTheWaitingPeriod() {
    strikes.ticketsOutlive();
    ticker.advance(StrikeRegister.MEMORY);
    strikes.ticketsOutlive();
    assertThat(strikes.isFirst(id(1))).isTrue();
  }

  @Test
  void registerYoungerThanTicketsAcceptsNothingAtFirst() {
    strikes.ticketsOutlive();
    assertThat(strikes.isFirst(id(1))).isFalse();
    ticker.advance(StrikeRegister.MEMORY.minus(Duration.ofSeconds(1)));
    assertThat(strikes.isFirst(id(2))).isFalse();
    ticker.advance(Duration.ofSeconds(1));
    assertThat(strikes.isFirst(id(3))).isTrue();
    assertThat(strikes.isFirst(id(1))).isFalse();
  }
}
