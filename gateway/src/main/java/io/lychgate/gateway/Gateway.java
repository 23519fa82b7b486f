package io.lychgate.gateway;

import io.lychgate.gateway.admin.AdminServer;
import io.lychgate.gateway.admin.AdminSources;
import io.lychgate.gateway.admin.access.Claimant;
import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.admin.seam.ObservedValues;
import io.lychgate.gateway.cache.CacheMeters;
import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.ConfigState;
import io.lychgate.gateway.config.file.ConfigWatch;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.history.ConfigEvents;
import io.lychgate.gateway.listen.Listeners;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.meter.DescriptorMeters;
import io.lychgate.gateway.observe.meter.MeterDescriptions;
import io.lychgate.gateway.observe.meter.Meters;
import io.lychgate.gateway.observe.meter.TraceMeters;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.store.NodeIdentity;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.upstream.discovery.DiscoveryMeters;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway. It alone builds the parts and joins them.
 *
 * <p>The data path knows nothing of the store and the admin plane; this class passes the manifests of the store to it.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final GatewayConfig started;
  private final DataPath dataPath;
  private final ManifestsInForce manifests;
  private final RunningState state;
  private final GatewayStore store;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Meters meters;
  private final Lessons lessons;
  private final SavingsHistory history;
  private final VisitorTimings timings;
  private final Publications publications;
  private final StoreBackups backups;
  private final StoreUpkeep upkeep;
  private final @Nullable AuditForwarder auditForwarder;
  private final FleetSecrets secrets;
  private final FleetLimits fleetLimits;
  private final FleetLogouts fleetLogouts;
  private final OrderedCertificates ordered;
  private final CertificatesInForce certificates;
  private final Fleet fleet;
  private final OperatorDecisions decisions;
  private final ExperimentsInForce experiments;
  private final ConfigurationInForce configuration;
  private volatile @Nullable AdminServer admin;

  private Gateway(
      GatewayConfig config,
      DataPath dataPath,
      GatewayStore store,
      ConfigurationInForce configuration,
      GatewayOptions options) {
    this.started = config;
    this.configuration = configuration;
    registry.config().meterFilter(new MeterDescriptions());
    this.dataPath = dataPath;
    this.store = store;
    this.manifests = new ManifestsInForce(dataPath);
    this.fleet = new Fleet(
        store,
        manifests,
        NodeIdentity.in(config.store().directory(), config.store().node()),
        RunningState.ownVersion());
    this.decisions = new OperatorDecisions(
        () -> store.store().serverDecisions(), dataPath.upstreams().overrides());
    this.state = new RunningState(dataPath, manifests, fleet, options.configFile());
    this.lessons = new Lessons(dataPath, manifests, store, fleet, registry);
    this.history = new SavingsHistory(dataPath, store, fleet, registry);
    manifests.onChange(history::published);
    this.timings = new VisitorTimings(dataPath, store, fleet, registry);
    this.experiments = new ExperimentsInForce(
        dataPath,
        store::store,
        store.clock(),
        () -> fleet.self().id(),
        options.configFile(),
        history::experiment);
    this.publications = new Publications(dataPath, manifests, store, fleet, history);
    this.backups = new StoreBackups(config.store().backup(), store, InstantSource.system());
    this.upkeep =
        new StoreUpkeep(config.store().keepAudit(), store, backups, InstantSource.system());
    AuditReceiver receiver = config.store().auditReceiver();
    this.auditForwarder =
        receiver == null ? null : new AuditForwarder(receiver, fleet.self().instance(), store);
    this.secrets = new FleetSecrets(
        () -> store.store().secrets(),
        dataPath.listeners()::share,
        dataPath.upstreams()::stickySecret,
        dataPath.logins()::secrets,
        views -> {
          dataPath.timings().secrets(views);
          dataPath.bench().secrets(views);
        },
        store.clock());
    this.fleetLimits = new FleetLimits(store::store, config.limits().redis(), dataPath.limits());
    dataPath.logins().refreshesIn(() -> store.store().refreshes());
    this.fleetLogouts = new FleetLogouts(store::store, dataPath.logins());
    this.ordered = new OrderedCertificates(
        dataPath,
        store::store,
        // A copied disk has the id of its origin, and a lease must have one holder.
        fleet.self().instance(),
        this::certificatesChanged,
        InstantSource.system());
    this.certificates =
        new CertificatesInForce(dataPath, ordered::automatic, registry, InstantSource.system());
    dataPath.readiness().followStore(this::storeComplaint);
    this.meters = Meters.bind(dataPath.observatory(), dataPath.accessLog(), registry);
    bindMeters();
  }

  /** Adds the figures of each part to the registry. The certificates have added their own. */
  private void bindMeters() {
    fleet.bind(registry);
    store.bind(registry);
    if (auditForwarder != null) {
      auditForwarder.bind(registry);
    }
    fleetLimits.bind(registry);
    ordered.bind(registry);
    TraceMeters.bind(dataPath.tracing(), registry);
    DescriptorMeters.bind(dataPath.descriptors(), registry);
    CacheMeters.bind(dataPath.responses(), registry);
    PluginMeters.bind(dataPath.plugins(), registry);
    new UpstreamMeters(dataPath.upstreams(), dataPath.health(), registry, Ticker.system()).bind();
    DiscoveryMeters discovery = new DiscoveryMeters(dataPath.upstreams()::sources, registry);
    dataPath.observatory().upstreams().watch((upstream, number) -> discovery.bind(upstream));
  }

  /** Starts a gateway with this configuration. The message of the exception names the part that failed. */
  public static Gateway start(GatewayConfig config, GatewayOptions options) throws IOException {
    GatewayStore store = GatewayStore.open(config, options);
    try {
      ConfigurationInForce configuration =
          ConfigurationInForce.begin(config, Path.of(options.configFile()), store);
      try {
        return start(configuration, store, options);
      } catch (IOException e) {
        if (!configuration.fallBack(e)) {
          throw e;
        }
        return start(configuration, store, options);
      }
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static Gateway start(
      ConfigurationInForce configuration, GatewayStore store, GatewayOptions options)
      throws IOException {
    GatewayConfig config = configuration.first();
    DataPath dataPath = null;
    Gateway gateway = null;
    try {
      dataPath = new DataPath(config);
      gateway = new Gateway(config, dataPath, store, configuration, options);
      gateway.open(config, options);
      return gateway;
    } catch (IOException | RuntimeException e) {
      if (gateway != null) {
        gateway.closeAllButTheStore();
      } else if (dataPath != null) {
        dataPath.close();
      }
      throw e;
    }
  }

  /** Starts the parts in the order in which they need each other. */
  private void open(GatewayConfig config, GatewayOptions options) throws IOException {
    ManifestIndex index = readStore();
    openListeners(config, index, options);
    if (config.admin().enabled()) {
      admin = openAdmin(config, options);
    }
    startRecords(config);
    followFleet();
    dataPath.descriptors().started();
  }

  /** Reads from the store what the first request needs. Returns the manifests in force. */
  private ManifestIndex readStore() {
    ManifestIndex index = manifests.load(fleet.own(store.published()));
    lessons.start();
    secrets.start();
    decisions.load();
    experiments.load();
    return index;
  }

  private void openListeners(GatewayConfig config, ManifestIndex index, GatewayOptions options)
      throws IOException {
    ordered.follow(config);
    dataPath.listeners().inherit(options.inherited());
    dataPath.apply(config, index);
    ordered.listenersAreReady();
    certificates.start();
    certificates.changed();
  }

  private AdminServer openAdmin(GatewayConfig config, GatewayOptions options) throws IOException {
    boolean mayBeReplaced = config.upgrade().enabled();
    return AdminServer.start(
        mayBeReplaced ? adminAt(config.admin(), options.adminPort()) : config.admin(),
        config.store().directory(),
        options.adminPasswordFile(),
        new AdminSources(
            adminNode(config),
            adminContent(),
            adminTraffic(),
            adminMeasurements(),
            InstantSource.system()),
        mayBeReplaced && Epoll.isAvailable());
  }

  private AdminSources.Node adminNode(GatewayConfig config) {
    return new AdminSources.Node(
        store,
        new Claimant(fleet.self().id(), fleet.self().name()),
        configuration,
        state,
        new SystemState(
            store, config.store().keepAudit(), timings::longestRetention, auditForwarder),
        dataPath.readiness(),
        backups,
        registry);
  }

  private AdminSources.Content adminContent() {
    return new AdminSources.Content(
        manifests,
        fleet,
        publications.publisher(),
        publications.dryRun(),
        new PlanDryRun(dataPath, manifests),
        lessons.ledger(),
        lessons.proposals());
  }

  private AdminSources.Traffic adminTraffic() {
    UpstreamsInForce upstreams = new UpstreamsInForce(dataPath, decisions);
    return new AdminSources.Traffic(
        new ObservedValues(dataPath.observatory()),
        dataPath.timelines(),
        new PoolableConnections(dataPath),
        new RoutesInForce(dataPath, state, upstreams),
        upstreams,
        new CachedResponses(dataPath),
        new PluginsInForce(dataPath),
        certificates,
        new SearchedLogs(dataPath));
  }

  private AdminSources.Measurements adminMeasurements() {
    return new AdminSources.Measurements(
        history.history(),
        history.events(),
        timings.reports(),
        new BenchLinksInForce(dataPath),
        experiments.desk(),
        new StoredAnalyses(experiments.desk(), store::store));
  }

  /** Starts what writes to the store, or tidies it, while requests are served. */
  private void startRecords(GatewayConfig config) {
    if (store.hasOwnClock()) {
      history.start();
    }
    timings.follow(config);
    experiments.start();
    upkeep.start();
    if (auditForwarder != null) {
      auditForwarder.start();
    }
  }

  /** Starts what this gateway shares with the others of its store. */
  private void followFleet() {
    fleetLimits.start();
    fleetLogouts.start();
    publications.start();
    configuration.start(this::apply, () -> fleet.self().id(), fleet::all);
    fleet.follow(configuration::complaint);
    configuration.watch().ifPresent(watch -> state.followedBy(watch::state));
    fleet.start(
        lessons.ledger()::storeChanged,
        decisions::read,
        experiments::read,
        this::snapshotChanged,
        this::storeIsThere);
  }

  /**
   * Returns the address of the admin plane. With upgrades, the kernel would let a second gateway of the same user join the port, so
   * it must be free unless the running gateway has handed it over.
   */
  private static AdminConfig adminAt(AdminConfig config, int handedOver) throws IOException {
    if (handedOver == 0) {
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(new InetSocketAddress(config.host(), config.port()));
      } catch (IOException e) {
        throw new IOException(
            "admin.address: " + config.host() + ":" + config.port() + " cannot be used: "
                + e.getMessage(),
            e);
      }
      return config;
    }
    return config.port() != 0 ? config : config.at(handedOver);
  }

  private @Nullable String storeComplaint() {
    Store now = store.store();
    if (fleet.isStoreAway() || now.standsInFor() != null) {
      return "the store cannot be used: the gateway serves the manifests last published, changes are refused";
    }
    return now.readOnly() == null ? null : "the store is read-only: changes are refused";
  }

  private void certificatesChanged() {
    CertificatesInForce known = certificates;
    if (known != null) {
      known.changed();
    }
  }

  private void snapshotChanged() {
    AdminServer open = admin;
    if (open != null) {
      open.snapshotChanged();
    }
  }

  /** Work that was postponed while the store was unavailable. */
  private void storeIsThere() {
    history.start();
    store.plantManifests();
    secrets.look();
    store.store().sessions().resume();
    configuration.look();
    AdminServer open = admin;
    if (open != null) {
      open.storeIsThere();
    }
  }

  /**
   * Applies this configuration completely or not at all: if it throws, nothing has changed. Store and admin plane keep the
   * configuration of the start. A change of theirs needs a restart and is logged.
   */
  public void apply(GatewayConfig config) throws IOException {
    if (config.origin().isStore() != started.origin().isStore()) {
      // A file that leaves its sections to the store has no listeners.
      throw new IOException(
          "config.from: another place than at the start (expected: a restart to apply it)");
    }
    ConfigEvents.InForce before = history.inForce();
    GatewayConfig running = dataPath.snapshot().config();
    try {
      ordered.follow(config);
      dataPath.apply(config, manifests.index());
      timings.follow(config);
    } catch (IOException | RuntimeException e) {
      ordered.follow(running);
      ordered.listenersAreReady();
      throw e;
    }
    ordered.listenersAreReady();
    history.changedSince(before);
    certificates.changed();
    warnIfKept("admin", started.admin(), config.admin());
    warnIfKept("store", started.store(), config.store());
    warnIfKept("upgrade", started.upgrade(), config.upgrade());
    warnIfKept("limits", started.limits(), config.limits());
    warnIfKept(
        "cache.disk",
        Optional.ofNullable(started.cache().disk()),
        Optional.ofNullable(config.cache().disk()));
    store.compare(config.push().manifests());
    publications.reloaded();
    snapshotChanged();
  }

  private static void warnIfKept(String key, Object running, Object wanted) {
    if (!running.equals(wanted)) {
      LOG.warn("configuration: the change of {} is ignored; restart to apply it", key);
    }
  }

  /** Returns the configuration that this gateway runs. */
  GatewayConfig config() {
    return dataPath.snapshot().config();
  }

  /** Returns the watch of a configuration in the store; empty if a file has it. */
  Optional<ConfigWatch> storedConfiguration() {
    return configuration.watch();
  }

  /** Opens the files of the access logs again, after another program has renamed them. */
  public void reopenLogs() {
    dataPath.accessLog().reopen();
  }

  /** Sets the source of the result of the last reading of the configuration, for the admin plane. */
  public void followConfig(Supplier<ConfigState> watch) {
    state.followedBy(watch);
  }

  /** Returns the port of a listener. The system chooses it if the configuration has port 0. */
  public int port(String listener) {
    return dataPath.listeners().port(listener);
  }

  /** Returns the protocols that a listener accepts. */
  public Set<Protocol> protocols(String listener) {
    return dataPath.listeners().protocols(listener);
  }

  /** Returns the address of the admin plane, if it is enabled. */
  public Optional<InetSocketAddress> adminAddress() {
    return Optional.ofNullable(admin).map(AdminServer::address);
  }

  /** Passes the credentials for the first sign-in on, now or once the store is available. */
  public void onSignIn(Consumer<SignIn> teller) {
    AdminServer open = admin;
    if (open != null) {
      open.onSignIn(teller);
    }
  }

  Listeners listeners() {
    return dataPath.listeners();
  }

  /** Starts to accept at inherited sockets. */
  void startAccepting() {
    dataPath.listeners().startAccepting();
  }

  /** Takes the place of the process that this one has replaced in the fleet, once that one has left it. */
  void succeed() {
    fleet.succeed(started.store().directory());
  }

  /**
   * Drains, because another process has the sockets now: waits at most this long for connections. The admin plane and the work for
   * the fleet end at once.
   *
   * @param isRelaying true while packets of connections of an earlier process pass through this one
   */
  void drainHandedOver(Duration patience, BooleanSupplier isRelaying) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    dataPath.listeners().handedOver();
    AdminServer open = admin;
    admin = null;
    if (open != null) {
      open.close();
    }
    configuration.close();
    publications.close();
    upkeep.close();
    fleet.close();
    // The new process orders certificates from now on.
    ordered.close();
    dataPath.awaitConnections(end, isRelaying);
    close();
  }

  /** Stops accepting, waits at most this long for exchanges in flight, then closes everything. */
  public void drain(Duration patience) throws InterruptedException {
    dataPath.drain(patience);
    close();
  }

  @Override
  public void close() {
    closeAllButTheStore();
    store.close();
  }

  /** Closes everything that was opened, also after a start that failed. */
  private void closeAllButTheStore() {
    AdminServer open = admin;
    if (open != null) {
      open.close();
    }
    configuration.close();
    publications.close();
    upkeep.close();
    if (auditForwarder != null) {
      auditForwarder.close();
    }
    fleet.close();
    ordered.close();
    certificates.close();
    // The lessons use the loops, so they close first.
    lessons.close();
    dataPath.close();
    // After the loops, so that the last connections count.
    history.close();
    timings.close();
    experiments.close();
    secrets.close();
    fleetLimits.close();
    fleetLogouts.close();
    meters.close();
  }
}
