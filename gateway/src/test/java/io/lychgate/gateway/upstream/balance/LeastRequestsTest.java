package io.lychgate.gateway.upstream.balance;

import static io.lychgate.gateway.upstream.balance.BalancedServers.config;
import static io.lychgate.gateway.upstream.balance.BalancedServers.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.BalanceConfig.Policy;
import io.lychgate.gateway.config.site.ServerConfig;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Choices by the requests in progress: the fewest of all, or of two. */
final class LeastRequestsTest {
  private final BalancedServers app = new BalancedServers();

  private void load(int port, int requests) {
    for (int i = 0; i < requests; i++) {
      app.state(port).began(app);
    }
  }

  @Test
  void serverWithTheFewestRequestsIsChosen() {
    app.with(config(Policy.LEAST_REQUESTS), server(1), server(2), server(3), server(4));
    load(1, 3);
    load(2, 1);
    load(3, 2);
    load(4, 2);

    assertThat(app.choices(100)).containsOnly(2);
    app.state(1).ended(app);
    app.state(1).ended(app);
    app.state(1).ended(app);
    assertThat(app.choices(100)).containsOnly(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Policy.class,
      names = {"LEAST_REQUESTS", "TWO_CHOICES"})
  void heavierServerMayHaveMoreRequests(Policy policy) {
    app.with(config(policy), server(1, 4), server(2, 1));
    load(1, 7);
    load(2, 2);

    assertThat(app.choices(100)).containsOnly(1);
    load(1, 2);
    assertThat(app.choices(100)).containsOnly(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Policy.class,
      names = {"LEAST_REQUESTS", "TWO_CHOICES"})
  void idleServersAreChosenInProportionToTheirWeights(Policy policy) {
    app.with(config(policy), server(1, 3), server(2, 1));

    assertThat(app.counts(8000, 2)[0]).isBetween(5700, 6300);
  }

  @ParameterizedTest
  @EnumSource(
      value = Policy.class,
      names = {"LEAST_REQUESTS", "TWO_CHOICES"})
  void manyIdleServersAreChosenInProportionToTheirWeights(Policy policy) {
    app.with(
        config(policy),
        IntStream.rangeClosed(1, 10)
            .mapToObj(port -> server(port, port))
            .toArray(ServerConfig[]::new));

    int[] counts = app.counts(55_000, 10);

    for (int port = 1; port <= 10; port++) {
      assertThat(counts[port - 1]).isBetween(1000 * port - 300, 1000 * port + 300);
    }
  }

  @Test
  void twoChoicesAreNeverTheSameServer() {
    app.with(config(Policy.TWO_CHOICES), server(1), server(2));
    load(1, 1);

    assertThat(app.choices(1000)).containsOnly(2);
  }

  @Test
  void busiestOfManyServersIsNeverTheBetterOfTwo() {
    app.with(
        config(Policy.LEAST_REQUESTS),
        IntStream.rangeClosed(1, 20)
            .mapToObj(BalancedServers::server)
            .toArray(ServerConfig[]::new));
    load(7, 1);

    assertThat(app.choices(2000)).doesNotContain(7);
  }
}
