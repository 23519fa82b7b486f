package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.scheduler.Urgency;
import org.junit.jupiter.api.Test;

class StreamPrioritiesTest {
  private static final Urgency HIGH = Urgency.of(1, false);

  private final StreamPriorities priorities = new StreamPriorities(3);

  @Test
  void updateBeforeItsRequestIsReturnedOnce() {
    priorities.remember(4, Urgency.RAISED);
    priorities.remember(4, HIGH);

    assertThat(priorities.takeEarly(4)).isEqualTo(HIGH);
    assertThat(priorities.takeEarly(4)).isNull();
  }

  @Test
  void updateAfterItsRequestIsNotStored() {
    priorities.opened(0);
    priorities.opened(4);

    priorities.remember(4, HIGH);

    assertThat(priorities.takeEarly(4)).isNull();
  }

  @Test
  void updateForADelayedRequestIsKept() {
    priorities.opened(12);

    priorities.remember(4, HIGH);
    priorities.remember(8, HIGH);
    priorities.opened(8);
    assertThat(priorities.takeEarly(8)).isEqualTo(HIGH);
    priorities.remember(8, HIGH);

    assertThat(priorities.takeEarly(4)).isEqualTo(HIGH);
    assertThat(priorities.takeEarly(8)).isNull();
  }

  @Test
  void storesAtMostTheLimitOfOpenStreams() {
    for (long id = 0; id < 40; id += 4) {
      priorities.remember(id, HIGH);
    }
    priorities.remember(0, Urgency.RAISED);

    assertThat(priorities.takeEarly(12)).isNull();
    assertThat(priorities.takeEarly(0)).isEqualTo(Urgency.RAISED);
    priorities.remember(12, HIGH);
    assertThat(priorities.takeEarly(12)).isEqualTo(HIGH);
  }
}
