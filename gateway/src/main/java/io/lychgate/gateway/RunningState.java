package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The running process as the admin plane shows it. */
final class RunningState implements GatewayState {
  private final DataPath dataPath;
  private final ManifestsInForce manifests;
  private final String configFile;
  private final Instant startedAt = Instant.now();
  private volatile Supplier<ConfigState> config;

  RunningState(DataPath dataPath, ManifestsInForce manifests, String configFile) {
    this.dataPath = dataPath;
    this.manifests = manifests;
    this.configFile = configFile;
    ConfigState first = ConfigState.initial(startedAt);
    this.config = () -> first;
  }

  /** From now on somebody follows the file and knows how its last reading went. */
  void followedBy(Supplier<ConfigState> watch) {
    config = watch;
  }

  @Override
  public String version() {
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
    return new Nodes(1, 1);
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
    dataPath.snapshot().config().listeners().forEach(listener -> {
      String address = listener.host() + ":" + dataPath.listeners().port(listener.name());
      all.add(new Listener(listener.name(), address, List.copyOf(listener.protocols())));
    });
    return all;
  }
}
