package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice of a server, and its state. */
final class RoundRobinTest {
  private static final RequestHead REQUEST =
      new RequestHead(HttpMethod.GET.asciiName(), false, "localhost", "/", new Fields(), 0);

  private final FakeTicker clock = new FakeTicker();
  private final List<ServerState> servers =
      List.of(new ServerState("a"), new ServerState("b"), new ServerState("c"));

  private List<Integer> choices(RoundRobin policy, int count) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(policy.choose(servers, REQUEST));
    }
    return chosen;
  }

  @Test
  void serversAreChosenInTurnFromTheFirst() {
    assertThat(choices(new RoundRobin(clock, 0), 4)).containsExactly(0, 1, 2, 0);
    assertThat(choices(new RoundRobin(clock, 2), 4)).containsExactly(2, 0, 1, 2);
  }

  @Test
  void serverThatRefusedAConnectionIsSkippedForASecond() {
    RoundRobin policy = new RoundRobin(clock, 0);
    servers.get(1).connectFailed(clock.nanoTime());

    assertThat(choices(policy, 4)).containsExactly(0, 2, 0, 2);
    clock.advance(Duration.ofMillis(999));
    assertThat(choices(policy, 2)).containsExactly(0, 2);
    clock.advance(Duration.ofMillis(1));
    assertThat(choices(policy, 3)).containsExactly(0, 1, 2);
  }

  @Test
  void allServersAreChosenInTurnIfEachIsEjected() {
    servers.forEach(server -> server.connectFailed(clock.nanoTime()));

    assertThat(choices(new RoundRobin(clock, 1), 4)).containsExactly(1, 2, 0, 1);
  }

  @Test
  void policiesOfTwoLoopsSkipTheSameServer() {
    RoundRobin one = new RoundRobin(clock, 0);
    RoundRobin two = new RoundRobin(clock, 0);
    servers.get(0).connectFailed(clock.nanoTime());

    assertThat(choices(one, 2)).containsExactly(1, 2);
    assertThat(choices(two, 2)).containsExactly(1, 2);
  }

  @Test
  void ejectionOutlastsAnOverflowOfTheClock() {
    ServerState server = servers.get(0);
    long now = Long.MAX_VALUE - 5;
    server.connectFailed(now);

    assertThat(server.isEjected(now + ServerState.EJECTION_NANOS - 1)).isTrue();
    assertThat(server.isEjected(now + ServerState.EJECTION_NANOS)).isFalse();
  }

  @Test
  void ejectionThatEndsAtZeroIsNotTakenForNone() {
    ServerState server = servers.get(0);
    server.connectFailed(-ServerState.EJECTION_NANOS);

    assertThat(server.isEjected(-1)).isTrue();
    assertThat(server.isEjected(1)).isFalse();
  }
}
