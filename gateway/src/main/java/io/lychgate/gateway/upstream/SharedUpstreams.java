package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.upstream.UpstreamLimits.Member;
import io.lychgate.gateway.upstream.balance.ServerChoice;
import io.lychgate.gateway.upstream.balance.ServerOverrides;
import io.lychgate.gateway.upstream.balance.ServerView;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.lychgate.gateway.upstream.discovery.SourceStatus;
import io.lychgate.gateway.upstream.limit.ReplayMemory;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of all upstreams that the event loops of a gateway share. Limits belong to one configuration of an upstream's
 * connections: after a reload that changes it, old connections do not count for the new limits. The servers belong to the upstream's
 * name; they come from a {@link Discovery}, and the state of each outlives a reload. Any thread. It takes a lock, so call it only when
 * upstreams are added or removed.
 */
public final class SharedUpstreams implements AutoCloseable {
  private static final long FIRST_RESULTS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Discovery discovery;
  private final Ticker clock;
  private final ServerOverrides overrides = new ServerOverrides();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** The values of {@link #upstreams}, for readers without the lock. */
  private volatile List<UpstreamServers> present = List.of();

  private final Map<UpstreamConfig, UpstreamLimits> limits = new HashMap<>(); // Guarded by this.
  private final ReplayMemory replayMemory = new ReplayMemory(Limits.MAX_RETRY_BODIES);
  private final Map<String, Watched> upstreams = new LinkedHashMap<>(); // Guarded by this.

  /** Returns the choice of an upstream whose policy is a plug-in. Guarded by this. */
  private Function<UpstreamConfig, @Nullable ServerChoice> choices = upstream -> null;

  /** Signs sticky cookies; null for one of the process. Guarded by this. */
  private byte @Nullable [] stickySecret;

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

  /** Sets the choices of plug-ins, for upstreams that are added from now on. */
  public synchronized void choices(Function<UpstreamConfig, @Nullable ServerChoice> byUpstream) {
    choices = byUpstream;
  }

  /**
   * Begins to look for the servers of these upstreams, if that has not begun yet. Waits up to a second for the first results of
   * DNS, so that a gateway that has just started has servers for its first requests.
   */
  public void add(Iterable<UpstreamConfig> wanted) {
    List<Discovery.Watch> begun = new ArrayList<>();
    synchronized (this) {
      for (UpstreamConfig upstream : wanted) {
        Watched before = upstreams.get(upstream.name());
        watch(upstream).configure(upstream.health(), clock.nanoTime());
        Watched now = upstreams.get(upstream.name());
        if (now != null && (before == null || now.watch != before.watch)) {
          begun.add(now.watch);
        }
      }
    }
    long end = System.nanoTime() + FIRST_RESULTS_NANOS;
    begun.forEach(watch -> watch.awaitResults(end - System.nanoTime()));
  }

  private UpstreamServers watch(UpstreamConfig upstream) {
    Source source = Source.of(upstream);
    Watched before = upstreams.get(upstream.name());
    UpstreamServers servers =
        before == null ? new UpstreamServers(upstream.name(), overrides, clock) : before.servers;
    servers.configure(upstream.balance(), choices.apply(upstream));
    if (before != null && before.source.equals(source)) {
      return servers;
    }
    byte[] secret = stickySecret;
    if (before == null && secret != null) {
      servers.stickySecret(secret);
    }
    if (before == null) {
      servers.configure(upstream.health(), clock.nanoTime());
      servers.onChange(this::serversChanged);
    } else {
      before.watch.close();
    }
    Consumer<List<Endpoint>> update = before == null ? servers::update : new FirstFound(servers);
    upstreams.put(upstream.name(), new Watched(servers, source, discovery.watch(upstream, update)));
    publish();
    return servers;
  }

  /** Keeps the servers of the configuration before, until the new one has found some. */
  private static final class FirstFound implements Consumer<List<Endpoint>> {
    private final UpstreamServers servers;
    private boolean hasFound;

    FirstFound(UpstreamServers servers) {
      this.servers = servers;
    }

    @Override
    public void accept(List<Endpoint> found) {
      hasFound |= !found.isEmpty();
      if (hasFound) {
        servers.update(found);
      }
    }
  }

  /** Returns the sources of an upstream's servers besides the configuration; none if the upstream is unknown. */
  public List<SourceStatus> sources(String upstream) {
    Discovery.Watch watch;
    synchronized (this) {
      Watched watched = upstreams.get(upstream);
      watch = watched == null ? null : watched.watch;
    }
    return watch == null ? List.of() : watch.sources();
  }

  /** Sets the secret of a fleet that signs sticky cookies. Without a call, each upstream has one of this process. */
  public synchronized void stickySecret(byte[] secret) {
    stickySecret = secret.clone();
    upstreams.values().forEach(each -> each.servers.stickySecret(secret));
  }

  /** Makes a loop use an upstream. An upstream of an earlier configuration gets the present servers of its name. */
  synchronized Part join(UpstreamConfig upstream, EventLoop loop, Runnable serve, Runnable giveUp) {
    UpstreamLimits shared = limits.computeIfAbsent(
        upstream.ofConnections(), key -> new UpstreamLimits(upstream, clock.nanoTime()));
    Watched known = upstreams.get(upstream.name());
    return new Part(
        shared, shared.join(loop, serve, giveUp), known == null ? watch(upstream) : known.servers);
  }

  /** Returns the memory of request bodies that may be sent again, common to all upstreams. */
  ReplayMemory replayMemory() {
    return replayMemory;
  }

  synchronized void leave(UpstreamConfig upstream, Part part) {
    part.limits().leave(part.member());
    if (part.limits().isUnused()) {
      limits.remove(upstream.ofConnections(), part.limits());
    }
  }

  /** Returns the reason for which an upstream has no servers. Takes the lock, as no request of such an upstream is served. */
  String whyEmpty(String upstream) {
    String problems = sources(upstream).stream()
        .map(SourceStatus::problem)
        .filter(problem -> !problem.isEmpty())
        .collect(Collectors.joining("; "));
    return "no servers ("
        + (problems.isEmpty() ? "expected: discovery finds at least one" : problems) + ")";
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
    publish();
  }

  private void publish() {
    present = upstreams.values().stream().map(Watched::servers).toList();
    serversChanged();
  }

  private void serversChanged() {
    listeners.forEach(Runnable::run);
  }

  /** Adds a listener, which is called after each change of upstreams and their servers, on the thread of the change. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Returns the servers of an upstream; null if there is no such upstream. */
  public @Nullable UpstreamServers serversOf(String upstream) {
    for (UpstreamServers each : present) {
      if (each.upstream().equals(upstream)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the servers of each upstream, in the order of the configuration. */
  public List<UpstreamServers> all() {
    return present;
  }

  /** Applies the rules of health that depend on time. One thread calls it, several times a second. */
  public void tick() {
    long now = clock.nanoTime();
    all().forEach(each -> each.tick(now));
  }

  /** Returns the decisions of operators, which the servers follow. */
  public ServerOverrides overrides() {
    return overrides;
  }

  /** Returns the present state of all servers for the operator, by upstream in the order of the configuration. */
  public List<ServerView> servers() {
    List<ServerView> views = new ArrayList<>();
    all().forEach(each -> views.addAll(each.views(clock.nanoTime())));
    return views;
  }

  /** Ends the search for servers. */
  @Override
  public synchronized void close() {
    upstreams.values().forEach(Watched::close);
    upstreams.clear();
    present = List.of();
  }
}
