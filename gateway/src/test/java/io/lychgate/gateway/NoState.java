package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.Nodes;
import java.time.Instant;
import java.util.List;

/** The state of a gateway without listeners. */
final class NoState implements GatewayState {
  @Override
  public String version() {
    return "test";
  }

  @Override
  public Instant startedAt() {
    return Instant.EPOCH;
  }

  @Override
  public long revision() {
    return 0;
  }

  @Override
  public Nodes nodes() {
    return new Nodes(1, 1);
  }

  @Override
  public List<FleetNode> fleet() {
    return List.of();
  }

  @Override
  public ConfigFile config() {
    return new ConfigFile("gateway.yaml", Instant.EPOCH, Instant.EPOCH, List.of());
  }

  @Override
  public List<Listener> listeners() {
    return List.of();
  }
}
