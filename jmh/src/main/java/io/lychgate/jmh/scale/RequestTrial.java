package io.lychgate.jmh.scale;

import io.lychgate.jmh.peers.H2loadRun;
import io.lychgate.jmh.peers.Running;
import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Processor time per request of h2load, for dimensions of a gateway's configuration or of a request. */
final class RequestTrial implements ScaleTrial {
  /** More than enough for the limit of the configuration. */
  private static final int CONNECTIONS = 8192;

  private static final int WARM_UP = 800_000;

  private final Dimension dimension;
  private final Settings settings;
  private final LoadedGateways gateways;
  private final H2loadRun h2load;

  /** Creates the trial for the repository at {@code root}. */
  RequestTrial(Dimension dimension, Stage stage, Path root) {
    this.dimension = dimension;
    this.settings = stage.settings();
    this.gateways = new LoadedGateways(stage, root, CONNECTIONS);
    this.h2load = new H2loadRun(stage);
  }

  @Override
  public void prepare(int size) throws IOException, InterruptedException {
    Workload workload = Workload.of(dimension, size);
    Running gateway = gateways.with(workload.tables());
    send(gateway, workload, (int) (WARM_UP * settings.warmUpShare()));
    gateway.truncateLogs();
  }

  @Override
  public Map<String, Double> sample(int size) throws IOException, InterruptedException {
    Workload workload = Workload.of(dimension, size);
    Running gateway = gateways.with(workload.tables());
    double before = gateway.tree().cpuMicros();
    send(gateway, workload, settings.requests());
    double used = gateway.tree().cpuMicros() - before;
    gateway.truncateLogs();
    return Map.of(REQUEST, used / settings.requests());
  }

  private void send(Running gateway, Workload workload, int requests)
      throws IOException, InterruptedException {
    int port = gateway.ports().tls();
    List<String> arguments = new ArrayList<>(List.of(
        "-n" + requests,
        "-c" + settings.connections(),
        "-m" + settings.streams(),
        "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
        "--groups=X25519",
        "--connect-to=127.0.0.1:" + port));
    workload.fields().forEach(field -> arguments.add("--header=" + field));
    workload.paths().forEach(path -> arguments.add("https://localhost:" + port + path));
    h2load.send(arguments, workload.hinted(settings.connections()));
  }

  @Override
  public void close() {
    gateways.close();
  }
}
