package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.BenchLinks;
import io.lychgate.gateway.bench.BenchDesk;
import io.lychgate.gateway.bench.BenchPage;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.util.Optional;

/** The bench pages of the snapshot in force, for the admin plane. */
final class BenchLinksInForce implements BenchLinks {
  private static final int HTTPS_PORT = 443;

  private final DataPath dataPath;

  BenchLinksInForce(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  @Override
  public Optional<Site> site(String name) {
    return dataPath.snapshot().config().sites().stream()
        .filter(site -> site.hosts().get(0).toString().equals(name))
        .findFirst()
        .map(site -> new Site(
            name, site.hosts().stream().map(HostPattern::toString).toList(), site.hasBench()));
  }

  @Override
  public Optional<String> authority(String host) {
    return dataPath.snapshot().config().listeners().stream()
        .filter(listener -> listener.tls() != null)
        .map(ListenerConfig::name)
        .findFirst()
        .map(name -> dataPath.listeners().port(name))
        .map(port -> port == HTTPS_PORT ? host : host + ":" + port);
  }

  @Override
  public boolean serves(Site site, String host) {
    return dataPath.snapshot().router().siteName(host).equals(site.name());
  }

  @Override
  public Made make(Site site) {
    BenchDesk.Link link = dataPath.bench().link(site.name());
    return new Made(BenchPage.PATH + "/enter#" + link.token(), link.expiresAt());
  }
}
