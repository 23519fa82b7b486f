package io.lychgate.gateway.upstream.balance;

import static io.lychgate.gateway.upstream.balance.BalancedServers.hash;
import static io.lychgate.gateway.upstream.balance.BalancedServers.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.BalanceConfig.Source;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.KeyHash;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Choices by the hash of a part of the request. */
final class ConsistentHashTest {
  private static final int KEYS = 20_000;

  private final BalancedServers app = new BalancedServers();

  private static ServerConfig[] servers(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(BalancedServers::server)
        .toArray(ServerConfig[]::new);
  }

  private static int of(BalancedServers upstream, String user) {
    TestRequest request = new TestRequest();
    request.fields.add(FieldNames.canonical("x-user"), user);
    request.affinity = upstream.servers.affinity(request.request(), 0);
    return upstream.choose(request);
  }

  private int[] all() {
    return IntStream.range(0, KEYS).map(i -> of(app, "user-" + i)).toArray();
  }

  private BalancedServers byUser(double maxLoad, ServerConfig... servers) {
    return app.with(hash(new BalanceConfig.Key(Source.HEADER, "x-user"), maxLoad), servers);
  }

  private static int moved(int[] before, int[] after) {
    return (int) IntStream.range(0, KEYS).filter(i -> before[i] != after[i]).count();
  }

  @Test
  void sameValueHasTheSameServerOnEachGateway() {
    byUser(1.25, servers(9));
    BalancedServers other = new BalancedServers();
    ServerConfig[] reversed = servers(9);
    for (int i = 0; i < 9; i++) {
      reversed[i] = server(9 - i);
    }
    other.with(hash(new BalanceConfig.Key(Source.HEADER, "x-user"), 1.25), reversed);

    for (int i = 0; i < 1000; i++) {
      assertThat(of(other, "user-" + i)).isEqualTo(of(app, "user-" + i));
    }
  }

  @Test
  void keysFollowTheWeights() {
    byUser(1.25, server(1, 1), server(2, 2), server(3, 5), server(4, 0));

    int[] counts = new int[5];
    for (int port : all()) {
      counts[port]++;
    }
    assertThat(counts[1]).isBetween(KEYS / 8 - 300, KEYS / 8 + 300);
    assertThat(counts[2]).isBetween(KEYS / 4 - 400, KEYS / 4 + 400);
    assertThat(counts[3]).isBetween(KEYS * 5 / 8 - 500, KEYS * 5 / 8 + 500);
    assertThat(counts[4]).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10, 30, 100})
  void serverThatJoinsOrLeavesMovesLittleMoreThanItsOwnKeys(int count) {
    byUser(1.25, servers(count));
    int[] before = all();

    app.with(servers(count - 1));
    assertThat(moved(before, all())).isLessThan(KEYS / count + KEYS / 10);
    app.with(servers(count));
    assertThat(all()).isEqualTo(before);
    app.with(servers(count + 1));
    assertThat(moved(before, all())).isLessThan(KEYS / (count + 1) + KEYS / 10);
  }

  @Test
  void serverThatTakesNoRequestsMovesItsOwnKeysOnly() {
    byUser(1.25, servers(10));
    int[] before = all();

    app.eject(4);

    int[] during = all();
    int[] counts = new int[11];
    for (int i = 0; i < KEYS; i++) {
      if (before[i] == 4) {
        counts[during[i]]++;
      } else {
        assertThat(during[i]).isEqualTo(before[i]);
      }
    }
    assertThat(counts[4]).isZero();
    for (int port = 1; port <= 10; port++) {
      // A ninth of about 2000.
      assertThat(counts[port]).isBetween(port == 4 ? 0 : 120, 330);
    }
    app.enable(4);
    assertThat(all()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"1.25, 10, 1000", "1.05, 3, 300", "2, 100, 500"})
  void hotKeySpreadsSoThatNoServerExceedsItsBound(double maxLoad, int count, int requests) {
    byUser(maxLoad, servers(count));
    int home = of(app, "hot");
    for (int i = 1; i <= requests; i++) {
      int port = of(app, "hot");
      app.state(port).began(app);
      assertThat(app.state(port).inFlight())
          .isLessThanOrEqualTo((int) Math.ceil(maxLoad * i / count));
    }

    for (int port = 1; port <= count; port++) {
      while (app.state(port).inFlight() > 0) {
        app.state(port).ended(app);
      }
    }
    assertThat(of(app, "hot")).isEqualTo(home);
  }

  @Test
  void requestWithoutTheValueGoesByItsClient() {
    byUser(1.25, servers(10));
    TestRequest request = new TestRequest();
    request.affinity = app.servers.affinity(request.request(), 42);

    assertThat(request.affinity).isEqualTo(new Affinity(42, null, false));
  }

  @Test
  void cookieIsTheKeyAndStaysInTheRequest() {
    app.with(hash(new BalanceConfig.Key(Source.COOKIE, "user"), 1.25), servers(10));
    TestRequest request = new TestRequest();
    request.fields.add(FieldNames.canonical("cookie"), "a=b; user=7");

    Affinity affinity = app.servers.affinity(request.request(), 42);

    assertThat(affinity).isEqualTo(new Affinity(KeyHash.of("7"), null, false));
    assertThat(request.fields.value(0)).hasToString("a=b; user=7");
  }
}
