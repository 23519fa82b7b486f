package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.netty.channel.EventLoop;

/** One upstream on one loop, as its connections see it. */
public record UpstreamSite(UpstreamConfig config, UpstreamLoop on, UpstreamCounts counts) {
  public EventLoop loop() {
    return on.loop();
  }

  public LoopClock clock() {
    return on.deadlines().clock();
  }

  public DeadlineWheel deadlines() {
    return on.deadlines();
  }

  /** Returns the loop among all. */
  public ServerSubset place() {
    return on.place();
  }

  /** Returns the shares of clients in the turns of the loop. */
  public TurnShares turns() {
    return on.turns();
  }

  public FlushQueue flushes() {
    return on.flushes();
  }

  public LoopDescriptors descriptors() {
    return on.descriptors();
  }
}
