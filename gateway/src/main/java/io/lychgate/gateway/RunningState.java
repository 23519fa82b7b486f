package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigState;
import io.lychgate.gateway.config.listener.HttpsRecords;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.AltSvcUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The running process as the admin plane shows it. */
final class RunningState implements GatewayState {
  /** The most hosts whose DNS records are shown: as many as fit on a screen. */
  private static final int MAX_RECORDED_HOSTS = 20;

  private final DataPath dataPath;
  private final ManifestsInForce manifests;
  private final Fleet fleet;
  private final String configFile;
  private final Instant startedAt = Instant.now();
  private volatile Supplier<ConfigState> config;

  RunningState(DataPath dataPath, ManifestsInForce manifests, Fleet fleet, String configFile) {
    this.dataPath = dataPath;
    this.manifests = manifests;
    this.fleet = fleet;
    this.configFile = configFile;
    ConfigState first = ConfigState.initial(startedAt);
    this.config = () -> first;
  }

  /** Sets the source of the result of the last reading of the configuration file. */
  void followedBy(Supplier<ConfigState> watch) {
    config = watch;
  }

  @Override
  public String version() {
    return ownVersion();
  }

  static String ownVersion() {
    String own = Gateway.class.getPackage().getImplementationVersion();
    return own == null ? "development" : own;
  }

  @Override
  public Instant startedAt() {
    return startedAt;
  }

  @Override
  public long revision() {
    return manifests.index().revision();
  }

  @Override
  public Nodes nodes() {
    return fleet.nodes();
  }

  @Override
  public List<FleetNode> fleet() {
    return fleet.all();
  }

  @Override
  public GatewayState.ConfigFile config() {
    ConfigState state = config.get();
    return new GatewayState.ConfigFile(
        configFile,
        state.loadedAt(),
        state.failedAt().orElse(state.loadedAt()),
        state.problems().stream().map(ConfigProblem::toString).toList());
  }

  @Override
  public List<Listener> listeners() {
    List<Listener> all = new ArrayList<>();
    GatewayConfig inForce = dataPath.snapshot().config();
    for (ListenerConfig listener : inForce.listeners()) {
      int port = dataPath.listeners().port(listener.name());
      Set<Protocol> protocols = dataPath.listeners().protocols(listener.name());
      all.add(new Listener(
          listener.name(),
          listener.host() + ":" + port,
          List.copyOf(protocols),
          dataPath.listeners().complaint(listener.name()),
          protocols.contains(Protocol.HTTP_3) ? records(inForce, listener, port) : List.of()));
    }
    return all;
  }

  /**
   * Returns the DNS records of a listener. They use the port advertised for QUIC for TCP too, because containers publish both
   * alike.
   */
  private static List<String> records(GatewayConfig config, ListenerConfig listener, int port) {
    int published = listener.altSvc().portFor(port);
    return config.sites().stream()
        .filter(site -> site.altSvc() == AltSvcUse.LISTENER)
        .flatMap(site -> site.hosts().stream())
        .filter(HostPattern::isExact)
        .limit(MAX_RECORDED_HOSTS)
        .flatMap(host -> HttpsRecords.of(listener, host.toString(), published).stream())
        .toList();
  }
}
