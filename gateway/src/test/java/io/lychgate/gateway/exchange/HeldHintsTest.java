package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The 103 for a near client. */
final class HeldHintsTest {
  private static final Duration HOLD = Duration.ofMillis(5);

  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final RecordedStream stream = new RecordedStream();
  private HeldHints hints =
      new HeldHints(stream, loop.eventLoop(), new ResponseHead(103, new Fields()), Long.MAX_VALUE);

  @BeforeEach
  void hold() {
    hints.drop();
    loop.freezeTime();
    hints = new HeldHints(
            stream, loop.eventLoop(), new ResponseHead(103, new Fields()), HOLD.toNanos())
        .probing();
  }

  @AfterEach
  void close() {
    loop.finishAndReleaseAll();
  }

  private void after(Duration time) {
    loop.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    loop.runScheduledPendingTasks();
  }

  @Test
  void leaveWhenTheTimeIsOverAndTheClientHasRead() {
    stream.clientReads();
    assertThat(stream.informational).isEmpty();

    after(HOLD);

    assertThat(stream.informational).containsExactly(103);
  }

  @Test
  void waitForAClientThatHasNotRead() {
    after(HOLD);
    assertThat(stream.informational).isEmpty();

    stream.clientReads();

    assertThat(stream.informational).containsExactly(103);
  }

  @Test
  void leaveInTheEndForAClientThatNeverAcknowledges() {
    after(HOLD);
    after(EarlyHintsConfig.MOST.minusMillis(1));
    assertThat(stream.informational).isEmpty();

    after(Duration.ofMillis(1));

    assertThat(stream.informational).containsExactly(103);
    assertThat(stream.isProbing()).isFalse();
  }

  @Test
  void leaveOnceIfTheFinalHeadComesFirst() {
    hints.send();
    assertThat(stream.informational).containsExactly(103);

    stream.clientReads();
    after(HOLD.plus(EarlyHintsConfig.MOST));

    assertThat(stream.informational).containsExactly(103);
  }

  @Test
  void neverLeaveAfterTheyAreDropped() {
    hints.drop();

    stream.clientReads();
    after(HOLD.plus(EarlyHintsConfig.MOST));
    hints.send();

    assertThat(stream.informational).isEmpty();
  }
}
