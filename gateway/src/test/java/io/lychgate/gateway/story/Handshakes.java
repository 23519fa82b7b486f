package io.lychgate.gateway.story;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.meter.Meters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Handshake metrics of a gateway. */
final class Handshakes implements AutoCloseable {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Meters meters;

  Handshakes(TestGateway gateway) {
    meters = Meters.bind(gateway.observatory(), AccessLog.off(), registry);
  }

  double full(String protocol) {
    return complete(protocol, "full");
  }

  double resumed(String protocol) {
    return complete(protocol, "resumed");
  }

  private double complete(String protocol, String outcome) {
    return count("lychgate.handshakes", "protocol", protocol, "outcome", outcome);
  }

  double cpuSeconds(String protocol) {
    return count("lychgate.handshakes.cpu.seconds", "protocol", protocol);
  }

  /** Connections with early data. */
  double early(String outcome) {
    return count("lychgate.early.connections", "outcome", outcome);
  }

  double earlyRequests(String outcome) {
    return count("lychgate.early.requests", "outcome", outcome);
  }

  double failed(String listener) {
    return registry
        .get("lychgate.handshakes.failed")
        .tags("listener", listener)
        .functionCounters()
        .stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
  }

  /** QUIC connections that were closed with this error. */
  double quicErrors(String error) {
    return count("lychgate.quic.errors", "error", error);
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  @Override
  public void close() {
    meters.close();
  }
}
