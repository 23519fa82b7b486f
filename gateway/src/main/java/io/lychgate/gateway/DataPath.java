package io.lychgate.gateway;

import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.bench.BenchDesk;
import io.lychgate.gateway.cache.LoopCache;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.config.CacheConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.policy.TracingPolicy;
import io.lychgate.gateway.exchange.BeaconEndpoint;
import io.lychgate.gateway.exchange.BenchEndpoint;
import io.lychgate.gateway.exchange.ChallengeEndpoint;
import io.lychgate.gateway.exchange.DateField;
import io.lychgate.gateway.exchange.FailureLog;
import io.lychgate.gateway.exchange.HealthEndpoint;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.LoopPlanners;
import io.lychgate.gateway.exchange.RouteAssembly;
import io.lychgate.gateway.exchange.SharedPolicies;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.exchange.TimingEndpoint;
import io.lychgate.gateway.experiment.LoopArms;
import io.lychgate.gateway.experiment.RunningExperiments;
import io.lychgate.gateway.files.FileServer;
import io.lychgate.gateway.filter.compress.LoopCoders;
import io.lychgate.gateway.learn.LoopLearner;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.listen.Listeners;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.loop.ByteBudget;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.EventLoops;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.Readiness;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.observe.trace.Tracing;
import io.lychgate.gateway.plugin.PluginHost;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.publish.PageRecorder;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.timing.PageTimings;
import io.lychgate.gateway.upstream.LoopUpstreams;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.SharedUpstreams;
import io.lychgate.gateway.upstream.UpstreamLoop;
import io.lychgate.gateway.upstream.UpstreamProtocol;
import io.lychgate.gateway.upstream.UpstreamProtocols;
import io.lychgate.gateway.upstream.UpstreamTls;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.lychgate.gateway.upstream.connect.ServerAddresses;
import io.lychgate.gateway.upstream.connect.ServerSockets;
import io.lychgate.gateway.upstream.discovery.ConfiguredDiscovery;
import io.lychgate.gateway.upstream.health.HealthChecks;
import io.lychgate.gateway.upstream.http1.Http1Protocol;
import io.lychgate.gateway.upstream.http2.Http2Protocol;
import io.lychgate.scheduler.PriorityOverride;
import io.lychgate.scheduler.PriorityPolicy;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The data path: the event loops with the objects that each owns, the listeners, and the snapshot in force. It knows nothing of the
 * store and the admin plane, and works without them.
 */
final class DataPath implements AutoCloseable {
  /** Milliseconds between two checks of a drain for open connections. */
  private static final long DRAIN_POLL_MILLIS = 20;

  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  private final Transport transport = Transport.ofThisMachine();
  private final IoEventLoopGroup loopGroup;
  private final Observatory observatory;
  private final PasswordChecks passwords = new PasswordChecks();
  private final AccessLog accessLog;
  private final Tracing tracing = new Tracing();
  private final Timelines timelines;
  private final DescriptorBudget descriptors = DescriptorBudget.ofProcess(Ticker.system());
  private final FileServer files = new FileServer(Ticker.system());
  private final ResponseStore responses;
  private final List<LoopContext> loops = new ArrayList<>();
  private final UpstreamTls tls = new UpstreamTls(transport.tls());
  private final ServerAddresses addresses =
      new ServerAddresses(transport.datagramChannel(), transport.clientChannel());
  private final ConnectRace.Means connecting = new ConnectRace.Means(
      new ServerSockets(transport.clientChannel(), transport.unixChannel()), addresses);
  private final ConfiguredDiscovery discovery = new ConfiguredDiscovery();
  private final SharedUpstreams sharedUpstreams = new SharedUpstreams(discovery, Ticker.system());
  private final IoEventLoopGroup healthGroup;
  private final HealthChecks health;
  private final long subsetSeed = new SecureRandom().nextLong();
  private final TokenVerifiers tokens = new TokenVerifiers(Ticker.system());
  private final RelyingParties logins = new RelyingParties(Ticker.system());
  private final PageTimings timings = new PageTimings(InstantSource.system());
  private final BenchDesk bench = new BenchDesk(InstantSource.system());
  private final Listeners listeners;
  private final Readiness readiness = new Readiness();
  private final PageRecorder pages = new PageRecorder();
  private final ChallengeEndpoint challenges = new ChallengeEndpoint();
  private final Map<SkipReason, Integer> skipReasonNumbers;
  private final SharedLimits limits;
  private final PluginHost plugins = new PluginHost(loop -> loops().get(loop).deadlines());

  private final UnaryOperator<Route> changed;

  private RunningExperiments experiments = RunningExperiments.NONE; // Guarded by this.

  private volatile Snapshot snapshot;

  DataPath(GatewayConfig config) throws IOException {
    this(config, UnaryOperator.identity());
  }

  /** @param changed changes each compiled route */
  DataPath(GatewayConfig config, UnaryOperator<Route> changed) throws IOException {
    this.changed = changed;
    loopGroup =
        new EventLoops(LOOPS, new DefaultThreadFactory("lychgate-loop"), transport.ioHandlers());
    observatory = new Observatory(executors(), Ticker.system());
    timelines = new Timelines(observatory);
    skipReasonNumbers = numberSkipReasons();
    limits = new SharedLimits(observatory, loop -> loops.get(loop).clock().nanoTime());
    accessLog =
        AccessLog.open(config.accessLog(), config.credentialFields(), observatory.skipReasons());
    responses = new ResponseStore(config.cache().memory());
    openDisk(config);
    PluginSet loaded = firstPlugins(config);
    snapshot = snapshotOf(1, config, ManifestIndex.EMPTY, loaded);
    sharedUpstreams.choices(PluginChoices.of(loaded));
    sharedUpstreams.add(config.upstreams().values());
    ServerConnector connector = connector();
    UpstreamProtocol protocol =
        new UpstreamProtocols(new Http1Protocol(connector), new Http2Protocol(connector));
    for (EventExecutor executor : loopGroup) {
      loops.add(loop((EventLoop) executor, protocol));
    }
    healthGroup =
        new EventLoops(1, new DefaultThreadFactory("lychgate-health"), transport.ioHandlers());
    health = new HealthChecks(sharedUpstreams, healthLoop(), protocol, connector).start();
    List<LoopDescriptors> allDescriptors =
        loops.stream().map(LoopContext::descriptors).toList();
    allDescriptors.forEach(each -> each.besides(allDescriptors));
    listeners = new Listeners(loops, transport, observatory, connecting);
  }

  Observatory observatory() {
    return observatory;
  }

  AccessLog accessLog() {
    return accessLog;
  }

  Tracing tracing() {
    return tracing;
  }

  DescriptorBudget descriptors() {
    return descriptors;
  }

  Timelines timelines() {
    return timelines;
  }

  Readiness readiness() {
    return readiness;
  }

  PageRecorder pages() {
    return pages;
  }

  ChallengeEndpoint challenges() {
    return challenges;
  }

  SharedUpstreams upstreams() {
    return sharedUpstreams;
  }

  SharedLimits limits() {
    return limits;
  }

  RelyingParties logins() {
    return logins;
  }

  PageTimings timings() {
    return timings;
  }

  BenchDesk bench() {
    return bench;
  }

  HealthChecks health() {
    return health;
  }

  Listeners listeners() {
    return listeners;
  }

  ResponseStore responses() {
    return responses;
  }

  PluginHost plugins() {
    return plugins;
  }

  private List<LoopContext> loops() {
    return loops;
  }

  /** The learner of each loop, which records facts of its responses. */
  Map<EventExecutor, LoopLearner> learners() {
    Map<EventExecutor, LoopLearner> learners = new HashMap<>();
    loops.forEach(loop -> learners.put(loop.loop(), loop.learner()));
    return learners;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** Applies this configuration completely or not at all: if it throws, nothing has changed. */
  synchronized void apply(GatewayConfig config, ManifestIndex manifests) throws IOException {
    PluginSet before = snapshot.plugins();
    PluginSet used = plugins.load(config);
    Snapshot next;
    UpstreamTls.Loaded loaded;
    AccessLog.@Nullable Prepared logs = null;
    Tracing.@Nullable Prepared spans = null;
    try {
      next = snapshotOf(snapshot.revision() + 1, config, manifests, used);
      loaded = tls.load(config.upstreams().values());
      logs = accessLog.prepare(config.accessLog(), config.credentialFields());
      spans = tracing.prepare(
          config.tracing(), !config.policies(TracingPolicy.class).isEmpty());
      // The configuration that is in force needs its offers if the listeners are not replaced.
      listeners.offerHttp1Alone(offersHttp1Alone(snapshot.config(), experiments)
          || offersHttp1Alone(config, experiments));
      listeners.apply(config.listeners());
      listeners.offerHttp1Alone(offersHttp1Alone(config, experiments));
    } catch (IOException | RuntimeException e) {
      used.retire();
      if (logs != null) {
        logs.drop();
      }
      if (spans != null) {
        spans.drop();
      }
      throw e;
    }
    loaded.use();
    logs.use();
    spans.use();
    sharedUpstreams.choices(PluginChoices.of(used));
    readiness.listenersBound();
    sharedUpstreams.add(config.upstreams().values());
    snapshot = next;
    readiness.snapshotLoaded();
    responses.memory(config.cache().memory());
    sharedUpstreams.retain(config.upstreams().values());
    tokens.retain(config.policies(JwtPolicy.class));
    logins.retain(config.policies(OidcPolicy.class));
    health.follow(config.upstreams().values());
    for (LoopContext loop : loops) {
      loop.loop().execute(() -> loop.upstreams().retain(config.upstreams().values()));
    }
    retire(before);
  }

  /** Retires plug-ins once no loop can begin an exchange with them: one that has just read the former snapshot has pinned it by then. */
  private void retire(PluginSet before) {
    AtomicInteger pending = new AtomicInteger(loops.size());
    for (LoopContext loop : loops) {
      loop.loop().execute(() -> {
        if (pending.decrementAndGet() == 0) {
          before.retire();
        }
      });
    }
  }

  /** Puts these manifests in force, from the next request of any connection on. */
  synchronized void publish(ManifestIndex manifests) {
    snapshot =
        snapshotOf(snapshot.revision() + 1, snapshot.config(), manifests, snapshot.plugins());
  }

  /** Puts these experiments in force, from the next connection and the next request on. */
  synchronized void experiment(RunningExperiments running) throws IOException {
    listeners.offerHttp1Alone(offersHttp1Alone(snapshot.config(), running));
    experiments = running;
    snapshot = snapshot.with(running);
  }

  private static boolean offersHttp1Alone(GatewayConfig config, RunningExperiments running) {
    return running.decidesConnections() || BenchEndpoint.isUsedBy(config);
  }

  /** Returns the counters of experiments of each loop. */
  Map<EventExecutor, LoopArms> arms() {
    Map<EventExecutor, LoopArms> arms = new HashMap<>();
    loops.forEach(loop -> arms.put(loop.loop(), loop.arms()));
    return arms;
  }

  /** Stops accepting and waits at most this long for exchanges in flight. */
  void drain(Duration patience) throws InterruptedException {
    readiness.drainBegan();
    listeners.drain();
    long end = System.nanoTime() + patience.toNanos();
    while (listeners.openConnections() > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(DRAIN_POLL_MILLIS);
    }
  }

  /** Waits until the last connection has ended, and nothing passes through this process; at most until this time. */
  void awaitConnections(long endNanos, BooleanSupplier isRelaying) throws InterruptedException {
    while (System.nanoTime() - endNanos < 0
        && (listeners.openConnections() > 0
            || listeners.arrivingConnections() > 0
            || isRelaying.getAsBoolean())) {
      TimeUnit.MILLISECONDS.sleep(DRAIN_POLL_MILLIS);
    }
  }

  @Override
  public void close() {
    if (loopGroup.isShuttingDown()) {
      return;
    }
    listeners.drain();
    listeners.close();
    passwords.close();
    loopGroup.shutdownGracefully().awaitUninterruptibly();
    healthGroup.shutdownGracefully().awaitUninterruptibly();
    loops.forEach(loop -> loop.coders().close());
    sharedUpstreams.close();
    discovery.close();
    tokens.close();
    logins.close();
    addresses.close();
    files.close();
    responses.close();
    descriptors.close();
    plugins.close();
    accessLog.close();
    tracing.close();
  }

  private List<EventExecutor> executors() {
    List<EventExecutor> all = new ArrayList<>();
    loopGroup.forEach(all::add);
    return all;
  }

  private Map<SkipReason, Integer> numberSkipReasons() {
    Map<SkipReason, Integer> numbers = new EnumMap<>(SkipReason.class);
    for (SkipReason reason : SkipReason.values()) {
      numbers.put(reason, observatory.skipReasons().numberOf(reason.token()));
    }
    return numbers;
  }

  /** The data path is not there yet, so nothing else closes what is loaded before a failure. */
  private PluginSet firstPlugins(GatewayConfig config) throws IOException {
    try {
      return plugins.load(config);
    } catch (IOException | RuntimeException e) {
      plugins.close();
      responses.close();
      throw e;
    }
  }

  private void openDisk(GatewayConfig config) throws IOException {
    CacheConfig.Disk disk = config.cache().disk();
    if (disk != null) {
      // In an upgrade, the process before this one has the folder until it has drained.
      responses.openDisk(disk, config.upgrade().enabled());
    }
  }

  private Snapshot snapshotOf(
      long revision, GatewayConfig config, ManifestIndex manifests, PluginSet used) {
    return new Snapshot(
        revision,
        config,
        routerOf(config, used),
        manifests,
        PushSettings.of(config.push()),
        new PriorityOverride(
            new PriorityPolicy(config.priority().reprioritizeBlockingAssets(), true)),
        new HealthEndpoint(readiness),
        challenges,
        BeaconEndpoint.of(config.ledger().beacons()),
        TimingEndpoint.of(config, timings),
        BenchEndpoint.of(config, bench),
        used,
        experiments,
        skipReasonNumbers);
  }

  private Router routerOf(GatewayConfig config, PluginSet used) {
    RouteAssembly assembly = new RouteAssembly(
        config,
        observatory,
        new SharedPolicies(passwords, tokens, logins, limits, responses, used, tracing, timings),
        loops::get);
    return new Router(
        config.sites(), (route, site) -> changed.apply(assembly.compile(route, site)));
  }

  private LoopContext loop(EventLoop loop, UpstreamProtocol protocol) {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    DeadlineWheel deadlines = new DeadlineWheel(loop, clock).start();
    FlushQueue flushes = new FlushQueue(loop, clock);
    LoopDescriptors loopDescriptors = new LoopDescriptors(descriptors, deadlines);
    TurnShares turns = new TurnShares(loop, clock);
    return new LoopContext(
        loops.size(),
        loop,
        new LoopContext.Time(clock, deadlines, flushes, turns, new DateField(clock)),
        new LoopContext.Budgets(
            loopDescriptors,
            new ByteBudget(Limits.WINDOW_GROWTH_PER_LOOP),
            new ByteBudget(Limits.UPLOAD_BYTES_PER_LOOP),
            new LoopCoders(loop, clock, flushes, observatory.of(loop))),
        new LoopContext.Sources(
            new LoopUpstreams(
                new UpstreamLoop(
                    loop,
                    new ServerSubset(loops.size(), LOOPS, subsetSeed),
                    deadlines,
                    flushes,
                    loopDescriptors,
                    turns,
                    observatory.of(loop)),
                observatory.upstreams()::numberOf,
                protocol,
                sharedUpstreams),
            files.forLoop(loop, clock, loopDescriptors),
            new LoopCache(clock, deadlines, observatory.of(loop))),
        new LoopContext.Records(
            observatory.of(loop),
            accessLog.forLoop(loop),
            tracing,
            timelines.forLoop(loop),
            new FailureLog()),
        new LoopContext.Lessons(new LoopPlanners(), new LoopLearner(), new LoopArms(), pages),
        () -> snapshot);
  }

  /** Returns the parts of the loop of health checks, which are counted apart from requests. */
  private UpstreamLoop healthLoop() {
    EventLoop loop = healthGroup.next();
    LoopClock clock = new LoopClock(loop, Ticker.system());
    DeadlineWheel deadlines = new DeadlineWheel(loop, clock).start();
    return new UpstreamLoop(
        loop,
        deadlines,
        new FlushQueue(loop, clock),
        new LoopDescriptors(descriptors, deadlines),
        new TurnShares(loop, clock),
        new Observatory(List.of(loop), Ticker.system()).of(loop));
  }

  private ServerConnector connector() {
    return new ServerConnector(connecting, tls);
  }
}
