package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

final class FrameBudgetsTest {
  private final FrameBudgets budgets = new FrameBudgets();

  @Test
  void bandwidthProbeForEachSentFrameIsPermitted() {
    assertThatCode(() -> {
          for (int i = 0; i < 20_000; i++) {
            budgets.sent(100);
            budgets.pingSeen();
          }
        })
        .doesNotThrowAnyException();
  }

  @Test
  void pingsWithoutDataAreLimited() {
    assertThatThrownBy(() -> {
          for (int i = 0; i < 20_000; i++) {
            budgets.pingSeen();
          }
        })
        .isInstanceOf(Http2Exception.class)
        .hasMessageContaining("PING");
  }
}
