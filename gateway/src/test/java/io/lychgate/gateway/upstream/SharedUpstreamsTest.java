package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** State of upstreams over reloads. Ports stand for servers. */
final class SharedUpstreamsTest {
  private final EventLoop loop = new EmbeddedChannel().eventLoop();
  private final SharedUpstreams shared = new SharedUpstreams();

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

  @Test
  void stateOfAServerOutlivesAReloadThatChangesItsUpstream() {
    UpstreamConfig before = upstream("app", 1, 2);
    UpstreamConfig after = upstream("app", 3, 2);
    SharedUpstreams.Part old = join(before);
    old.servers().get(1).connectFailed(5);

    shared.retain(List.of(after));
    shared.leave(before, old);
    SharedUpstreams.Part next = join(after);

    assertThat(next.servers())
        .extracting(ServerState::server)
        .containsExactly("http://127.0.0.1:3", "http://127.0.0.1:2");
    assertThat(next.servers().get(1)).isSameAs(old.servers().get(1));
    assertThat(next.servers().get(1).isEjected(6)).isTrue();
    assertThat(next.limits()).isNotSameAs(old.limits());
  }

  @Test
  void loopsShareTheStateAndTheLimitsOfAnUpstream() {
    SharedUpstreams.Part one = join(upstream("app", 1));
    SharedUpstreams.Part two = join(upstream("app", 1));

    assertThat(two.servers().get(0)).isSameAs(one.servers().get(0));
    assertThat(two.limits()).isSameAs(one.limits());
  }

  @Test
  void sameServerHasAStateInEachUpstream() {
    join(upstream("one", 1)).servers().get(0).connectFailed(5);

    assertThat(join(upstream("two", 1)).servers().get(0).isEjected(6)).isFalse();
  }

  @Test
  void stateOfARemovedServerIsDropped() {
    join(upstream("app", 1, 2)).servers().get(0).connectFailed(5);

    shared.retain(List.of(upstream("app", 2)));
    shared.retain(List.of(upstream("app", 1, 2)));

    assertThat(join(upstream("app", 1, 2)).servers().get(0).isEjected(6)).isFalse();
  }
}
