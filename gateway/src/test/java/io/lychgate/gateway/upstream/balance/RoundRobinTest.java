package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The choice of a server, and its state. */
final class RoundRobinTest {
  private final FakeTicker clock = new FakeTicker();
  private final List<ServerState> servers =
      List.of(new ServerState("a"), new ServerState("b"), new ServerState("c"));

  private static void refuse(ServerState server, long now) {
    server.connectFailed(ServerFailure.CONNECT, "refused", now);
  }

  private RoundRobin from(int first) {
    return new RoundRobin(servers, new AtomicInteger(first));
  }

  private List<Integer> choices(RoundRobin policy, int count) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(policy.choose(new TestRequest(), clock.nanoTime()));
    }
    return chosen;
  }

  @Test
  void serversAreChosenInTurnFromTheFirst() {
    assertThat(choices(from(0), 4)).containsExactly(0, 1, 2, 0);
    assertThat(choices(from(2), 4)).containsExactly(2, 0, 1, 2);
  }

  @Test
  void serverThatRefusedAConnectionIsSkippedForASecond() {
    RoundRobin policy = from(0);
    refuse(servers.get(1), clock.nanoTime());

    assertThat(choices(policy, 6)).doesNotContain(1);
    clock.advance(Duration.ofMillis(999));
    assertThat(choices(policy, 6)).doesNotContain(1);
    clock.advance(Duration.ofMillis(1));
    assertThat(choices(policy, 3)).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void allServersAreChosenInTurnIfEachIsEjected() {
    servers.forEach(server -> refuse(server, clock.nanoTime()));

    assertThat(choices(from(1), 4)).containsExactly(1, 2, 0, 1);
  }

  @Test
  void serverOfTheLastAttemptIsAvoided() {
    TestRequest retried = new TestRequest();
    retried.avoided = servers.get(0);

    assertThat(from(0).choose(retried, clock.nanoTime())).isEqualTo(1);
  }

  @Test
  void turnsContinueOverAChangeOfTheSet() {
    AtomicInteger turn = new AtomicInteger();
    assertThat(choices(new RoundRobin(servers, turn), 2)).containsExactly(0, 1);

    assertThat(choices(new RoundRobin(servers, turn), 2)).containsExactly(2, 0);
  }

  @Test
  void ejectionOutlastsAnOverflowOfTheClock() {
    ServerState server = servers.get(0);
    long now = Long.MAX_VALUE - 5;
    refuse(server, now);

    assertThat(server.isEjected(now + ServerState.EJECTION_NANOS - 1)).isTrue();
    assertThat(server.isEjected(now + ServerState.EJECTION_NANOS)).isFalse();
  }

  @Test
  void ejectionThatEndsAtZeroIsNotTakenForNone() {
    ServerState server = servers.get(0);
    refuse(server, -ServerState.EJECTION_NANOS);

    assertThat(server.isEjected(-1)).isTrue();
    assertThat(server.isEjected(1)).isFalse();
  }
}
