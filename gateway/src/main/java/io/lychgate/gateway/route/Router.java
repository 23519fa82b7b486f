package io.lychgate.gateway.route;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.pattern.PathIndex;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sites and routes of one snapshot.
 *
 * <p>The most specific host pattern wins, then within its site the most specific path pattern that allows the method. Equally
 * specific ones keep the order of the file. Exact hosts and beginnings of paths are looked up in tables; host patterns are tried
 * one after the other. Immutable.
 */
public final class Router {
  private static final RouteMatch NO_ROUTE = new RouteMatch.NoRoute();
  private static final RouteMatch NO_SITE = new RouteMatch.NoSite();

  private final Map<String, Site> exactHosts = new HashMap<>();
  private final List<PatternSite> patternHosts = new ArrayList<>();
  private final boolean webSockets;
  private final List<Route> routes = new ArrayList<>();

  /** Compiles the routes of all sites. */
  public Router(List<SiteConfig> sites, RouteCompiler compiler) {
    webSockets = sites.stream().anyMatch(SiteConfig::takesWebSockets);
    for (SiteConfig config : sites) {
      Site site = Site.of(sorted(config, compiler), config.mergesSlashes());
      for (HostPattern host : config.hosts()) {
        if (host.isExact()) {
          exactHosts.putIfAbsent(host.toString(), site);
        } else {
          patternHosts.add(new PatternSite(host, site));
        }
      }
    }
    patternHosts.sort(
        Comparator.comparingInt((PatternSite s) -> s.host.specificity()).reversed());
  }

  private List<Entry> sorted(SiteConfig site, RouteCompiler compiler) {
    List<Entry> entries = new ArrayList<>();
    for (RouteConfig config : site.routes()) {
      Route route = compiler.compile(config, site);
      routes.add(route);
      entries.add(new Entry(route, new RouteMatch.Found(route)));
    }
    entries.sort(Comparator.comparingInt((Entry e) -> e.route.config().path().specificity())
        .reversed());
    return List.copyOf(entries);
  }

  /** Returns true if any route accepts WebSockets. */
  public boolean takesWebSockets() {
    return webSockets;
  }

  /** Returns all routes, site by site. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /**
   * Finds the route of a request.
   *
   * @param host lower case, without port
   * @param path in normal form, without query
   */
  public RouteMatch match(String host, String method, CharSequence path) {
    Site site = site(host);
    return site == null ? NO_SITE : site.match(method, path);
  }

  /**
   * Returns true if a site serves the host.
   *
   * @param host lower case, without port
   */
  public boolean hasSite(String host) {
    return site(host) != null;
  }

  /**
   * Returns the number of the site that serves the host; {@link Route#NO_SITE} if there is none.
   *
   * @param host lower case, without port
   */
  public int siteNumber(String host) {
    Site site = site(host);
    return site == null || site.entries.isEmpty()
        ? Route.NO_SITE
        : site.entries.get(0).route.siteNumber();
  }

  /**
   * Returns the target with its path in normal form, by the rules of the host's site.
   *
   * @param host lower case, without port
   * @param target path and query; the path begins with a slash
   */
  public CharSequence normalize(String host, CharSequence target) {
    Site site = site(host);
    return NormalPath.of(target, site == null || site.mergesSlashes);
  }

  private @Nullable Site site(String host) {
    Site site = exactHosts.get(host);
    return site == null ? patternSite(host) : site;
  }

  private @Nullable Site patternSite(String host) {
    for (int i = 0; i < patternHosts.size(); i++) {
      if (patternHosts.get(i).host.matches(host)) {
        return patternHosts.get(i).site;
      }
    }
    return null;
  }

  private record PatternSite(HostPattern host, Site site) {}

  /** A route with its match, which is made once so that routing allocates nothing. */
  private record Entry(Route route, RouteMatch match) {}

  private record Site(
      List<Entry> entries,
      PathIndex index,
      boolean mergesSlashes,
      int longestPath,
      RouteMatch tooLong) {
    static Site of(List<Entry> entries, boolean mergesSlashes) {
      List<PathPattern> patterns =
          entries.stream().map(e -> e.route.config().path()).toList();
      int longest = longestPath(patterns);
      return new Site(
          entries,
          new PathIndex(patterns),
          mergesSlashes,
          longest,
          new RouteMatch.PathTooLong(longest));
    }

    /** Returns the longest path that all regular expressions are tried on. Skipping one could select the wrong route. */
    private static int longestPath(List<PathPattern> patterns) {
      int all = patterns.stream().mapToInt(PathPattern::programSize).sum();
      int most = patterns.stream().mapToInt(PathPattern::programSize).max().orElse(0);
      return all == 0
          ? Integer.MAX_VALUE
          : Math.min(Limits.MAX_REGEX_STEPS / most, Limits.MAX_REGEX_STEPS_IN_ALL / all);
    }

    RouteMatch match(String method, CharSequence path) {
      if (path.length() > longestPath) {
        return tooLong;
      }
      int first = index.next(path, path.length(), PathIndex.NONE);
      for (int i = first; i != PathIndex.NONE; i = index.next(path, path.length(), i)) {
        Entry entry = entries.get(i);
        if (entry.route.config().allows(method)) {
          return entry.match;
        }
      }
      return first == PathIndex.NONE ? NO_ROUTE : methodNotAllowed(path);
    }

    private RouteMatch methodNotAllowed(CharSequence path) {
      TreeSet<String> allowed = new TreeSet<>();
      for (int i = index.next(path, path.length(), PathIndex.NONE);
          i != PathIndex.NONE;
          i = index.next(path, path.length(), i)) {
        allowed.addAll(entries.get(i).route.config().methods());
      }
      return new RouteMatch.MethodNotAllowed(allowed);
    }
  }
}
