package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.util.List;

/**
 * The way of manifests into force, and the records for dry runs.
 *
 * @param requiresApproval true if a draft needs the approval of a second person, unless its site states otherwise
 * @param sites the sites that state it themselves
 * @param record the recorded parts of page views
 * @param sample distinct page views that are kept for an hour
 */
public record PublishingConfig(
    boolean requiresApproval, List<SiteRule> sites, Recording record, int sample) {

  /** The parts of page views that are recorded. */
  public enum Recording {
    /** Nothing. */
    OFF,
    /** Host and path. */
    PATHS,
    /** Host, path and query. */
    TARGETS
  }

  /** The rule of one site. */
  public record SiteRule(List<HostPattern> hosts, boolean requiresApproval) {
    public SiteRule {
      hosts = List.copyOf(hosts);
    }

    boolean overlaps(HostPattern other) {
      return hosts.stream()
          .anyMatch(host -> host.matches(other.toString()) || other.matches(host.toString()));
    }
  }

  public PublishingConfig {
    sites = List.copyOf(sites);
    Require.range("sample", sample, 100, 20_000);
  }

  /** Returns the default: no approvals, and nothing is recorded. */
  public static PublishingConfig defaults() {
    return new PublishingConfig(false, List.of(), Recording.OFF, 4000);
  }

  /** Returns true if any manifest needs an approval. */
  public boolean mayRequireApproval() {
    return requiresApproval || sites.stream().anyMatch(SiteRule::requiresApproval);
  }

  /** Returns true if a manifest for these hosts needs an approval: one strict site is enough. */
  public boolean requiresApproval(List<HostPattern> hosts) {
    return hosts.stream().anyMatch(this::requiresApproval);
  }

  private boolean requiresApproval(HostPattern host) {
    List<SiteRule> own = sites.stream().filter(site -> site.overlaps(host)).toList();
    if (own.isEmpty()) {
      return requiresApproval;
    }
    // A pattern may cover more hosts than the sites that state a rule.
    boolean isCovered = host.isExact();
    return own.stream().anyMatch(SiteRule::requiresApproval) || (!isCovered && requiresApproval);
  }
}
