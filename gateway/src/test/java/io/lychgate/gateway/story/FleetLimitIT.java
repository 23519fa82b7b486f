package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of two gateways with one PostgreSQL. */
final class FleetLimitIT {
  private static final int BURST = 200;

  /** Many intervals of messages. */
  private static final Duration SOON = Duration.ofSeconds(3);

  private static final String YAML = """
      listeners: [ { name: plain, address: "127.0.0.1:0" } ]
      sites:
        - hosts: [ localhost ]
          routes:
            - id: all
              match: { path: "/*" }
              respond: { status: 204 }
              policies:
                rateLimits:
                  - { name: fleet, rate: %d/24h, by: "header:X-Key", scope: fleet,
                      when: "path == '/fleet'" }
                  - { name: node, rate: %d/24h, by: "header:X-Key", when: "path == '/node'" }
      admin: { address: "127.0.0.1:0" }
      """.formatted(BURST, BURST);

  @TempDir
  static Path directory;

  private static PostgresFleet fleet;
  private static int senders;

  @BeforeAll
  static void start() throws Exception {
    fleet = PostgresFleet.start(directory, folder -> YAML, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    if (fleet != null) {
      fleet.stop();
    }
  }

  private static String fresh() {
    return "sender-" + ++senders;
  }

  /** Returns how many of these requests are admitted. */
  private static int admitted(GatewayProcess at, String path, String sender, int requests) {
    int admitted = 0;
    try (Http1Peer peer = Http1Peer.connect(at.port("plain"))) {
      for (int i = 0; i < requests; i++) {
        peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Key: " + sender + "\r\n\r\n");
        admitted += peer.read().status() == 204 ? 1 : 0;
      }
    }
    return admitted;
  }

  /** Expects that the use of a whole burst at one gateway is soon known at the other. */
  private static void assertIsShared() {
    String sender = fresh();
    assertThat(admitted(fleet.a(), "/fleet", sender, BURST)).isEqualTo(BURST);
    AtomicInteger looks = new AtomicInteger();
    Await.within(SOON, () -> {
      int admitted = admitted(fleet.b(), "/fleet", sender, 1);
      looks.addAndGet(admitted);
      assertThat(admitted).isZero();
    });
    // Each look costs a token, too. Alone they do not empty the bucket.
    assertThat(looks.get()).isLessThan(BURST);
  }

  @Test
  void useAtOneGatewayCountsAtTheOther() {
    Await.until(FleetLimitIT::assertIsShared);

    assertThat(admitted(fleet.b(), "/fleet", fresh(), BURST + 10)).isEqualTo(BURST);
  }

  @Test
  void limitOfANodeCountsThereOnly() {
    Await.until(FleetLimitIT::assertIsShared);
    String sender = fresh();

    assertThat(admitted(fleet.a(), "/node", sender, BURST + 10)).isEqualTo(BURST);
    Await.until(FleetLimitIT::assertIsShared);
    assertThat(admitted(fleet.b(), "/node", sender, BURST + 10)).isEqualTo(BURST);
  }

  @Test
  void whileTheStoreIsAwayEachGatewayAdmitsTheWholeRate() throws Exception {
    Await.until(FleetLimitIT::assertIsShared);
    fleet.server().down();
    String sender = fresh();

    assertThat(admitted(fleet.a(), "/fleet", sender, BURST + 10)).isEqualTo(BURST);
    assertThat(admitted(fleet.b(), "/fleet", sender, BURST + 10)).isEqualTo(BURST);

    fleet.server().up();
    Await.until(FleetLimitIT::assertIsShared);
  }
}
