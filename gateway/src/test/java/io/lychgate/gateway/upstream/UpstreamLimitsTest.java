package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.upstream.UpstreamLimits.Member;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shares of one client in the connections and the queue of an upstream. */
final class UpstreamLimitsTest {
  private final EventLoop loop = new DefaultEventLoop();
  private final Random random = new Random(1);

  @AfterEach
  void stop() {
    loop.shutdownGracefully();
  }

  private static UpstreamLimits limits(int connections, int pending, int share) {
    return new UpstreamLimits(
        UpstreamConfig.builder("app")
            .servers(List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "localhost", 80)))
            .maxConnections(connections)
            .maxPending(pending)
            .clientShare(share)
            .build(),
        0);
  }

  private Member join(UpstreamLimits limits) {
    return limits.join(loop, () -> {}, () -> {});
  }

  /** Gives connections to the clients in turn until none may hold one more. Returns the number of the first client. */
  private int fill(UpstreamLimits limits, int clients, Member... members) {
    long[] keys = random.longs(clients).toArray();
    boolean lent = true;
    int turn = 0;
    while (lent) {
      lent = false;
      for (long key : keys) {
        Member member = members[turn % members.length];
        if (member.tryHold(key)) {
          assertThat(limits.tryOpen()).isTrue();
          turn++;
          lent = true;
        }
      }
    }
    return limits.heldBy(keys[0]);
  }

  @ParameterizedTest(name = "{0} connections, {1} clients, {2} %: {3} each")
  @CsvSource({
    "100, 1, 50, 50",
    "100, 2, 50, 34",
    "100, 4, 50, 20",
    "100, 1, 80, 80",
    "100, 1, 100, 100",
    "100, 2, 100, 50",
    "1, 1, 50, 1",
    "2, 1, 50, 1",
    "2048, 1, 50, 1024",
  })
  void clientsHoldEqualPartsAndLeaveOneFree(int connections, int clients, int share, int each) {
    UpstreamLimits limits = limits(connections, 10, share);

    assertThat(fill(limits, clients, join(limits))).isEqualTo(each);
  }

  @ParameterizedTest(name = "{0} connections of {1} streams, {2} clients: {3} each")
  @CsvSource({"1, 100, 1, 50", "4, 5, 1, 10", "4, 5, 3, 5", "2, 1, 1, 1"})
  void clientsShareTheStreamsOfAllConnections(int connections, int streams, int clients, int each) {
    UpstreamLimits limits = limits(connections, 10, 50);
    Member member = join(limits);
    member.streamsPerConnection(streams);
    long[] keys = random.longs(clients).toArray();
    int held = -1;
    int open = 0;
    while (held < member.lent()) {
      held = member.lent();
      for (long key : keys) {
        if (member.tryHold(key) && member.lent() > open * streams) {
          assertThat(limits.tryOpen()).isTrue();
          open++;
        }
      }
    }

    assertThat(limits.heldBy(keys[0])).isEqualTo(each);
  }

  @Test
  void shareAppliesToAllLoopsTogether() {
    UpstreamLimits limits = limits(100, 10, 50);

    assertThat(fill(limits, 1, join(limits), join(limits), join(limits))).isEqualTo(50);
  }

  /** Loops take what they may, without pause and at once; the count must never exceed the share. */
  @Test
  void loopsThatReserveAtOnceNeverExceedAShare() throws Exception {
    UpstreamLimits limits = limits(20, 10, 50);
    Member[] members = {join(limits), join(limits), join(limits), join(limits)};
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch begin = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(members.length);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (Member member : members) {
        results.add(threads.submit(() -> {
          begin.await();
          int own = 0;
          for (int round = 0; round < 200_000; round++) {
            if (own < 4 && member.tryHold(7)) {
              own++;
              assertThat(limits.tryOpen()).isTrue();
              most.accumulateAndGet(held.incrementAndGet(), Math::max);
            } else if (own > 0) {
              own--;
              held.decrementAndGet();
              member.takeBack(7);
              limits.closed();
            }
          }
          return own;
        }));
      }
      begin.countDown();
      int left = 0;
      for (Future<Integer> result : results) {
        left += result.get();
      }

      assertThat(most).hasValueLessThanOrEqualTo(10);
      assertThat(limits.heldBy(7)).isEqualTo(left);
      // Loops need not meet at the last one. Afterwards the share is whole.
      while (members[0].tryHold(7)) {
        assertThat(limits.tryOpen()).isTrue();
        left++;
      }
      assertThat(left).isEqualTo(10);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void newClientGetsAConnectionWhileOneIsFree() {
    UpstreamLimits limits = limits(100, 10, 50);
    Member member = join(limits);
    fill(limits, 20, member);

    assertThat(member.tryHold(7)).isTrue();
    assertThat(limits.tryOpen()).isTrue();
  }

  @Test
  void clientMayTakeAReturnedConnectionAgain() {
    UpstreamLimits limits = limits(2, 10, 50);
    Member member = join(limits);
    assertThat(member.tryHold(7)).isTrue();
    assertThat(limits.tryOpen()).isTrue();
    assertThat(limits.tryOpen()).isTrue();
    assertThat(limits.tryOpen()).isFalse();
    assertThat(member.tryHold(7)).isFalse();

    member.takeBack(7);
    limits.closed();

    assertThat(member.tryHold(7)).isTrue();
    assertThat(limits.tryOpen()).isTrue();
  }

  @Test
  void clientGetsHalfOfTheQueue() {
    UpstreamLimits limits = limits(1, 10, 50);
    int places = 0;
    while (limits.tryQueue(7)) {
      places++;
    }

    assertThat(places).isEqualTo(5);
    assertThat(limits.isQueueFull()).isFalse();
    assertThat(limits.tryQueue(8)).isTrue();
    limits.unqueue(7);
    limits.unqueue(7);
    assertThat(limits.tryQueue(7)).isTrue();
  }

  @Test
  void loopDetectsRequestsWaitingOnOthers() {
    UpstreamLimits limits = limits(4, 10, 50);
    Member one = join(limits);
    Member two = join(limits);

    one.waiting(true);
    assertThat(one.othersWait()).isFalse();
    assertThat(two.othersWait()).isTrue();
    two.waiting(true);
    assertThat(one.othersWait()).isTrue();
    one.waiting(false);
    two.waiting(false);
    assertThat(one.othersWait()).isFalse();
    assertThat(two.othersWait()).isFalse();
  }
}
