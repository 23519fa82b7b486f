package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.upstream.UpstreamLimits.Member;
import io.lychgate.gateway.upstream.balance.ServerOverrides;
import io.lychgate.gateway.upstream.balance.ServerView;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state of all upstreams that the event loops of a gateway share. Limits belong to one configuration of an upstream's
 * connections: after a reload that changes it, old connections do not count for the new limits. The servers belong to the upstream's
 * name; they come from a {@link Discovery}, and the state of each outlives a reload. Any thread. It takes a lock, so call it only when
 * upstreams are added or removed.
 */
public final class SharedUpstreams implements AutoCloseable {
  private final Discovery discovery;
  private final Ticker clock;
  private final ServerOverrides overrides = new ServerOverrides();
  private final Map<UpstreamConfig, UpstreamLimits> limits = new HashMap<>(); // Guarded by this.
  private final Map<String, Watched> upstreams = new LinkedHashMap<>(); // Guarded by this.

  /** The parts of the configuration from which servers are found. */
  private record Source(List<ServerConfig> servers, DiscoveryConfig discovery) {
    static Source of(UpstreamConfig upstream) {
      return new Source(upstream.servers(), upstream.discovery());
    }
  }

  /** The servers of one upstream, and the search for them. */
  private record Watched(UpstreamServers servers, Source source, Discovery.Watch watch) {
    void close() {
      watch.close();
      servers.close();
    }
  }

  /**
   * A loop's part in an upstream.
   *
   * @param limits shared by the loops
   * @param member the loop among those that share the limits
   * @param servers shared by the loops
   */
  record Part(UpstreamLimits limits, Member member, UpstreamServers servers) {}

  public SharedUpstreams(Discovery discovery, Ticker clock) {
    this.discovery = discovery;
    this.clock = clock;
  }

  /** Begins to look for the servers of these upstreams, if that has not begun yet. May take the time of reading a file. */
  public synchronized void add(Iterable<UpstreamConfig> wanted) {
    wanted.forEach(this::watch);
  }

  private UpstreamServers watch(UpstreamConfig upstream) {
    Source source = Source.of(upstream);
    Watched before = upstreams.get(upstream.name());
    if (before != null && before.source.equals(source)) {
      return before.servers;
    }
    UpstreamServers servers =
        before == null ? new UpstreamServers(upstream.name(), overrides) : before.servers;
    if (before != null) {
      before.watch.close();
    }
    upstreams.put(
        upstream.name(), new Watched(servers, source, discovery.watch(upstream, servers::update)));
    return servers;
  }

  /** Makes a loop use an upstream. An upstream of an earlier configuration gets the present servers of its name. */
  synchronized Part join(UpstreamConfig upstream, EventLoop loop, Runnable serve, Runnable giveUp) {
    UpstreamLimits shared =
        limits.computeIfAbsent(upstream.ofConnections(), key -> new UpstreamLimits(upstream));
    Watched known = upstreams.get(upstream.name());
    return new Part(
        shared, shared.join(loop, serve, giveUp), known == null ? watch(upstream) : known.servers);
  }

  synchronized void leave(UpstreamConfig upstream, Part part) {
    part.limits().leave(part.member());
    if (part.limits().isUnused()) {
      limits.remove(upstream.ofConnections(), part.limits());
    }
  }

  /** Removes the upstreams that are absent from the new snapshot. */
  public synchronized void retain(Iterable<UpstreamConfig> wanted) {
    Set<String> keep = new HashSet<>();
    wanted.forEach(upstream -> keep.add(upstream.name()));
    upstreams.entrySet().removeIf(entry -> {
      boolean isRemoved = !keep.contains(entry.getKey());
      if (isRemoved) {
        entry.getValue().close();
      }
      return isRemoved;
    });
  }

  /** Returns the decisions of operators, which the servers follow. */
  public ServerOverrides overrides() {
    return overrides;
  }

  /** Returns the present state of all servers for the operator, by upstream in the order of the configuration. */
  public List<ServerView> servers() {
    List<UpstreamServers> all = new ArrayList<>();
    synchronized (this) {
      upstreams.values().forEach(each -> all.add(each.servers));
    }
    List<ServerView> views = new ArrayList<>();
    all.forEach(each -> views.addAll(each.views(clock.nanoTime())));
    return views;
  }

  /** Ends the search for servers. */
  @Override
  public synchronized void close() {
    upstreams.values().forEach(Watched::close);
    upstreams.clear();
  }
}
