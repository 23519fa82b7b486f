package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.BalanceConfig.Hash;
import io.lychgate.gateway.config.site.BalanceConfig.Policy;
import io.lychgate.gateway.config.site.BalanceConfig.Sticky;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An upstream whose servers are ports of one host, and choices among them. */
final class BalancedServers {
  static final int NONE = 0;

  final FakeTicker clock = new FakeTicker();

  /** Draws the same numbers in each run. Any thread. */
  private final Random random = new Random(1);

  final UpstreamServers servers =
      new UpstreamServers("app", new ServerOverrides(), clock, () -> random);

  static ServerConfig server(int port) {
    return server(port, 1);
  }

  static ServerConfig server(int port, int weight) {
    return server(port, weight, 0, "");
  }

  static ServerConfig server(int port, int weight, int priority, String zone) {
    return new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", port, weight, priority, zone);
  }

  static BalanceConfig config(Policy policy) {
    return config(policy, Duration.ZERO, "");
  }

  static BalanceConfig config(Policy policy, Duration slowStart, String zone) {
    // A plug-in that leaves each choice to the gateway.
    PluginUse plugin =
        policy == Policy.PLUGIN ? new PluginUse("any", Map.of(), PluginUse.DEFAULT_TIMEOUT) : null;
    return new BalanceConfig(policy, Hash.defaults(), null, slowStart, 70, zone, plugin);
  }

  static BalanceConfig hash(BalanceConfig.Key on, double maxLoad) {
    return new BalanceConfig(Policy.HASH, new Hash(on, maxLoad), null, Duration.ZERO, 70, "");
  }

  static BalanceConfig sticky() {
    return new BalanceConfig(
        Policy.ROUND_ROBIN, Hash.defaults(), new Sticky("pin", null), Duration.ZERO, 70, "");
  }

  BalancedServers with(BalanceConfig config, ServerConfig... configs) {
    servers.configure(config);
    return with(configs);
  }

  BalancedServers with(ServerConfig... configs) {
    servers.update(Stream.of(configs).map(Endpoint::of).toList());
    return this;
  }

  ServerState state(int port) {
    ServerSet set = servers.current();
    for (int i = 0; i < set.size(); i++) {
      if (set.endpoints().get(i).server().port() == port) {
        return set.servers().get(i);
      }
    }
    throw new IllegalArgumentException("port: " + port + " (expected: a server of the set)");
  }

  /** Takes a server out as an operator does. */
  void eject(int port) {
    decide(port, ServerOverride.Kind.EJECT);
  }

  void drain(int port) {
    decide(port, ServerOverride.Kind.DRAIN);
  }

  void enable(int port) {
    decide(port, null);
  }

  private void decide(int port, ServerOverride.@Nullable Kind kind) {
    state(port).override(kind == null ? null : new ServerOverride(kind, "", "test", Instant.EPOCH));
  }

  /** Makes requests to a server fail until it is ejected. */
  void fail(int port) {
    ServerState state = state(port);
    for (int i = 0; i < 100 && state.intake(clock.nanoTime()) == Intake.ALL; i++) {
      state.connectFailed(ServerFailure.CONNECT, "refused", clock.nanoTime());
    }
  }

  /** Returns the port of the chosen server; {@link #NONE} if there is none. */
  int choose(BalancedRequest request) {
    ServerSet set = servers.current();
    int chosen = set.policy().choose(request, clock.nanoTime());
    return chosen == SelectionPolicy.NONE
        ? NONE
        : set.endpoints().get(chosen).server().port();
  }

  int choose() {
    return choose(new TestRequest());
  }

  List<Integer> choices(int count) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(choose());
    }
    return chosen;
  }

  /** Returns the choices of each port from 1 on. */
  int[] counts(int count, int ports) {
    int[] counts = new int[ports];
    for (int port : choices(count)) {
      counts[port - 1]++;
    }
    return counts;
  }
}
