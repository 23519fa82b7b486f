package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.CacheConfig;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.config.policy.CachePolicy.Names;
import io.lychgate.gateway.config.site.RouteAction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the policy {@code cache} of a listener, a site or a route, and the memory of the cache. */
final class CacheReader {
  private CacheReader() {}

  static CacheConfig memory(Section section) {
    return new CacheConfig(
        section.size(
            "memory",
            CacheConfig.DEFAULT_MEMORY,
            CacheConfig.LEAST_MEMORY,
            CacheConfig.MOST_MEMORY),
        section.has("disk") ? disk(section.section("disk")) : null);
  }

  private static CacheConfig.@Nullable Disk disk(Section section) {
    Path folder = section.path("folder");
    return folder == null
        ? null
        : new CacheConfig.Disk(
            folder,
            section.size(
                "maxSize",
                CacheConfig.Disk.DEFAULT_SIZE,
                CacheConfig.Disk.LEAST_SIZE,
                CacheConfig.Disk.MOST_SIZE));
  }

  static Optional<CachePolicy> policy(Section section) {
    CachePolicy defaults = CachePolicy.defaults();
    return section.build(() -> new CachePolicy(
        section.has("ttl") ? section.duration("ttl", CachePolicy.LONGEST) : null,
        section.flag("heuristic", defaults.heuristic()),
        key(section.section("key")),
        !section.has("methods") || section.texts("methods").contains("HEAD"),
        section.has("statuses") ? statuses(section) : defaults.statuses(),
        section.size("maxObject", defaults.maxObject(), 1, CachePolicy.MOST_MAX_OBJECT),
        section.flag("authorized", defaults.authorized()),
        section.flag("setCookie", defaults.setCookie()),
        time(section, "staleWhileRevalidate"),
        time(section, "staleIfError"),
        section.text("clients", "obey").equals("obey"),
        section.text("tags", defaults.tags()).toLowerCase(Locale.ROOT)));
  }

  /** Adds a problem if a route states a cache, but its action has no use for one. One that it inherits is ignored there. */
  static void checkAction(Section route, RouteAction action) {
    Section policies = route.section("policies");
    if (!policies.has(CachePolicy.KEY)) {
      return;
    }
    if (!(action instanceof RouteAction.ProxyAction proxy)) {
      policies.problem(CachePolicy.KEY, "without proxy (expected: at a route with proxy)");
    } else if (proxy.split() != null) {
      policies.problem(
          CachePolicy.KEY, "beside split (expected: one upstream, because a split goes by client)");
    }
  }

  private static Duration time(Section section, String key) {
    return section.has(key) ? section.duration(key, CachePolicy.LONGEST) : Duration.ZERO;
  }

  private static Set<Integer> statuses(Section section) {
    return section.texts("statuses").stream().map(Integer::valueOf).collect(Collectors.toSet());
  }

  private static CachePolicy.Key key(Section section) {
    List<String> headers = section.texts("headers").stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .toList();
    return new CachePolicy.Key(
        headers, names(section, "cookies", Names.UNSTATED), names(section, "query", Names.ALL));
  }

  /** Reads {@code all}, {@code none} or a list of names. */
  private static Names names(Section section, String key, Names otherwise) {
    if (!section.has(key)) {
      return otherwise;
    }
    List<String> listed = section.texts(key);
    if (!listed.isEmpty()) {
      return Names.of(listed);
    }
    return section.text(key, "").equals("all") ? Names.ALL : Names.NONE;
  }
}
