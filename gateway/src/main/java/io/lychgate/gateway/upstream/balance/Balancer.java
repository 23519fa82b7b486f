package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.upstream.balance.Lineup.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the servers of one set for all event loops.
 *
 * <p>The tables of a policy hold for a {@link Lineup}, the servers that take requests now. They are computed again when the intake of
 * a server has changed. A change that was reported (by the health of the servers, or an operator) counts for the next choice. Any other is found at a look at
 * all servers, every {@link #LOOK_NANOS}, by one of the loops. Before that, a server that has just failed is not chosen either,
 * because the intake of the chosen one is checked.
 */
final class Balancer implements SelectionPolicy {
  /** Nanoseconds between two looks at the intakes of all servers: 1000 servers take some microseconds. */
  static final long LOOK_NANOS = 10_000_000;

  private final ServerState[] states;
  private final int[] weights;
  private final LineupRule rule;
  private final BalanceConfig config;
  private final @Nullable StickyServers sticky;
  private final @Nullable ServerChoice choice;
  private final List<ServerConfig> servers;
  private final AtomicInteger turn;
  private final AtomicInteger inFlight;
  private final AtomicInteger changes;
  private final Supplier<? extends RandomGenerator> random;

  /** The tables of policy {@code hash}, by tier; else empty. */
  private final List<Maglev> tables = new ArrayList<>();

  private final AtomicReference<Table> current;
  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong nextLookNanos;
  private volatile int seenChanges;

  /** @param chooser null if no server takes requests */
  private record Table(Lineup lineup, @Nullable Chooser chooser) {}

  /**
   * The parts of an upstream that outlive its sets of servers.
   *
   * @param turn the next place of round robin
   * @param inFlight requests in progress of all servers
   * @param changes number of reported changes of intakes
   * @param random supplies the generator of the calling thread
   */
  record Shared(
      AtomicInteger turn,
      AtomicInteger inFlight,
      AtomicInteger changes,
      Supplier<? extends RandomGenerator> random) {
    /** Returns the same for some of the servers. With a common turn, one loop would always get the odd places. */
    Shared ofSubset() {
      return new Shared(new AtomicInteger(random.get().nextInt()), inFlight, changes, random);
    }
  }

  /**
   * @param servers in the order of the states
   * @param sticky null if clients do not stay on one server
   * @param choice the choice of a plug-in; null if the policy is another one
   */
  Balancer(
      List<ServerState> states,
      List<ServerConfig> servers,
      BalanceConfig config,
      @Nullable StickyServers sticky,
      @Nullable ServerChoice choice,
      Shared shared,
      long nowNanos) {
    this.states = states.toArray(new ServerState[0]);
    this.weights = servers.stream().mapToInt(ServerConfig::weight).toArray();
    this.rule = new LineupRule(states, servers, config);
    this.config = config;
    this.sticky = sticky;
    this.choice = choice;
    this.servers = servers;
    this.turn = shared.turn();
    this.inFlight = shared.inFlight();
    this.changes = shared.changes();
    this.random = shared.random();
    this.seenChanges = changes.get();
    if (config.policy() == BalanceConfig.Policy.HASH) {
      List<String> ids = states.stream().map(ServerState::server).toList();
      for (int tier = 0; tier < rule.tiers(); tier++) {
        int number = tier;
        int[] members = IntStream.range(0, weights.length)
            .filter(server -> rule.tierOf(server) == number && weights[server] > 0)
            .toArray();
        tables.add(new Maglev(members, ids, weights));
      }
    }
    this.nextLookNanos = new AtomicLong(nowNanos + LOOK_NANOS);
    this.current = new AtomicReference<>(table(rule.intakes(nowNanos), nowNanos));
  }

  /** A client or key has the same server on each loop, so that each loop needs all. A plug-in chooses among all, too. */
  @Override
  public boolean permitsSubsets() {
    return config.policy() != BalanceConfig.Policy.HASH && sticky == null && choice == null;
  }

  @Override
  public int choose(BalancedRequest request, long nowNanos) {
    Table table = table(nowNanos);
    int avoided = indexOf(request.avoided());
    Affinity affinity = request.affinity();
    if (affinity != null && affinity.pin() != null) {
      int pinned = pinned(affinity.pin(), table.lineup, nowNanos);
      if (pinned != NONE && pinned != avoided) {
        return pinned;
      }
    }
    if (choice != null) {
      int outside = choose(choice, request, table.lineup, avoided, nowNanos);
      if (outside != ServerChoice.ANY) {
        return outside;
      }
    }
    long key = affinity == null ? request.client() : affinity.key();
    int chosen = choose(table, key, avoided, nowNanos);
    if (chosen != NONE) {
      return chosen;
    }
    look(nowNanos);
    chosen = choose(current(), key, avoided, nowNanos);
    return chosen == NONE ? another(avoided, nowNanos) : chosen;
  }

  /** Lets a plug-in choose among the servers of the lineup. Without any, the balancer looks for those in reserve. */
  private int choose(
      ServerChoice outside, BalancedRequest request, Lineup lineup, int avoided, long nowNanos) {
    List<ServerChoice.Candidate> candidates = new ArrayList<>(states.length);
    int[] numbers = new int[states.length];
    for (int i = 0; i < states.length; i++) {
      if (i != avoided && weights[i] > 0 && lineup.admits(states[i].intake(nowNanos))) {
        ServerConfig server = servers.get(i);
        numbers[candidates.size()] = i;
        candidates.add(new ServerChoice.Candidate(
            states[i].server(),
            weights[i],
            server.priority(),
            server.zone(),
            states[i].inFlight(),
            states[i].latencyNanos()));
      }
    }
    int chosen = candidates.isEmpty() ? ServerChoice.ANY : outside.choose(request, candidates);
    return chosen >= 0 ? numbers[chosen] : chosen == ServerChoice.ANY ? ServerChoice.ANY : FAILED;
  }

  /** Returns a server other than the avoided one that still takes requests; {@link #NONE} if the table has none. */
  private int choose(Table table, long key, int avoided, long nowNanos) {
    Chooser chooser = table.chooser;
    if (chooser == null) {
      return NONE;
    }
    int chosen = chooser.choose(key, avoided);
    return chosen != avoided && table.lineup.admits(states[chosen].intake(nowNanos))
        ? chosen
        : NONE;
  }

  private int pinned(StickyPin pin, Lineup lineup, long nowNanos) {
    int server = sticky == null ? NONE : sticky.indexOf(pin);
    if (server == NONE) {
      return NONE;
    }
    Intake intake = states[server].intake(nowNanos);
    return intake == Intake.RETURNING || lineup.admits(intake) ? server : NONE;
  }

  /**
   * Chooses outside the lineup: a server of a tier that has no share now, then one that is in reserve, then the avoided one. Rare, so it
   * looks at all.
   */
  private int another(int avoided, long nowNanos) {
    int start = random.get().nextInt(Math.max(1, states.length));
    int best = NONE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < states.length; i++) {
      int server = (start + i) % states.length;
      int rank = rank(server, avoided, states[server].intake(nowNanos));
      if (weights[server] > 0 && rank < least) {
        best = server;
        least = rank;
      }
    }
    return best;
  }

  private int rank(int server, int avoided, Intake intake) {
    if (intake != Intake.ALL && intake != Intake.RESERVE) {
      return Integer.MAX_VALUE;
    }
    int tiers = rule.tiers();
    return rule.tierOf(server)
        + (intake == Intake.ALL ? 0 : tiers)
        + (server == avoided ? 2 * tiers : 0);
  }

  private int indexOf(@Nullable ServerState server) {
    for (int i = 0; server != null && i < states.length; i++) {
      if (states[i] == server) {
        return i;
      }
    }
    return Chooser.NO_SERVER;
  }

  private Table table(long nowNanos) {
    long next = nextLookNanos.get();
    boolean isDue =
        nowNanos - next >= 0 && nextLookNanos.compareAndSet(next, nowNanos + LOOK_NANOS);
    if (isDue || seenChanges != changes.get()) {
      look(nowNanos);
    }
    return current();
  }

  private Table current() {
    return Objects.requireNonNull(current.get());
  }

  private void look(long nowNanos) {
    seenChanges = changes.get();
    Lineup known = current().lineup;
    if (nowNanos - known.changesNanos() < 0 && rule.isUnchanged(known.intakes(), nowNanos)) {
      return;
    }
    Table made = table(rule.intakes(nowNanos), nowNanos);
    // A look that began later has seen the newer intakes.
    current.accumulateAndGet(
        made, (old, one) -> one.lineup.number() > old.lineup.number() ? one : old);
  }

  private Table table(Intake[] intakes, long nowNanos) {
    Lineup lineup = rule.lineup(looks.incrementAndGet(), intakes, nowNanos);
    return new Table(lineup, lineup.tiers().isEmpty() ? null : chooser(lineup));
  }

  private Chooser chooser(Lineup lineup) {
    if (config.policy() == BalanceConfig.Policy.ROUND_ROBIN) {
      return new RoundRobin(lineup, turn, random);
    }
    List<Chooser> choosers = lineup.tiers().stream().map(this::chooser).toList();
    boolean byKey = config.policy() == BalanceConfig.Policy.HASH;
    return TierChooser.of(choosers, lineup.tiers(), byKey, random);
  }

  private Chooser chooser(Tier tier) {
    return switch (config.policy()) {
      case HASH ->
        new ConsistentHash(
            tables.get(tier.number()), tier, states, weights, config.hash().maxLoad(), inFlight);
      case LEAST_REQUESTS ->
        tier.servers().length <= LeastRequests.MOST_SERVERS
            ? new LeastRequests(tier, states, random)
            : new TwoChoices(tier, states, random);
      // A plug-in that leaves a choice to the gateway gets the better of two.
      case TWO_CHOICES, ROUND_ROBIN, PLUGIN -> new TwoChoices(tier, states, random);
    };
  }

  @Override
  public boolean isStarting(int server, long nowNanos) {
    return rule.isStarting(server, nowNanos);
  }

  @Override
  public @Nullable Diversion diversion(int server, long nowNanos) {
    if (current().lineup.usesEjected() && states[server].intake(nowNanos) == Intake.RESERVE) {
      return Diversion.EJECTED;
    }
    return rule.diversion(server);
  }
}
