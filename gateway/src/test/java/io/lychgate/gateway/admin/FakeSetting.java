package io.lychgate.gateway.admin;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A gateway without sites, in which no experiment can start. */
final class FakeSetting implements ExperimentDesk.Setting, ExperimentDesk.Effects {
  @Override
  public GatewayConfig config() {
    return GatewayConfig.of(List.of(), Map.of(), List.of(), Path.of("").toAbsolutePath());
  }

  @Override
  public List<Effective> values() {
    return List.of();
  }

  @Override
  public String file() {
    return "gateway.yaml";
  }

  @Override
  public Set<String> congestion() {
    return Set.of();
  }

  @Override
  public void changed(Experiment experiment, String event) {}

  @Override
  public void write() {}
}
