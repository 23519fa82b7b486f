package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.LocalRedis;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of two gateways with stores of their own and one Redis. */
final class RedisLimitIT {
  private static final int BURST = 200;
  private static final String PASSWORD = "open-sesame";

  /** Many intervals of messages. */
  private static final Duration SOON = Duration.ofSeconds(3);

  @TempDir
  static Path directory;

  private static @Nullable LocalRedis server;
  private static GatewayProcess a;
  private static GatewayProcess b;
  private static int senders;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalRedis.missing();
    Assumptions.assumeTrue(missing == null, missing);
    LocalRedis started = LocalRedis.start(directory, "--requirepass", PASSWORD);
    server = started;
    a = node("a", "redis://127.0.0.1:" + started.port(), "");
    b = node("b", "redis://127.0.0.1:" + started.port(), "");
  }

  @AfterAll
  static void stop() throws Exception {
    for (GatewayProcess each : new GatewayProcess[] {a, b}) {
      if (each != null) {
        each.close();
      }
    }
    if (server != null) {
      server.close();
    }
  }

  private static GatewayProcess node(String name, String url, String more) throws IOException {
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
                    - { name: fleet, rate: %d/24h, by: "header:X-Key", scope: fleet }
        limits: { shared: { redis: { url: "%s", password: "env:REDIS"%s } } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(BURST, url, more),
        Map.of("REDIS", PASSWORD));
  }

  private static String fresh() {
    return "sender-" + ++senders;
  }

  /** Returns how many of these requests are admitted. */
  private static int admitted(GatewayProcess at, String sender, int requests) {
    int admitted = 0;
    try (Http1Peer peer = Http1Peer.connect(at.port("plain"))) {
      for (int i = 0; i < requests; i++) {
        peer.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Key: " + sender + "\r\n\r\n");
        admitted += peer.read().status() == 204 ? 1 : 0;
      }
    }
    return admitted;
  }

  /** Expects that the use of a whole burst at one gateway is soon known at the other. */
  private static void assertIsShared(GatewayProcess one, GatewayProcess other) {
    String sender = fresh();
    assertThat(admitted(one, sender, BURST)).isEqualTo(BURST);
    AtomicInteger looks = new AtomicInteger();
    Await.within(SOON, () -> {
      int admitted = admitted(other, sender, 1);
      looks.addAndGet(admitted);
      assertThat(admitted).isZero();
    });
    // Each look costs a token, too. Alone they do not empty the bucket.
    assertThat(looks.get()).isLessThan(BURST);
  }

  private static void assertGauge(double value) {
    Await.until(() -> {
      assertThat(a.metric("lychgate_limits_shared")).isEqualTo(value);
      assertThat(b.metric("lychgate_limits_shared")).isEqualTo(value);
    });
  }

  @Test
  void useAtOneGatewayCountsAtTheOther() {
    Await.until(() -> assertIsShared(a, b));
    Await.until(() -> assertIsShared(b, a));

    assertThat(admitted(b, fresh(), BURST + 10)).isEqualTo(BURST);
    assertGauge(1);
  }

  @Test
  void whileRedisIsAwayEachGatewayAdmitsTheWholeRate() throws Exception {
    LocalRedis redis = server;
    if (redis == null) {
      return;
    }
    Await.until(() -> assertIsShared(a, b));
    redis.down();
    assertGauge(0);
    String sender = fresh();

    assertThat(admitted(a, sender, BURST + 10)).isEqualTo(BURST);
    assertThat(admitted(b, sender, BURST + 10)).isEqualTo(BURST);

    // It comes back without the secret that it had.
    redis.up();
    assertGauge(1);
    Await.until(() -> assertIsShared(a, b));
  }

  @Test
  void redisThatHangsDelaysNoRequest() throws Exception {
    LocalRedis redis = server;
    if (redis == null) {
      return;
    }
    Await.until(() -> assertIsShared(a, b));
    redis.freeze();
    try {
      assertThat(admitted(a, fresh(), BURST + 10)).isEqualTo(BURST);
      assertGauge(0);
    } finally {
      redis.thaw();
    }
    Await.until(() -> assertIsShared(b, a));
  }

  @Test
  void connectionOverTlsChecksTheCertificate() throws Exception {
    Path keys = Files.createDirectories(directory.resolve("keys"));
    TestCertificates.write(keys, "redis", "localhost");
    try (LocalRedis redis = LocalRedis.start(
        keys,
        "--requirepass",
        PASSWORD,
        "--tls-port",
        "PORT",
        "--tls-cert-file",
        "redis.pem",
        "--tls-key-file",
        "redis.key",
        "--tls-ca-cert-file",
        "redis.pem",
        "--tls-auth-clients",
        "no")) {
      String ca = ", ca: \"" + keys.resolve("redis.pem") + "\"";
      try (GatewayProcess c = node("c", "rediss://localhost:" + redis.port(), ca);
          GatewayProcess d = node("d", "rediss://localhost:" + redis.port(), ca);
          GatewayProcess wrong = node("wrong", "rediss://127.0.0.1:" + redis.port(), ca)) {
        Await.until(() -> assertIsShared(c, d));
        assertThat(wrong.metric("lychgate_limits_shared")).isZero();
      }
    }
  }
}
