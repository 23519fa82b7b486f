package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.upstream.UpstreamLimits.Member;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state of all upstreams that the event loops of a gateway share. Limits belong to one configuration of an upstream: after a
 * reload that changes it, old connections do not count for the new limits. The state of a server belongs to its name and the
 * upstream's, and outlives a reload. Any thread. It takes a lock, so call it only when upstreams are added or removed.
 */
public final class SharedUpstreams {
  private final Map<UpstreamConfig, UpstreamLimits> limits = new HashMap<>(); // Guarded by this.
  private final Map<ServerName, ServerState> servers = new HashMap<>(); // Guarded by this.

  /** A server in one upstream. Two upstreams may have the same server with different ideas of its health. */
  private record ServerName(String upstream, String server) {
    static ServerName of(UpstreamConfig upstream, ServerConfig server) {
      return new ServerName(upstream.name(), server.toString());
    }
  }

  /**
   * A loop's part in an upstream.
   *
   * @param servers in the order of the configuration
   */
  record Part(UpstreamLimits limits, Member member, List<ServerState> servers) {}

  synchronized Part join(UpstreamConfig upstream, EventLoop loop, Runnable serve, Runnable giveUp) {
    UpstreamLimits shared = limits.computeIfAbsent(upstream, UpstreamLimits::new);
    List<ServerState> states = new ArrayList<>();
    for (ServerConfig server : upstream.servers()) {
      states.add(servers.computeIfAbsent(
          ServerName.of(upstream, server), name -> new ServerState(name.server())));
    }
    return new Part(shared, shared.join(loop, serve, giveUp), List.copyOf(states));
  }

  synchronized void leave(UpstreamConfig upstream, Part part) {
    part.limits().leave(part.member());
    if (part.limits().isUnused()) {
      limits.remove(upstream, part.limits());
    }
  }

  /** Removes the state of the servers that are absent from the new snapshot. */
  public synchronized void retain(Iterable<UpstreamConfig> wanted) {
    Set<ServerName> keep = new HashSet<>();
    for (UpstreamConfig upstream : wanted) {
      upstream.servers().forEach(server -> keep.add(ServerName.of(upstream, server)));
    }
    servers.keySet().retainAll(keep);
  }
}
