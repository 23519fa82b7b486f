package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.listen.SharedSecrets;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.push.ManifestIndex;
import java.io.IOException;
import java.time.Duration;

/** A gateway without store and admin plane, for stories about what visitors see. */
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
    DataPath dataPath = new DataPath(config);
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

  /** Of clients, at all listeners. */
  public int openConnections() {
    return dataPath.listeners().openConnections();
  }

  public Observatory observatory() {
    return dataPath.observatory();
  }

  /** Puts another configuration in force, as a reload does. */
  public void apply(GatewayConfig config) throws IOException {
    dataPath.apply(config, ManifestIndex.EMPTY);
  }

  /** Gives it what it shares with other gateways. */
  public void share(SharedSecrets secrets) {
    dataPath.listeners().share(secrets);
  }

  public Timelines timelines() {
    return dataPath.timelines();
  }

  /** Puts these manifests in force. */
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
