package io.lychgate.gateway.admin;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A gateway with one site. */
final class FakeSetting implements ExperimentDesk.Setting, ExperimentDesk.Effects {
  @Override
  public GatewayConfig config() {
    RouteConfig page =
        RouteConfig.of("page", PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"));
    SiteConfig site = new SiteConfig(List.of(HostPattern.of("www.example.com")), List.of(page));
    return GatewayConfig.of(List.of(), Map.of(), List.of(site), Path.of("").toAbsolutePath());
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
