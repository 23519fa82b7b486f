package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The servers of one upstream, shared by all event loops. The state of a server is kept by the id of its endpoint as long as the
 * server is in the set, over changes of everything else. Any thread.
 */
public final class UpstreamServers {
  private final String upstream;
  private final ServerOverrides overrides;
  private final PoolHealth health;
  private final Map<String, ServerState> states = new HashMap<>(); // Guarded by this.
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile ServerSet current = ServerSet.of(0, List.of(), List.of(), this::policy);

  public UpstreamServers(String upstream) {
    this(upstream, new ServerOverrides());
  }

  /** @param overrides the decisions of operators, which the servers follow until {@link #close} */
  public UpstreamServers(String upstream, ServerOverrides overrides) {
    this.upstream = upstream;
    this.overrides = overrides;
    this.health = new PoolHealth(upstream, this::intakeChanged);
    overrides.follow(this);
  }

  public String upstream() {
    return upstream;
  }

  public ServerSet current() {
    return current;
  }

  /** Replaces the set. A server whose id is new starts without state. Of several endpoints with the same id the first one counts. */
  public void update(List<Endpoint> endpoints) {
    synchronized (this) {
      Set<String> ids = new HashSet<>();
      List<Endpoint> distinct = new ArrayList<>();
      List<ServerState> servers = new ArrayList<>();
      for (Endpoint endpoint : endpoints) {
        if (ids.add(endpoint.id())) {
          distinct.add(endpoint);
          servers.add(states.computeIfAbsent(endpoint.id(), id -> new ServerState(id, health)));
        }
      }
      states.keySet().retainAll(ids);
      health.servers(List.copyOf(servers));
      followOverrides();
      current = ServerSet.of(current.version() + 1, servers, distinct, this::policy);
    }
    listeners.forEach(Runnable::run);
  }

  /** Sets the present decisions of operators on the servers. */
  synchronized void followOverrides() {
    states.forEach((server, state) -> state.override(overrides.of(upstream, server)));
    health.changed();
  }

  /** Sets the rules by which servers are ejected. */
  public void configure(UpstreamHealthConfig config, long nowNanos) {
    health.configure(config, nowNanos);
  }

  /** Applies the rules that depend on time. One thread calls it, several times a second. */
  public void tick(long nowNanos) {
    health.tick(nowNanos);
  }

  /** Follows a change of the requests that a server may take. */
  private void intakeChanged() {}

  /** Returns the number of ejections by this rule since the start of this process. */
  public long ejections(EjectionCause cause) {
    return health.ejections(cause);
  }

  /** Returns true if ejected servers get requests, because too few others are usable. */
  public boolean isPanic() {
    return health.isPanic();
  }

  private SelectionPolicy policy(List<ServerState> servers, List<Endpoint> endpoints) {
    return new RoundRobin(servers, turn);
  }

  /** Adds a listener, which is called after each change of the set, on the thread of the change. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  public void remove(Runnable listener) {
    listeners.remove(listener);
  }

  /** Ends the following of decisions: the upstream has been removed. */
  public void close() {
    overrides.leave(this);
  }

  /** Returns the servers for the operator, in the order of the set. */
  public List<ServerView> views(long nowNanos) {
    ServerSet set = current;
    List<ServerView> views = new ArrayList<>();
    for (int i = 0; i < set.size(); i++) {
      views.add(set.servers().get(i).view(upstream, set.endpoints().get(i), nowNanos));
    }
    return views;
  }
}
