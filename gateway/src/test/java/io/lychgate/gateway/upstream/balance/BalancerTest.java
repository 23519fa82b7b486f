package io.lychgate.gateway.upstream.balance;

import static io.lychgate.gateway.upstream.balance.BalancedServers.NONE;
import static io.lychgate.gateway.upstream.balance.BalancedServers.config;
import static io.lychgate.gateway.upstream.balance.BalancedServers.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.BalanceConfig.Policy;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.observe.count.Diversion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The servers that take requests, and their parts, whatever the policy. */
final class BalancerTest {
  private static final Duration LOOK = Duration.ofNanos(Balancer.LOOK_NANOS);

  private final BalancedServers app = new BalancedServers();

  private static ServerConfig[] servers(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(BalancedServers::server)
        .toArray(ServerConfig[]::new);
  }

  @Test
  void serversAreChosenInTurn() {
    app.with(servers(3));

    assertThat(app.choices(7)).containsExactly(1, 2, 3, 1, 2, 3, 1);
  }

  @Test
  void eachCycleHasTheWeightsExactlyAndSpreadsThem() {
    app.with(server(1, 50), server(2, 30), server(3, 10), server(4, 0));

    assertThat(app.choices(9)).containsExactly(1, 2, 1, 1, 2, 3, 1, 2, 1);
    assertThat(app.counts(900, 4)).containsExactly(500, 300, 100, 0);
  }

  @Test
  void weightsThatShareNoDivisorAreExactToo() {
    app.with(server(1, 997), server(2, 1000), server(3, 1));

    assertThat(app.counts(1998, 3)).containsExactly(997, 1000, 1);
  }

  @Test
  void turnsContinueOverAReload() {
    app.with(servers(3));
    assertThat(app.choices(2)).containsExactly(1, 2);

    app.with(servers(3));

    assertThat(app.choices(2)).containsExactly(3, 1);
  }

  @Test
  void retriesSpreadOverAllOtherServersAndTakeNoTurn() {
    app.with(server(1), server(2), server(3, 3), server(4));
    TestRequest retried = new TestRequest();
    retried.avoided = app.state(1);
    int[] first = new int[4];
    int[] again = new int[4];

    for (int i = 0; i < 3000; i++) {
      first[app.choose() - 1]++;
      again[app.choose(retried) - 1]++;
    }

    assertThat(first).containsExactly(500, 500, 1500, 500);
    assertThat(again[0]).isZero();
    assertThat(again[1]).isBetween(540, 660);
    assertThat(again[2]).isBetween(1700, 1900);
    assertThat(again[3]).isBetween(540, 660);
  }

  @Test
  void reloadOfWeightsKeepsStateAndRequestsInProgress() {
    app.with(servers(2));
    app.fail(1);
    app.state(2).began(app);

    app.with(server(1, 3), server(2, 1), server(3, 2));

    assertThat(app.state(1).intake(app.clock.nanoTime())).isEqualTo(Intake.RESERVE);
    assertThat(app.state(2).inFlight()).isEqualTo(1);
    assertThat(app.counts(30, 3)).containsExactly(0, 10, 20);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void decisionOfAnOperatorCountsForTheNextChoice(Policy policy) {
    app.with(config(policy), servers(3));

    app.eject(2);
    assertThat(many(50)).contains(1, 3).doesNotContain(2);
    app.enable(2);
    app.drain(1);
    assertThat(many(50)).contains(2, 3).doesNotContain(1);
    app.eject(2);
    app.eject(3);
    assertThat(app.choices(3)).containsOnly(NONE);
  }

  /** Choices for different clients. */
  private List<Integer> many(int count) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TestRequest request = new TestRequest();
      request.client = i * 0x9e3779b97f4a7c15L;
      chosen.add(app.choose(request));
    }
    return chosen;
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void failingServerIsNotChosenAtOnceAndUntilItRecovers(Policy policy) {
    app.with(config(policy), servers(3));
    assertThat(many(30)).contains(1, 2, 3);

    app.fail(2);

    assertThat(many(100)).contains(1, 3).doesNotContain(2);
    while (app.state(2).intake(app.clock.nanoTime()) != Intake.ALL) {
      app.clock.advance(Duration.ofMillis(100));
    }
    app.clock.advance(LOOK);
    assertThat(many(100)).contains(1, 2, 3);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void ejectedServersAreUsedOnlyIfThereIsNoOther(Policy policy) {
    app.with(config(policy), servers(5));
    for (int port = 1; port <= 4; port++) {
      app.fail(port);
    }
    assertThat(many(100)).containsOnly(5);

    app.fail(5);

    assertThat(many(200)).contains(1, 2, 3, 4, 5);
    assertThat(app.servers.current().policy().diversion(2, app.clock.nanoTime()))
        .isEqualTo(Diversion.EJECTED);
    app.eject(3);
    assertThat(many(200)).contains(1, 2, 4, 5).doesNotContain(3);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void drainedServersTakeNoNewClientsInPlaceOfEjectedOnes(Policy policy) {
    app.with(config(policy), servers(4));
    app.drain(1);
    app.drain(2);
    app.fail(3);
    assertThat(many(100)).containsOnly(4);

    app.eject(4);

    assertThat(many(100)).containsOnly(3);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void serverOfTheLastAttemptIsAvoidedWhileAnotherCanServe(Policy policy) {
    app.with(config(policy), server(1, 1000), server(2), server(3, 1, 1, ""));
    TestRequest retried = new TestRequest();
    retried.avoided = app.state(1);

    for (int i = 0; i < 50; i++) {
      assertThat(app.choose(retried)).isEqualTo(2);
    }
    app.eject(2);
    assertThat(app.choose(retried)).isEqualTo(3);
    app.fail(3);
    assertThat(app.choose(retried)).isEqualTo(3);
    app.eject(3);
    assertThat(app.choose(retried)).isEqualTo(1);
    app.eject(1);
    assertThat(app.choose(retried)).isEqualTo(NONE);
  }

  @Test
  void emptySetHasNoServer() {
    assertThat(app.choose()).isEqualTo(NONE);
    app.with(servers(1));
    app.with();
    assertThat(app.choose()).isEqualTo(NONE);
  }

  @Test
  void setOfWeightZeroTakesNoNewClient() {
    app.with(server(1, 0));

    assertThat(app.choose()).isEqualTo(NONE);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void nextPriorityTakesWhatTooFewServersCannot(Policy policy) {
    ServerConfig[] all = new ServerConfig[15];
    for (int i = 0; i < 15; i++) {
      all[i] = server(i + 1, 1, i < 10 ? 0 : i < 14 ? 3 : 7, "");
    }
    app.with(config(policy), all);
    for (int port = 1; port <= 3; port++) {
      app.eject(port);
    }
    assertThat(many(2000)).allMatch(port -> port > 3 && port <= 10);

    // Half of the servers are usable and 70 % are needed: 5 of 7 parts.
    for (int port = 4; port <= 5; port++) {
      app.eject(port);
    }
    List<Integer> chosen = many(2000);

    assertThat(chosen.stream().filter(port -> port <= 10).count())
        .isBetween(2000L * 5 / 7 - 100, 2000L * 5 / 7 + 100);
    assertThat(chosen).allMatch(port -> port <= 14);
    assertThat(app.servers.current().policy().diversion(12, app.clock.nanoTime()))
        .isEqualTo(Diversion.PRIORITY);
    assertThat(app.servers.current().policy().diversion(8, app.clock.nanoTime()))
        .isNull();
    for (int port = 6; port <= 10; port++) {
      app.eject(port);
    }
    assertThat(many(500)).allMatch(port -> port > 10 && port <= 14);
    for (int port = 11; port <= 14; port++) {
      app.drain(port);
    }
    assertThat(many(10)).containsOnly(15);
  }

  @Test
  void partsOfTwoPrioritiesAreExactInTurn() {
    app.with(server(1), server(2), server(3, 1, 1, ""), server(4, 1, 1, ""));
    app.eject(1);

    // Half of the servers: 50 of 70 parts.
    int[] counts = app.counts(7168, 4);
    assertThat(counts[1]).isBetween(5120 - 14, 5120 + 14);
    assertThat(counts[2]).isEqualTo(counts[3]).isBetween(1024 - 7, 1024 + 7);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void serversOfTheOwnZoneComeFirst(Policy policy) {
    app.with(
        config(policy, Duration.ZERO, "west"),
        server(1, 1, 0, "east"),
        server(2, 1, 0, "west"),
        server(3, 1, 0, ""),
        server(4, 1, 0, "west"),
        server(5, 1, 1, "west"));
    assertThat(many(100)).contains(2, 4).allMatch(port -> port == 2 || port == 4);

    app.eject(2);
    assertThat(many(300)).contains(1, 3, 4).doesNotContain(2, 5);
    assertThat(app.servers.current().policy().diversion(0, app.clock.nanoTime()))
        .isEqualTo(Diversion.ZONE);
    app.eject(4);
    assertThat(many(100)).contains(1, 3).allMatch(port -> port == 1 || port == 3);
  }

  @Test
  void zoneWithoutServersChangesNothing() {
    app.with(config(Policy.ROUND_ROBIN, Duration.ZERO, "north"), servers(2));

    assertThat(app.counts(100, 2)).containsExactly(50, 50);
    assertThat(app.servers.current().policy().diversion(0, app.clock.nanoTime()))
        .isNull();
  }

  @Test
  void partOfAServerThatJoinsGrowsFromATenth() {
    app.with(config(Policy.ROUND_ROBIN, Duration.ofSeconds(40), ""), servers(2));
    assertThat(app.counts(100, 2)).containsExactly(50, 50);

    app.with(servers(3));

    assertThat(part(3, 3)).isBetween(0.08 / 2.1, 0.12 / 2.1);
    app.clock.advance(Duration.ofSeconds(20));
    assertThat(part(3, 3)).isBetween(0.48 / 2.5, 0.52 / 2.5);
    app.clock.advance(Duration.ofSeconds(10));
    assertThat(part(3, 3)).isBetween(0.72 / 2.75, 0.78 / 2.75);
    app.clock.advance(Duration.ofSeconds(10));
    app.choose();
    assertThat(app.counts(300, 3)).containsExactly(100, 100, 100);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void eachPolicyStartsServersSlowly(Policy policy) {
    app.with(config(policy, Duration.ofSeconds(40), ""), servers(5));
    ServerConfig[] more = servers(6);

    app.with(more);

    long slow = many(6000).stream().filter(port -> port == 6).count();
    assertThat(slow).isBetween(50L, 200L);
    app.clock.advance(Duration.ofSeconds(41));
    assertThat(many(6000).stream().filter(port -> port == 6).count()).isBetween(800L, 1200L);
  }

  @Test
  void serversThatAreAllNewShareEquallyAtOnce() {
    app.with(config(Policy.ROUND_ROBIN, Duration.ofSeconds(40), ""), servers(2));
    app.state(1).joined(app.clock.nanoTime());
    app.state(2).joined(app.clock.nanoTime());

    assertThat(app.counts(100, 2)).containsExactly(50, 50);
    assertThat(statuses()).containsOnly(ServerStatus.UP);
  }

  private List<ServerStatus> statuses() {
    return app.servers.views(app.clock.nanoTime()).stream()
        .map(ServerView::status)
        .toList();
  }

  @Test
  void serverIsInSlowStartWhileItsPartGrows() {
    app.with(config(Policy.ROUND_ROBIN, Duration.ofSeconds(40), ""), servers(2));
    assertThat(statuses()).containsOnly(ServerStatus.UP);

    app.with(servers(3));

    assertThat(statuses())
        .containsExactly(ServerStatus.UP, ServerStatus.UP, ServerStatus.SLOW_START);
    app.clock.advance(Duration.ofSeconds(39));
    assertThat(statuses().get(2)).isEqualTo(ServerStatus.SLOW_START);
    app.clock.advance(Duration.ofSeconds(1));
    assertThat(statuses()).containsOnly(ServerStatus.UP);
  }

  @Test
  void serverThatRecoversIsInSlowStartUnlessItIsAlone() {
    app.with(config(Policy.ROUND_ROBIN, Duration.ofSeconds(40), ""), servers(2));
    app.fail(1);
    assertThat(statuses()).containsExactly(ServerStatus.EJECTED, ServerStatus.UP);

    app.state(1).endEjection("test", app.clock.nanoTime());

    assertThat(statuses()).containsExactly(ServerStatus.SLOW_START, ServerStatus.UP);
    app.eject(2);
    assertThat(statuses()).containsExactly(ServerStatus.UP, ServerStatus.DISABLED);
    app.enable(2);
    app.drain(1);
    assertThat(statuses()).containsExactly(ServerStatus.DRAINING, ServerStatus.UP);
  }

  private double part(int port, int ports) {
    int[] counts = app.counts(20_000, ports);
    return counts[port - 1] / 20_000.0;
  }

  @Test
  void partsAreExactOverAllThreads() throws Exception {
    app.with(server(1, 3), server(2, 2), server(3, 1));
    int threads = 4;
    int choices = 30_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    int[] total = new int[3];
    try {
      List<Future<int[]>> parts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        parts.add(pool.submit(() -> app.counts(choices, 3)));
      }
      for (Future<int[]> part : parts) {
        int[] counts = part.get(30, TimeUnit.SECONDS);
        for (int i = 0; i < 3; i++) {
          total[i] += counts[i];
        }
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(total)
        .containsExactly(threads * choices / 2, threads * choices / 3, threads * choices / 6);
  }

  @ParameterizedTest
  @EnumSource(value = Policy.class, names = "PLUGIN", mode = EnumSource.Mode.EXCLUDE)
  void choicesOfManyThreadsFollowEachChange(Policy policy) throws Exception {
    app.with(config(policy), servers(6));
    AtomicBoolean ends = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(2);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Integer> load = () -> {
      int chosen = 0;
      while (!ends.get()) {
        assertThat(app.choose()).isNotEqualTo(NONE);
        if (chosen++ == 0) {
          begun.countDown();
        }
      }
      return chosen;
    };
    try {
      List<Future<Integer>> loads = List.of(pool.submit(load), pool.submit(load));
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 500; i++) {
        app.eject(1 + i % 6);
        assertThat(many(10)).doesNotContain(1 + i % 6);
        if (i % 10 == 0) {
          app.with(servers(6));
        }
        app.enable(1 + i % 6);
      }
      ends.set(true);
      for (Future<Integer> each : loads) {
        assertThat(each.get(30, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      ends.set(true);
      pool.shutdownNow();
    }
  }
}
