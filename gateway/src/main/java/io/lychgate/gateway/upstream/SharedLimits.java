package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.upstream.UpstreamLimits.Member;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;

/**
 * The limits of all upstreams, shared by the event loops of a gateway. Any thread. It takes a lock, so call it only when upstreams
 * are added or removed.
 */
public final class SharedLimits {
  private final Map<UpstreamConfig, UpstreamLimits> byUpstream =
      new HashMap<>(); // Guarded by this.

  /** A loop's part in an upstream's limits. */
  record Part(UpstreamLimits limits, Member member) {}

  synchronized Part join(UpstreamConfig upstream, EventLoop loop, Runnable serve, Runnable giveUp) {
    UpstreamLimits limits = byUpstream.computeIfAbsent(upstream, UpstreamLimits::new);
    return new Part(limits, limits.join(loop, serve, giveUp));
  }

  synchronized void leave(UpstreamConfig upstream, Part part) {
    part.limits().leave(part.member());
    if (part.limits().isUnused()) {
      byUpstream.remove(upstream, part.limits());
    }
  }
}
