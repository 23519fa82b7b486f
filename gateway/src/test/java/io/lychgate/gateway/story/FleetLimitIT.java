package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of two gateways with one PostgreSQL. */
final class FleetLimitIT {
  private static final int BURST = 200;

  /** Many intervals of messages. */
  private static final Duration SOON = Duration.ofSeconds(3);

  @TempDir
  static Path directory;

  private static LocalPostgres server;
  private static GatewayProcess a;
  private static GatewayProcess b;
  private static int senders;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
    server.create("fleet");
    a = node("a");
    b = node("b");
  }

  @AfterAll
  static void stop() throws Exception {
    for (GatewayProcess each : new GatewayProcess[] {a, b}) {
      if (each != null) {
        each.close();
      }
    }
    if (server != null) {
      server.stop();
    }
  }

  private static GatewayProcess node(String name) throws IOException {
    return GatewayProcess.start(
        Files.createDirectories(directory.resolve(name)),
        """
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
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(BURST, BURST, server.url("fleet"), name),
        Map.of());
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
    assertThat(admitted(a, "/fleet", sender, BURST)).isEqualTo(BURST);
    AtomicInteger looks = new AtomicInteger();
    Await.within(SOON, () -> {
      int admitted = admitted(b, "/fleet", sender, 1);
      looks.addAndGet(admitted);
      assertThat(admitted).isZero();
    });
    // Each look costs a token, too. Alone they do not empty the bucket.
    assertThat(looks.get()).isLessThan(BURST);
  }

  @Test
  void useAtOneGatewayCountsAtTheOther() {
    Await.until(FleetLimitIT::assertIsShared);

    assertThat(admitted(b, "/fleet", fresh(), BURST + 10)).isEqualTo(BURST);
  }

  @Test
  void limitOfANodeCountsThereOnly() {
    Await.until(FleetLimitIT::assertIsShared);
    String sender = fresh();

    assertThat(admitted(a, "/node", sender, BURST + 10)).isEqualTo(BURST);
    Await.until(FleetLimitIT::assertIsShared);
    assertThat(admitted(b, "/node", sender, BURST + 10)).isEqualTo(BURST);
  }

  @Test
  void whileTheStoreIsAwayEachGatewayAdmitsTheWholeRate() throws Exception {
    Await.until(FleetLimitIT::assertIsShared);
    server.down();
    String sender = fresh();

    assertThat(admitted(a, "/fleet", sender, BURST + 10)).isEqualTo(BURST);
    assertThat(admitted(b, "/fleet", sender, BURST + 10)).isEqualTo(BURST);

    server.up();
    Await.until(FleetLimitIT::assertIsShared);
  }
}
