package io.lychgate.jmh.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class LinkStatisticsTest {

  @Test
  void worseDirectionDecidesTheLateness() {
    LinkStatistics statistics = LinkStatistics.of(JsonMapper.shared().readTree("""
        {"up": {"late_p99_us": 510.0, "tun_dropped": 0},
         "down": {"late_p99_us": 20.0, "tun_dropped": 0, "dropped_queue": 3, "max_queue_ms": 99.5, "octets_out": 775000}}
        """));

    assertThat(statistics).isEqualTo(new LinkStatistics(510, 0, 3, 99.5, 775_000));
    assertThat(statistics.isTrustworthy(LinkShape.of(25, 20))).isFalse();
    assertThat(statistics.isTrustworthy(LinkShape.of(100, 20))).isTrue();
  }

  @Test
  void unreadPacketInvalidatesTheSample() {
    assertThat(new LinkStatistics(0, 1, 0, 0, 0).isTrustworthy(LinkShape.of(100, 20)))
        .isFalse();
  }
}
