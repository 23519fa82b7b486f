package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerSubsetTest {
  private static final int AUTO = 0;

  private static ServerConfig server(int number, int weight, int priority, String zone) {
    return new ServerConfig(
        ServerConfig.Scheme.H2C, "10.0.0." + number, 3000, weight, priority, zone);
  }

  private static ServerSet set(List<ServerConfig> servers) {
    List<Endpoint> endpoints = servers.stream().map(Endpoint::of).toList();
    return ServerSet.of(
        1,
        endpoints.stream().map(each -> new ServerState(each.id())).toList(),
        endpoints,
        (states, at) -> (request, now) -> 0);
  }

  private static ServerSet set(int servers) {
    return set(IntStream.range(0, servers).mapToObj(i -> server(i, 1, 0, "")).toList());
  }

  private static Set<String> ids(ServerSet set) {
    Set<String> ids = new HashSet<>();
    set.endpoints().forEach(each -> ids.add(each.id()));
    return ids;
  }

  @ParameterizedTest(name = "{0} servers, {1} loops")
  @CsvSource({"1, 2", "3, 64", "128, 2", "16, 16"})
  void eachLoopConnectsToAllOfFewServers(int servers, int loops) {
    ServerSet all = set(servers);

    for (int loop = 0; loop < loops; loop++) {
      assertThat(new ServerSubset(loop, loops, 7).of(all, AUTO)).isSameAs(all);
    }
  }

  @ParameterizedTest(name = "{0} servers, {1} loops")
  @CsvSource({"100, 8", "101, 8", "33, 16", "1000, 64", "5000, 16", "257, 2"})
  void connectionsAreBoundedAndEachServerHasTheSameNumberOfLoops(int servers, int loops) {
    ServerSet all = set(servers);
    Map<String, Integer> covered = new HashMap<>();
    int connections = 0;
    for (int loop = 0; loop < loops; loop++) {
      ServerSet part = new ServerSubset(loop, loops, 7).of(all, AUTO);
      assertThat(part.size())
          .isGreaterThanOrEqualTo(Math.min(servers, ServerSubset.MIN_SERVERS) - 1);
      connections += part.size();
      ids(part).forEach(id -> covered.merge(id, 1, Integer::sum));
    }

    int bound = Math.max(
        Math.max(ServerSubset.FULL_CONNECTIONS, servers),
        ServerSubset.MIN_SERVERS * loops + servers);
    assertThat(connections).isLessThanOrEqualTo(bound);
    assertThat(covered).hasSize(servers);
    assertThat(new HashSet<>(covered.values())).hasSize(1);
  }

  @Test
  void loadIsEvenIfEachLoopHasTheSameNumberOfRequests() {
    int loops = 8;
    ServerSet all = set(101);
    Map<String, Double> load = new HashMap<>();
    for (int loop = 0; loop < loops; loop++) {
      ServerSet part = new ServerSubset(loop, loops, 7).of(all, AUTO);
      ids(part).forEach(id -> load.merge(id, 1.0 / part.size(), Double::sum));
    }

    double mean = loops / 101.0;
    assertThat(load.values()).allMatch(each -> each > 0.9 * mean && each < 1.1 * mean);
  }

  @Test
  void loadFollowsTheWeights() {
    int loops = 8;
    List<ServerConfig> servers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      servers.add(server(i, i % 10 == 0 ? 3 : 1, 0, ""));
    }
    ServerSet all = set(servers);
    Map<String, Double> load = new HashMap<>();
    for (int loop = 0; loop < loops; loop++) {
      ServerSet part = new ServerSubset(loop, loops, 7).of(all, AUTO);
      double weights =
          part.endpoints().stream().mapToInt(each -> each.server().weight()).sum();
      part.endpoints()
          .forEach(each -> load.merge(each.id(), each.server().weight() / weights, Double::sum));
    }

    double unit = loops / 120.0;
    all.endpoints()
        .forEach(
            each -> assertThat(load.getOrDefault(each.id(), 0.0) / each.server().weight())
                .isBetween(0.85 * unit, 1.15 * unit));
  }

  @Test
  void oneMoreServerChangesFewMembers() {
    ServerSet before = set(200);
    ServerSet after = set(201);
    for (int loop = 0; loop < 16; loop++) {
      ServerSubset place = new ServerSubset(loop, 16, 7);
      Set<String> kept = ids(place.of(before, AUTO));
      int size = kept.size();
      kept.retainAll(ids(place.of(after, AUTO)));

      assertThat(size - kept.size()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void gatewaysBeginAtDifferentServers() {
    ServerSet all = set(200);

    assertThat(ids(new ServerSubset(0, 16, 1).of(all, AUTO)))
        .isNotEqualTo(ids(new ServerSubset(0, 16, 2).of(all, AUTO)));
    assertThat(ids(new ServerSubset(0, 16, 1).of(all, AUTO)))
        .isEqualTo(ids(new ServerSubset(0, 16, 1).of(all, AUTO)));
  }

  @Test
  void eachLoopHasServersOfEachPriorityAndZone() {
    List<ServerConfig> servers = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      servers.add(server(i, 1, i % 2, i % 3 == 0 ? "a" : "b"));
    }
    ServerSet all = set(servers);
    for (int loop = 0; loop < 16; loop++) {
      ServerSet part = new ServerSubset(loop, 16, 7).of(all, AUTO);
      Set<String> groups = new HashSet<>();
      part.endpoints()
          .forEach(each -> groups.add(each.server().priority() + each.server().zone()));

      assertThat(groups).hasSize(4);
    }
  }

  @Test
  void configuredNumberIsTheSizeOfEachSubset() {
    ServerSet all = set(20);
    for (int loop = 0; loop < 4; loop++) {
      assertThat(new ServerSubset(loop, 4, 7).of(all, 10).size()).isEqualTo(10);
    }
  }

  @Test
  void policyThatGivesEachLoopTheSameServerHasAllServers() {
    ServerSet plain = set(500);
    SelectionPolicy affine = new SelectionPolicy() {
      @Override
      public int choose(BalancedRequest request, long nowNanos) {
        return 0;
      }

      @Override
      public boolean permitsSubsets() {
        return false;
      }
    };
    ServerSet all =
        ServerSet.of(1, plain.servers(), plain.endpoints(), (servers, endpoints) -> affine);

    assertThat(new ServerSubset(0, 64, 7).of(all, AUTO)).isSameAs(all);
  }
}
