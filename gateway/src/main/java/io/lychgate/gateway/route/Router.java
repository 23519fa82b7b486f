package io.lychgate.gateway.route;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.pattern.PathIndex;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.route.RouteExplanation.RouteCandidate;
import io.lychgate.gateway.route.RouteExplanation.RouteReason;
import io.lychgate.gateway.route.RouteExplanation.SiteCandidate;
import io.lychgate.gateway.route.RouteExplanation.SiteReason;
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

  private final Map<String, HostSite> exactHosts = new HashMap<>();
  private final List<HostSite> patternHosts = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final boolean webSockets;
  private final List<Route> routes = new ArrayList<>();

  /** Compiles the routes of all sites. */
  public Router(List<SiteConfig> configs, RouteCompiler compiler) {
    webSockets = configs.stream().anyMatch(SiteConfig::takesWebSockets);
    for (SiteConfig config : configs) {
      Site site = Site.of(config, sorted(config, compiler));
      sites.add(site);
      for (HostPattern host : config.hosts()) {
        if (host.isExact()) {
          exactHosts.putIfAbsent(host.toString(), new HostSite(host, site));
        } else {
          patternHosts.add(new HostSite(host, site));
        }
      }
    }
    patternHosts.sort(
        Comparator.comparingInt((HostSite s) -> s.host.specificity()).reversed());
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
   * Routes a request and gives the reason for each site and route. The same look-ups as {@link #match} decide; the reasons are read
   * off their results. Allocates, so it is not for the data path.
   *
   * @param host lower case, without port
   * @param path in normal form, without query
   */
  public RouteExplanation explain(String host, String method, CharSequence path) {
    HostSite serving = hostSite(host);
    RouteMatch match = match(host, method, path);
    return new RouteExplanation(
        match,
        sites.stream().map(site -> candidate(site, serving, host)).toList(),
        serving == null ? List.of() : serving.site.explain(method, path, match));
  }

  private static SiteCandidate candidate(Site site, @Nullable HostSite serving, String host) {
    if (serving != null && serving.site.equals(site)) {
      return new SiteCandidate(site.config, SiteReason.SERVES, serving.host);
    }
    HostPattern best = site.config.hosts().stream()
        .filter(pattern -> pattern.matches(host))
        .max(Comparator.comparingInt(HostPattern::specificity))
        .orElse(null);
    if (best == null || serving == null) {
      return new SiteCandidate(site.config, SiteReason.OTHER_HOST, best);
    }
    boolean isEqual = best.specificity() == serving.host.specificity();
    return new SiteCandidate(
        site.config, isEqual ? SiteReason.LATER : SiteReason.LESS_SPECIFIC, best);
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
    return NormalPath.of(target, site == null || site.config.mergesSlashes());
  }

  private @Nullable Site site(String host) {
    HostSite found = hostSite(host);
    return found == null ? null : found.site;
  }

  private @Nullable HostSite hostSite(String host) {
    HostSite exact = exactHosts.get(host);
    return exact == null ? patternSite(host) : exact;
  }

  private @Nullable HostSite patternSite(String host) {
    for (int i = 0; i < patternHosts.size(); i++) {
      if (patternHosts.get(i).host.matches(host)) {
        return patternHosts.get(i);
      }
    }
    return null;
  }

  private record HostSite(HostPattern host, Site site) {}

  /** A route with its match, which is made once so that routing allocates nothing. */
  private record Entry(Route route, RouteMatch match) {}

  private record Site(
      SiteConfig config,
      List<Entry> entries,
      PathIndex index,
      int longestPath,
      RouteMatch tooLong) {
    static Site of(SiteConfig config, List<Entry> entries) {
      List<PathPattern> patterns =
          entries.stream().map(e -> e.route.config().path()).toList();
      int longest = longestPath(patterns);
      return new Site(
          config, entries, new PathIndex(patterns), longest, new RouteMatch.PathTooLong(longest));
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

    /** Returns the reason of each route for this result of {@link #match}. */
    List<RouteCandidate> explain(String method, CharSequence path, RouteMatch match) {
      List<RouteCandidate> all = new ArrayList<>();
      boolean isTooLong = match == tooLong;
      int next = isTooLong ? PathIndex.NONE : index.next(path, path.length(), PathIndex.NONE);
      for (int i = 0; i < entries.size(); i++) {
        Route route = entries.get(i).route;
        boolean hasPath = i == next;
        if (hasPath) {
          next = index.next(path, path.length(), i);
        }
        RouteReason reason = isTooLong
            ? RouteReason.PATH_TOO_LONG
            : hasPath ? reason(route, method, match) : RouteReason.OTHER_PATH;
        all.add(new RouteCandidate(route, reason));
      }
      return all;
    }

    /** Returns the reason of a route whose pattern matches the path. */
    private static RouteReason reason(Route route, String method, RouteMatch match) {
      if (!route.config().allows(method) || !(match instanceof RouteMatch.Found found)) {
        return RouteReason.OTHER_METHOD;
      }
      if (found.route().equals(route)) {
        return RouteReason.SERVES;
      }
      boolean isEqual =
          found.route().config().path().specificity() == route.config().path().specificity();
      return isEqual ? RouteReason.LATER : RouteReason.LESS_SPECIFIC;
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
