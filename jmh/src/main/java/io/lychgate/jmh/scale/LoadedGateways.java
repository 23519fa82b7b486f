package io.lychgate.jmh.scale;

import io.lychgate.jmh.peers.Place;
import io.lychgate.jmh.peers.Routes;
import io.lychgate.jmh.peers.Running;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gateways of one trial. Those that wait for their turn do not slow down the measured one. */
final class LoadedGateways implements AutoCloseable {
  private final Stage stage;
  private final Path root;
  private final int connections;
  private final Map<Tables, Running> running = new LinkedHashMap<>();

  /** Creates them for the repository at {@code root}; {@code connections} is the limit of each gateway. */
  LoadedGateways(Stage stage, Path root, int connections) {
    this.stage = stage;
    this.root = root;
    this.connections = connections;
  }

  /** Returns the gateway with these tables, and starts it if needed. */
  Running with(Tables tables) throws IOException {
    Running known = running.get(tables);
    if (known != null) {
      return known;
    }
    Place.Wish wish = new Place.Wish(false, false, connections, Routes.NONE);
    Running started = stage.start(new ScaledGateway(root, tables), wish);
    running.put(tables, started);
    started.awaitResponse();
    return started;
  }

  @Override
  public void close() {
    running.values().forEach(stage::end);
  }
}
