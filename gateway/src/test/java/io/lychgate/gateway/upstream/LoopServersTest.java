package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ConnectionConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.balance.BalancedRequest;
import io.lychgate.gateway.upstream.balance.SelectionPolicy;
import io.lychgate.gateway.upstream.balance.ServerOverride;
import io.lychgate.gateway.upstream.balance.ServerOverrides;
import io.lychgate.gateway.upstream.balance.ServerSet;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The first of two loops, which has two of four servers. */
final class LoopServersTest {
  private static final int OWN = 2;
  private static final ServerOverride EJECT =
      new ServerOverride(ServerOverride.Kind.EJECT, "", "anna", Instant.EPOCH);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final FakeTicker ticker = new FakeTicker();
  private final DeadlineWheel deadlines =
      new DeadlineWheel(channel.eventLoop(), new LoopClock(channel.eventLoop(), ticker));
  private final ServerOverrides overrides = new ServerOverrides();
  private final UpstreamServers shared = servers();

  /** The number of servers of each set that was put in use. */
  private final List<Integer> used = new ArrayList<>();

  private int served;
  private final LoopServers inUse = new LoopServers(shared, site(), new LoopServers.User() {
    @Override
    public void use(ServerSet next) {
      used.add(next.size());
    }

    @Override
    public void serveWaiting() {
      served++;
    }
  });

  private UpstreamServers servers() {
    UpstreamServers servers = new UpstreamServers("app", overrides, ticker);
    servers.update(endpoints(4));
    return servers;
  }

  private static List<Endpoint> endpoints(int number) {
    return IntStream.rangeClosed(1, number)
        .mapToObj(port -> Endpoint.of(server(port)))
        .toList();
  }

  private static ServerConfig server(int port) {
    return new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", port);
  }

  private UpstreamSite site() {
    EventLoop loop = channel.eventLoop();
    UpstreamLoop on = new UpstreamLoop(
        loop,
        new ServerSubset(0, 2, 7),
        deadlines,
        new FlushQueue(loop, deadlines.clock()),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, deadlines.clock()),
        new Observatory(List.of(loop), ticker).of(loop));
    return new UpstreamSite(config(OWN), on, new UpstreamCounts(on.observer(), 0));
  }

  private static UpstreamConfig config(int subset) {
    UpstreamConfig base = UpstreamConfig.of("app", List.of(server(1)));
    ConnectionConfig all = base.connections();
    return base.toBuilder()
        .connections(new ConnectionConfig(
            all.maxAge(), all.maxRequests(), all.maxStreams(), all.pingAfter(), subset, null))
        .build();
  }

  private static List<String> ids(ServerSet set) {
    return set.servers().stream().map(ServerState::server).toList();
  }

  private void decide(List<String> servers, @Nullable ServerOverride decision) {
    servers.forEach(server -> overrides.set("app", server, decision));
  }

  private int choose() {
    return inUse.choose(
        new BalancedRequest() {
          @Override
          public RequestHead request() {
            return new RequestHead(AsciiString.of("GET"), false, "a.example", "/", new Fields(), 0);
          }

          @Override
          public long client() {
            return 0;
          }

          @Override
          public @Nullable ServerState avoided() {
            return null;
          }
        },
        ticker.nanoTime());
  }

  private void pass(Duration time) {
    ticker.advance(time);
    deadlines.run();
  }

  @Test
  void changesOfTheSharedSetAreFollowedInOneTaskOfTheLoop() {
    shared.update(endpoints(6));
    shared.update(endpoints(8));
    assertThat(used).isEmpty();
    assertThat(inUse.size()).isEqualTo(8);

    channel.runPendingTasks();
    assertThat(used).containsExactly(OWN * 2);
    assertThat(served).isEqualTo(1);
  }

  @Test
  void allServersAreUsedWhileNoneOfThePartTakesRequests() {
    List<String> own = ids(inUse.set());
    assertThat(own).hasSize(OWN);
    decide(own, EJECT);

    int chosen = choose();
    assertThat(own).doesNotContain(ids(inUse.set()).get(chosen));
    assertThat(used).containsExactly(4);
    channel.runPendingTasks();
    assertThat(served).isEqualTo(1);

    pass(Duration.ofSeconds(11));
    assertThat(used).as("the part still takes no requests").containsExactly(4);
    decide(own, null);
    pass(Duration.ofSeconds(11));
    assertThat(ids(inUse.set())).isEqualTo(own);
    assertThat(served).isEqualTo(2);
  }

  @Test
  void oneServerOfThePartThatTakesRequestsIsEnough() {
    decide(List.of(ids(inUse.set()).get(0)), EJECT);

    assertThat(choose()).isEqualTo(1);
    assertThat(used).isEmpty();
  }

  @Test
  void noServerIsChosenIfNoneOfAllTakesRequests() {
    decide(ids(shared.current()), EJECT);

    assertThat(choose()).isEqualTo(SelectionPolicy.NONE);
    assertThat(inUse.hasChoiceFailed()).isFalse();
  }

  @Test
  void anotherSizeOfThePartHoldsFromTheNextSetOn() {
    inUse.config(config(ConnectionConfig.SUBSET_OFF));
    assertThat(inUse.set().size()).isEqualTo(OWN);

    shared.update(endpoints(5));
    channel.runPendingTasks();
    assertThat(inUse.set().size()).isEqualTo(5);
  }

  @Test
  void closedOnesFollowNoChange() {
    shared.update(endpoints(6));
    inUse.close();
    channel.runPendingTasks();
    shared.update(endpoints(8));
    channel.runPendingTasks();

    assertThat(used).isEmpty();
  }
}
