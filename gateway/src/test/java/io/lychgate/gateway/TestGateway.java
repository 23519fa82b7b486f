package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.route.Route;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A gateway without store and admin plane, for tests of client traffic. */
public final class TestGateway implements AutoCloseable {
  private final DataPath dataPath;

  private TestGateway(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  public static TestGateway start(GatewayConfig config) throws IOException {
    return start(config, ManifestIndex.EMPTY);
  }

  public static TestGateway start(GatewayConfig config, ManifestIndex manifests)
      throws IOException {
    return start(new DataPath(config), config, manifests);
  }

  /** Starts a gateway whose compiled routes are changed, for example by another step or filter. */
  public static TestGateway start(GatewayConfig config, UnaryOperator<Route> changed)
      throws IOException {
    return start(new DataPath(config, changed), config, ManifestIndex.EMPTY);
  }

  private static TestGateway start(DataPath dataPath, GatewayConfig config, ManifestIndex manifests)
      throws IOException {
    try {
      dataPath.apply(config, manifests);
    } catch (IOException e) {
      dataPath.close();
      throw e;
    }
    return new TestGateway(dataPath);
  }

  public int port(String listener) {
    return dataPath.listeners().port(listener);
  }

  /** Returns the open client connections of all listeners. */
  public int openConnections() {
    return dataPath.listeners().openConnections();
  }

  public Observatory observatory() {
    return dataPath.observatory();
  }

  /** Applies another configuration, as a reload does. */
  public void apply(GatewayConfig config) throws IOException {
    dataPath.apply(config, ManifestIndex.EMPTY);
  }

  /** Sets the secrets shared with other gateways. */
  public void share(SharedSecrets secrets) {
    dataPath.listeners().share(secrets);
  }

  public Timelines timelines() {
    return dataPath.timelines();
  }

  /** Publishes these manifests. */
  public void publish(ManifestIndex manifests) {
    dataPath.publish(manifests);
  }

  public void drain(Duration patience) throws InterruptedException {
    dataPath.drain(patience);
    dataPath.close();
  }

  @Override
  public void close() {
    dataPath.close();
  }
}
