package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.Map;

/** Measurement that is applied to every peer in turn, round after round. */
interface Trial extends AutoCloseable {

  /** Prepares a peer, once before the first round. */
  void prepare(Peer peer) throws IOException, InterruptedException;

  /** Takes one sample. */
  Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException;

  /** Ends all peers that still run. */
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
