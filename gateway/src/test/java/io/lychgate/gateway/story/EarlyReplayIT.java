package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.HalfOpen;
import io.lychgate.gateway.testkit.UdpRelay;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Replayed early data, and early data that may be a replay: the ids that the register must store. */
class EarlyReplayIT extends EarlyDataStory {
  private static final int COPIES = 4;

  /** Connections above the limit at which a loop starts to ask for address validation. */
  private static final int FLOOD = 300;

  /** Each connection has its own port, and some reach the loop of the flood. */
  private static final int TRIES = 12;

  @Test
  void recordedPacketIsNotReadAfterTheHelloOfAnotherConnection() throws Exception {
    String server = url(gateway.port("public"));

    assertThat(play("early_forged.py", server, server, "GET", "/early"))
        .matches("status 200\nsent again [1-9]");

    settle();
    assertThat(origin.requestsFor("/early")).hasSize(1);
    // The inserted ClientHello makes each of them a connection with early data.
    assertThat(connections("taken")).isGreaterThan(1);
  }

  @Test
  void copiesAreDetectedAfterTheListenerHasMoved() throws Exception {
    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");
    port = FreePort.find();
    gateway.apply(config());
    assertThat(gateway.port("public")).isEqualTo(port);

    repeatTo(port);

    Await.until(() -> assertThat(connections("late")).isPositive());
    assertThat(origin.requestsFor("/early")).hasSize(1);
  }

  @Test
  void earlyDataIsRejectedRightAfterItIsEnabledAgain() throws Exception {
    isOn = false;
    gateway.apply(config());
    isOn = true;
    gateway.apply(config());

    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");

    assertThat(connections("late")).isEqualTo(1);
    assertServedLate();
  }

  @Test
  void earlyDataIsRejectedRightAfterAStartWithStoredSecrets() throws Exception {
    SharedSecrets stored =
        new SharedSecrets(SharedSecrets.random().quic(), SharedSecrets.random().tickets());
    gateway.share(stored);
    try (TestGateway restarted = TestGateway.start(config())) {
      restarted.share(stored);

      assertThat(play(
              "early.py",
              url(gateway.port("public")),
              url(restarted.port("public")),
              "GET",
              "/early"))
          .isEqualTo("status 200\naccepted true");

      try (Handshakes meters = new Handshakes(restarted)) {
        assertThat(meters.early("late")).isEqualTo(1);
        assertThat(meters.early("taken")).isZero();
        assertThat(meters.earlyRequests("served")).isZero();
      }
    }
    assertServedLate();
  }

  @Test
  void earlyDataRepeatedAfterARetryIsACopy() throws Exception {
    // Long enough for a client to meet the flood, and shorter than the wait for copies.
    handshake = Duration.ofSeconds(16);
    gateway.apply(config());
    try (UdpRelay lost = UdpRelay.to(gateway.port("public"));
        HalfOpen one = new HalfOpen(lost.port());
        UdpRelay lostToo = UdpRelay.to(gateway.port("public"));
        HalfOpen other = new HalfOpen(lostToo.port())) {
      lost.loseOneOf(1);
      lostToo.loseOneOf(1);
      one.begin(FLOOD);
      other.begin(FLOOD);
      Await.until(() -> assertThat(lost.retries()).isPositive());
      for (int i = 0; i < TRIES && relay.retries() == 0; i++) {
        relay.close();
        relay = UdpRelay.to(gateway.port("public"));
        // aioquic 1.7.2 discards its sent early data at a Retry, so it gets no response then.
        assertThat(visit("GET", "/early")).endsWith("accepted true");
      }
    }
    assertThat(relay.retries()).isPositive();
    int served = origin.requestsFor("/early").size();
    double known = connections("late");

    Await.within(Duration.ofMinutes(1), () -> {
      relay.repeat();
      settle();
      assertThat(connections("late")).isGreaterThan(known);
    });

    assertThat(origin.requestsFor("/early")).hasSize(served);
  }

  private void repeatTo(int target) throws Exception {
    for (int i = 0; i < COPIES; i++) {
      relay.repeatTo(target);
    }
    settle();
  }

  private void assertServedLate() {
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }
}
