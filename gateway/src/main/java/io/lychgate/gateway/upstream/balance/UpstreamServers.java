package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one upstream, shared by all event loops, and the rules by which they are chosen. The state of a server is kept by the
 * id of its endpoint as long as the server is in the set, over changes of everything else. Any thread.
 */
public final class UpstreamServers {
  private static final int SECRET_BYTES = 32;

  private final String upstream;
  private final ServerOverrides overrides;
  private final AtomicInteger changes = new AtomicInteger();
  private final Ticker clock;
  private final Map<String, ServerState> states = new HashMap<>(); // Guarded by this.
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final PoolHealth health;
  private final Balancer.Shared shared;
  private BalanceConfig config = BalanceConfig.defaults(); // Guarded by this.
  private @Nullable ServerChoice choice; // Guarded by this.
  private byte[] secret = secretOfProcess(); // Guarded by this.
  private volatile @Nullable AffinityRule affinity;
  private volatile BalanceConfig.@Nullable Sticky sticky;
  private volatile @Nullable StickyServers pins;
  private volatile ServerSet current;

  UpstreamServers(String upstream) {
    this(upstream, new ServerOverrides());
  }

  UpstreamServers(String upstream, ServerOverrides overrides) {
    this(upstream, overrides, Ticker.system());
  }

  /** @param overrides the decisions of operators, which the servers follow until {@link #close} */
  public UpstreamServers(String upstream, ServerOverrides overrides, Ticker clock) {
    this(upstream, overrides, clock, ThreadLocalRandom::current);
  }

  /** @param random supplies the generator of the calling thread, for the choices between servers */
  UpstreamServers(
      String upstream,
      ServerOverrides overrides,
      Ticker clock,
      Supplier<? extends RandomGenerator> random) {
    this.upstream = upstream;
    this.overrides = overrides;
    this.clock = clock;
    this.health = new PoolHealth(upstream, this::intakeChanged);
    this.shared = new Balancer.Shared(new AtomicInteger(), health.inFlight(), changes, random);
    this.current = set(0, List.of(), List.of());
    overrides.follow(this);
  }

  private static byte[] secretOfProcess() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return secret;
  }

  public String upstream() {
    return upstream;
  }

  public ServerSet current() {
    return current;
  }

  /** Sets the rules for the choice of a server, without a plug-in. */
  public void configure(BalanceConfig wanted) {
    configure(wanted, null);
  }

  /**
   * Sets the rules for the choice of a server.
   *
   * @param chosenBy the choice of a plug-in; null if the policy is another one
   */
  public void configure(BalanceConfig wanted, @Nullable ServerChoice chosenBy) {
    synchronized (this) {
      if (wanted.equals(config) && Objects.equals(choice, chosenBy)) {
        return;
      }
      config = wanted;
      choice = chosenBy;
      sticky = wanted.sticky();
      affinity = AffinityRule.of(wanted);
      renew();
    }
    listeners.forEach(Runnable::run);
  }

  /** Sets the secret that signs sticky cookies. Cookies of another secret then count as none. */
  public void stickySecret(byte[] wanted) {
    synchronized (this) {
      if (Arrays.equals(secret, wanted)) {
        return;
      }
      secret = wanted.clone();
      renew();
    }
    listeners.forEach(Runnable::run);
  }

  /**
   * Replaces the set. A server whose id is new starts without state, and slowly if the upstream had others before. Of several endpoints
   * with the same id the first one counts.
   */
  public void update(List<Endpoint> endpoints) {
    synchronized (this) {
      Set<String> ids = new HashSet<>();
      List<Endpoint> distinct = new ArrayList<>();
      List<ServerState> servers = new ArrayList<>();
      boolean hadServers = !states.isEmpty();
      for (Endpoint endpoint : endpoints) {
        if (ids.add(endpoint.id())) {
          distinct.add(endpoint);
          ServerState known = states.get(endpoint.id());
          servers.add(known == null ? join(endpoint.id(), hadServers) : known);
        }
      }
      states.keySet().retainAll(ids);
      health.servers(List.copyOf(servers));
      followOverrides();
      current = set(current.version() + 1, servers, distinct);
    }
    listeners.forEach(Runnable::run);
  }

  private ServerState join(String id, boolean slowly) {
    ServerState state = new ServerState(id, health);
    states.put(id, state);
    if (slowly) {
      state.joined(clock.nanoTime());
    }
    return state;
  }

  private void renew() {
    ServerSet known = current;
    current = set(known.version() + 1, known.servers(), known.endpoints());
  }

  private ServerSet set(long version, List<ServerState> servers, List<Endpoint> endpoints) {
    BalanceConfig rules = config;
    ServerChoice outside = choice;
    StickyServers signed = rules.sticky() == null
        ? null
        : new StickyServers(new StickySigner(secret, upstream), servers);
    pins = signed;
    int all = servers.size();
    return ServerSet.of(
        version,
        servers,
        endpoints,
        (some, at) -> new Balancer(
            some,
            at.stream().map(Endpoint::server).toList(),
            rules,
            signed,
            outside,
            some.size() == all ? shared : shared.ofSubset(),
            clock.nanoTime()));
  }

  /** Sets the present decisions of operators on the servers. */
  synchronized void followOverrides() {
    states.forEach((server, state) -> state.override(overrides.of(upstream, server)));
    health.changed();
  }

  /** Sets the rules by which servers are ejected. */
  public void configure(UpstreamHealthConfig wanted, long nowNanos) {
    health.configure(wanted, nowNanos);
  }

  /** Applies the rules that depend on time. One thread calls it, several times a second. */
  public void tick(long nowNanos) {
    health.tick(nowNanos);
  }

  /** Returns the number of ejections by this rule since the start of this process. */
  public long ejections(EjectionCause cause) {
    return health.ejections(cause);
  }

  /** Returns true if ejected servers get requests, because too few others are usable. */
  public boolean isPanic() {
    return health.isPanic();
  }

  /** Follows a change of the requests that a server may take: the next choice on each loop takes it into account. */
  private void intakeChanged() {
    changes.incrementAndGet();
  }

  /**
   * Returns what ties a request to a server; null if nothing does. Removes the sticky cookie from the request.
   *
   * @param client a hash of the client
   */
  public @Nullable Affinity affinity(RequestHead request, long client) {
    AffinityRule rule = affinity;
    return rule == null ? null : rule.of(request, client, pins);
  }

  /** Returns the rules of the sticky cookie; null if clients do not stay on one server. */
  public BalanceConfig.@Nullable Sticky sticky() {
    return sticky;
  }

  /** Returns what became of the cookie of a request to which this server has responded. */
  public StickyOutcome outcome(Affinity request, ServerState server) {
    StickyPin pin = request.pin();
    StickyServers signed = pins;
    if (pin == null || signed == null) {
      return request.hasCookie() ? StickyOutcome.FORGED : StickyOutcome.NEW;
    }
    StickyPin own = signed.pinOf(server);
    if (own != null && own.equals(pin)) {
      return StickyOutcome.KEPT;
    }
    return signed.hasMade(pin) ? StickyOutcome.MOVED : StickyOutcome.FORGED;
  }

  /** Returns the value of the cookie that names a server; null if the server is not in the set. */
  public @Nullable String stickyValue(ServerState server) {
    StickyServers signed = pins;
    StickyPin pin = signed == null ? null : signed.pinOf(server);
    return pin == null ? null : pin.toString();
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
      views.add(
          set.servers().get(i).view(upstream, set.endpoints().get(i), set.status(i, nowNanos)));
    }
    return views;
  }
}
