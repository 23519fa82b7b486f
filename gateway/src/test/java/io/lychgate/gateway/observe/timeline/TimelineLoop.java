package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One loop of a data path, run by the test thread, and its connections. */
public final class TimelineLoop {
  public final FakeTicker ticker = new FakeTicker();
  final Observatory observatory = new Observatory(List.of(ImmediateEventExecutor.INSTANCE), ticker);
  final LoopObserver observer = observatory.loops().get(0);
  public final Timelines timelines = new Timelines(observatory);
  final LoopTimelines loop = timelines.forLoop(observer.loop());
  private final int listener = observatory.listeners().numberOf("public");

  ConnectionRecord connect(String client) {
    return connect(client, WireProtocol.HTTP_2);
  }

  ConnectionRecord connect(String client, WireProtocol protocol) {
    return observer.connectionOpened(listener, protocol, new InetSocketAddress(client, 50_000));
  }

  /** Accepts a connection that makes its first request to this host. */
  public @Nullable ConnectionTimeline visit(String client, String host, TimelineConfig config) {
    return loop.firstRequest(connect(client), host, loop.lastWatch(), config);
  }
}
