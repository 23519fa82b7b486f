package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.BenchLinks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A gateway with one site that has a bench page, and one without. */
final class FakeBenches implements BenchLinks {
  @Override
  public Optional<Site> site(String name) {
    return switch (name) {
      case "example.com" ->
        Optional.of(new Site(name, List.of("example.com", "*.example.com"), true));
      case "elsewhere.test" -> Optional.of(new Site(name, List.of(name), false));
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<String> authority(String host) {
    return Optional.of(host);
  }

  @Override
  public boolean serves(Site site, String host) {
    return host.endsWith(site.name());
  }

  @Override
  public Made make(Site site) {
    return new Made("/.well-known/lychgate/bench/enter#token", Instant.EPOCH);
  }
}
