package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.balance.ServerFailure;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.ServerStatus;
import io.lychgate.gateway.upstream.balance.ServerView;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** State of upstreams over reloads. Ports stand for servers. */
final class SharedUpstreamsTest {
  private final EventLoop loop = new EmbeddedChannel().eventLoop();
  private final FakeTicker clock = new FakeTicker();
  private final SharedUpstreams shared = new SharedUpstreams(Discovery.ofConfiguration(), clock);

  private static UpstreamConfig upstream(String name, int... ports) {
    return UpstreamConfig.of(
        name,
        IntStream.of(ports)
            .mapToObj(port -> new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", port))
            .toList());
  }

  private SharedUpstreams.Part join(UpstreamConfig upstream) {
    return shared.join(upstream, loop, () -> {}, () -> {});
  }

  private void apply(UpstreamConfig... upstreams) {
    shared.add(List.of(upstreams));
    shared.retain(List.of(upstreams));
  }

  private static ServerState server(SharedUpstreams.Part part, int index) {
    return part.servers().current().servers().get(index);
  }

  private static void refuse(ServerState server) {
    server.connectFailed(ServerFailure.CONNECT, "refused", 5);
  }

  @Test
  void stateOfAServerOutlivesAReloadThatChangesItsUpstream() {
    UpstreamConfig before = upstream("app", 1, 2);
    UpstreamConfig after = upstream("app", 3, 2);
    SharedUpstreams.Part old = join(before);
    ServerState second = server(old, 1);
    refuse(second);

    apply(after);
    SharedUpstreams.Part next = join(after);

    assertThat(next.servers().current().servers())
        .extracting(ServerState::server)
        .containsExactly("http://127.0.0.1:3", "http://127.0.0.1:2");
    assertThat(server(next, 1)).isSameAs(second);
    assertThat(server(next, 1).isEjected(6)).isTrue();
    assertThat(next.limits()).as("connections of the same kind").isSameAs(old.limits());
  }

  @Test
  void loopsShareTheStateAndTheLimitsOfAnUpstream() {
    SharedUpstreams.Part one = join(upstream("app", 1));
    SharedUpstreams.Part two = join(upstream("app", 1));

    assertThat(two.servers()).isSameAs(one.servers());
    assertThat(two.limits()).isSameAs(one.limits());
  }

  @Test
  void sameServerHasAStateInEachUpstream() {
    refuse(server(join(upstream("one", 1)), 0));

    assertThat(server(join(upstream("two", 1)), 0).isEjected(6)).isFalse();
  }

  @Test
  void stateOfARemovedServerIsDropped() {
    refuse(server(join(upstream("app", 1, 2)), 0));

    apply(upstream("app", 2));
    apply(upstream("app", 1, 2));

    assertThat(server(join(upstream("app", 1, 2)), 0).isEjected(6)).isFalse();
  }

  @Test
  void viewNamesServerStateAndReason() {
    ServerState first = server(join(upstream("app", 1, 2)), 0);
    first.began(this);
    refuse(first);

    ServerView view = shared.servers().get(0);

    assertThat(view.upstream()).isEqualTo("app");
    assertThat(view.address()).isEqualTo("http://127.0.0.1:1");
    assertThat(view.status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view.reason()).isEqualTo("refused");
    assertThat(view.inFlight()).isEqualTo(1);
    assertThat(view.failures()).containsEntry(ServerFailure.CONNECT, 1L);
    assertThat(shared.servers().get(1).status()).isEqualTo(ServerStatus.UP);
  }
}
