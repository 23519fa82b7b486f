package io.lychgate.gateway.push;

import io.lychgate.gateway.config.HostPattern;
import io.lychgate.gateway.config.PathPattern;
import java.util.List;

/**
 * What an operator wants sent ahead of which pages, checked and compiled.
 *
 * @param name of the store's manifest or of the file
 * @param hosts never empty; a manifest without hosts is for every host
 * @param rules all that match a page count, in this order
 */
public record PushManifest(String name, List<HostPattern> hosts, List<Rule> rules) {
  public PushManifest {
    hosts = List.copyOf(hosts);
    rules = List.copyOf(rules);
  }

  /** The assets of the pages that match. */
  public record Rule(PathPattern match, List<Asset> assets) {
    public Rule {
      assets = List.copyOf(assets);
    }
  }

  boolean isFor(CharSequence host) {
    for (HostPattern pattern : hosts) {
      if (pattern.matches(host)) {
        return true;
      }
    }
    return false;
  }
}
