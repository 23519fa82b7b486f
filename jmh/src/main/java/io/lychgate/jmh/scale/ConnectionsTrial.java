package io.lychgate.jmh.scale;

import io.lychgate.jmh.peers.Orders;
import io.lychgate.jmh.peers.Running;
import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Processor time per request of open connections that take turns, with the client {@code jmh/protocols}. */
final class ConnectionsTrial implements ScaleTrial {
  private static final Tables TABLES = new Tables(1, 0);

  /** Requests in flight. With the smallest size, each connection has one. */
  private static final int IN_FLIGHT = 10;

  private static final int WARM_UP = 800_000;
  private static final int WARM_UP_CONNECTIONS = 500;
  private static final int BODY_BYTES = 1024;

  private final Settings settings;
  private final LoadedGateways gateways;
  private final Orders client;
  private boolean isWarm;

  /** Creates the trial for the repository at {@code root}; {@code most} is the largest size. */
  ConnectionsTrial(Stage stage, Path root, int most) throws IOException {
    this.settings = stage.settings();
    this.gateways = new LoadedGateways(stage, root, most + 1000);
    this.client = Orders.to(stage, "protocols");
  }

  /** Warms up once, as one gateway serves all sizes. */
  @Override
  public void prepare(int size) throws IOException {
    if (!isWarm) {
      hold(WARM_UP_CONNECTIONS);
      turns((int) (WARM_UP * settings.warmUpShare()));
      release();
      gateways.with(TABLES).truncateLogs();
      isWarm = true;
    }
  }

  @Override
  public Map<String, Double> sample(int size) throws IOException {
    Running gateway = gateways.with(TABLES);
    hold(size);
    double before = gateway.tree().cpuMicros();
    turns(settings.requests());
    double used = gateway.tree().cpuMicros() - before;
    release();
    gateway.truncateLogs();
    return Map.of(REQUEST, used / settings.requests());
  }

  private void hold(int connections) throws IOException {
    var unused = client.give(order("hold", Map.of("connections", connections)));
  }

  private void turns(int requests) throws IOException {
    Map<String, Integer> amount = Map.of("requests", requests, "streams", IN_FLIGHT);
    var unused = client.give(order("turns", amount));
  }

  private void release() throws IOException {
    var unused = client.give(order("release", Map.of()));
  }

  private Map<String, Object> order(String what, Map<String, Integer> amount) throws IOException {
    Map<String, Object> order = new HashMap<>(amount);
    order.put("do", what);
    order.put("protocol", "h2");
    order.put("address", "127.0.0.1:" + gateways.with(TABLES).ports().tls());
    order.put("paths", new String[] {"/1k"});
    order.put("bytes", BODY_BYTES);
    return order;
  }

  @Override
  public void close() throws IOException {
    client.close();
    gateways.close();
  }
}
