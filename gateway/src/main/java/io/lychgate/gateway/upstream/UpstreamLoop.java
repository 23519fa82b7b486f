package io.lychgate.gateway.upstream;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.netty.channel.EventLoop;

/**
 * The parts of one event loop that its upstreams use.
 *
 * @param place the loop among all, for its subset of servers
 */
public record UpstreamLoop(
    EventLoop loop,
    ServerSubset place,
    DeadlineWheel deadlines,
    FlushQueue flushes,
    LoopDescriptors descriptors,
    TurnShares turns,
    LoopObserver observer) {
  /** A loop on its own. */
  public UpstreamLoop(
      EventLoop loop,
      DeadlineWheel deadlines,
      FlushQueue flushes,
      LoopDescriptors descriptors,
      TurnShares turns,
      LoopObserver observer) {
    this(loop, new ServerSubset(0, 1, 0), deadlines, flushes, descriptors, turns, observer);
  }
}
