package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.Map;

/** One way of measuring, applied to every peer in turn, round after round. */
interface Trial extends AutoCloseable {

  /** Once per peer, before the first round. */
  void prepare(Peer peer) throws IOException, InterruptedException;

  /** One sample. */
  Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException;

  /** Ends what is still running. */
  @Override
  void close() throws IOException;

  static Trial of(Scenario scenario, Stage stage) throws IOException {
    return switch (scenario.kind()) {
      case LOAD -> new LoadTrial(scenario, stage);
      case IDLE ->
        new IdleTrial(scenario, scenario.idleConnections(stage.settings()).orElseThrow(), stage);
      case START -> new StartTrial(scenario, stage);
      case LATENCY -> new LatencyTrial(scenario, stage);
      case RELOAD -> new ReloadTrial(scenario, stage);
    };
  }
}
