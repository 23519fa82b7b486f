package io.lychgate.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps that wait until a client has read. */
final class ReadProbeTest {
  private int pings;
  private final List<String> steps = new ArrayList<>();
  private final ReadProbe probe = new ReadProbe(() -> pings++);

  @Test
  void newConnectionWaitsForTheAcknowledgedSettingsWithoutAPing() {
    probe.whenRead(() -> steps.add("a"));
    assertThat(steps).isEmpty();

    probe.settingsAcknowledged();

    assertThat(steps).containsExactly("a");
    assertThat(pings).isZero();
  }

  @Test
  void laterStepsShareOnePing() {
    probe.settingsAcknowledged();

    probe.whenRead(() -> steps.add("a"));
    probe.whenRead(() -> steps.add("b"));
    assertThat(pings).isEqualTo(1);
    probe.pingAcknowledged(ReadProbe.PAYLOAD);

    assertThat(steps).containsExactly("a", "b");
  }

  @Test
  void acknowledgementOfAnotherPingDoesNotCount() {
    probe.settingsAcknowledged();
    probe.whenRead(() -> steps.add("a"));

    probe.pingAcknowledged(ReadProbe.PAYLOAD + 1);

    assertThat(steps).isEmpty();
  }

  @Test
  void cancelledStepDoesNotRun() {
    Runnable step = () -> steps.add("a");
    probe.whenRead(step);

    probe.forget(step);
    probe.settingsAcknowledged();

    assertThat(steps).isEmpty();
  }
}
