package io.lychgate.gateway.route;

import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.condition.RouteConditions;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.HostIndex;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sites and routes of one snapshot.
 *
 * <p>The most specific host pattern wins. Within its site the routes are tried in the order of {@link
 * RouteConfig#MOST_SPECIFIC_FIRST}, and the first one wins whose path, method and conditions match. Hosts, their suffixes and
 * beginnings of paths are looked up in tables. Immutable.
 */
public final class Router {
  private static final RouteMatch NO_ROUTE = new RouteMatch.NoRoute();
  private static final RouteMatch NO_SITE = new RouteMatch.NoSite();
  private static final RouteMatch TOO_COSTLY = new RouteMatch.ConditionsTooCostly();

  private final HostIndex hosts;

  /** By the position of the index. */
  private final HostSite[] hostSites;

  /** The site of each, without a step in between: a look-up among many hosts waits for each place in memory that it reads. */
  private final Site[] siteAt;

  private final List<Site> sites = new ArrayList<>();
  private final boolean webSockets;
  private final boolean hasOwnPaths;
  private final List<Route> routes = new ArrayList<>();

  /** Compiles the routes of all sites. */
  public Router(List<SiteConfig> configs, RouteCompiler compiler) {
    webSockets = configs.stream().anyMatch(SiteConfig::takesWebSockets);
    List<HostSite> all = new ArrayList<>();
    for (SiteConfig config : configs) {
      Site site = new Site(config, sorted(config, compiler));
      sites.add(site);
      config.hosts().forEach(host -> all.add(new HostSite(host, site)));
    }
    hasOwnPaths = routes.stream().anyMatch(Route::hasOwnPaths);
    hostSites = all.toArray(HostSite[]::new);
    siteAt = all.stream().map(HostSite::site).toArray(Site[]::new);
    hosts = new HostIndex(all.stream().map(HostSite::host).toList());
  }

  private Entry[] sorted(SiteConfig site, RouteCompiler compiler) {
    List<Entry> entries = new ArrayList<>();
    for (RouteConfig config : site.routes()) {
      Route route = compiler.compile(config, site);
      routes.add(route);
      entries.add(new Entry(
          route,
          new RouteMatch.Found(route),
          RouteConditions.of(route.config().match()),
          route.config().methods()));
    }
    entries.sort(Comparator.comparing(e -> e.route.config(), RouteConfig.MOST_SPECIFIC_FIRST));
    return entries.toArray(Entry[]::new);
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
   * @param input read only by routes with conditions
   */
  public RouteMatch match(String host, String method, CharSequence path, ConditionInput input) {
    Site site = site(host);
    return site == null ? NO_SITE : site.match(method, path, input);
  }

  /**
   * Returns the route with a step that serves this path itself; null if there is none. The route that the path has anyway comes first,
   * then the most general one, whose other policies apply to most pages.
   *
   * @param host lower case, without port
   * @param listener name of the listener, whose policies may have the step
   * @param path in normal form, without query
   */
  public @Nullable Route servingItself(
      String host, String listener, String method, CharSequence path, ConditionInput input) {
    if (!hasOwnPaths) {
      return null;
    }
    Site site = site(host);
    String wanted = path.toString();
    for (int i = site == null ? -1 : site.entries.length - 1; site != null && i >= 0; i--) {
      Route general = site.entries[i].route;
      if (general.chain(listener).policies().ownPaths().contains(wanted)) {
        return match(host, method, path, input) instanceof RouteMatch.Found found
                && found.route().chain(listener).policies().ownPaths().contains(wanted)
            ? found.route()
            : general;
      }
    }
    return null;
  }

  /** Finds the route of a request without fields and query, whose client is unknown. */
  public RouteMatch match(String host, String method, CharSequence path) {
    return match(host, method, path, ConditionInput.BARE);
  }

  /**
   * Returns true if each route that may serve a request takes early data. Its header fields are not yet known, so a route with
   * conditions may serve it, or the next one.
   *
   * @param host lower case, without port
   * @param path in normal form, without query
   */
  public boolean takesEarlyData(String host, String method, CharSequence path) {
    Site site = site(host);
    return site != null && site.takesEarlyData(method, path);
  }

  /**
   * Routes a request and gives the reason for each site and route. The same look-ups as {@link #match} decide; the reasons are read
   * off their results. Allocates, so it is not for the data path.
   *
   * @param host lower case, without port
   * @param path in normal form, without query
   */
  public RouteExplanation explain(
      String host, String method, CharSequence path, ConditionInput input) {
    HostSite serving = hostSite(host);
    RouteMatch match = match(host, method, path, input);
    return new RouteExplanation(
        match,
        sites.stream().map(site -> candidate(site, serving, host)).toList(),
        serving == null ? List.of() : serving.site.explain(method, path, input, match));
  }

  /** Explains the route of a request without fields and query, whose client is unknown. */
  public RouteExplanation explain(String host, String method, CharSequence path) {
    return explain(host, method, path, ConditionInput.BARE);
  }

  /**
   * Returns the site that serves the host; null if there is none.
   *
   * @param host lower case, without port
   */
  public @Nullable SiteConfig siteOf(String host) {
    Site site = site(host);
    return site == null ? null : site.config;
  }

  /** Returns the name of the site that serves the host: its first host. Empty if there is none. */
  public String siteName(String host) {
    SiteConfig site = siteOf(host);
    return site == null ? "" : site.hosts().get(0).toString();
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
   * Returns true if a route of the site that serves the host may be stricter than others.
   *
   * @param host lower case, without port
   */
  public boolean restricts(String host) {
    Site site = site(host);
    return site != null && site.restricts;
  }

  /**
   * Returns the number of the site that serves the host; {@link Route#NO_SITE} if there is none.
   *
   * @param host lower case, without port
   */
  public int siteNumber(String host) {
    Site site = site(host);
    return site == null || site.entries.length == 0
        ? Route.NO_SITE
        : site.entries[0].route.siteNumber();
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
    int position = hosts.find(host);
    return position == HostIndex.NONE ? null : siteAt[position];
  }

  private @Nullable HostSite hostSite(String host) {
    int position = hosts.find(host);
    return position == HostIndex.NONE ? null : hostSites[position];
  }

  private record HostSite(HostPattern host, Site site) {}

  /**
   * A route with its match, which is made once so that routing allocates nothing.
   *
   * @param conditions null if there are none
   * @param methods those of the route; empty for all
   */
  private record Entry(
      Route route, RouteMatch match, @Nullable RouteConditions conditions, Set<String> methods) {
    boolean allows(String method) {
      return methods.isEmpty() || methods.contains(method);
    }

    RouteConditions.Outcome test(ConditionInput input) {
      return conditions == null ? RouteConditions.Outcome.HOLD : conditions.test(input);
    }
  }

  /** A site. Its routes are in the order in which they are tried. */
  private static final class Site {
    final SiteConfig config;
    final Entry[] entries;
    final PathIndex index;
    final int longestPath;
    final RouteMatch tooLong;
    final boolean restricts;

    Site(SiteConfig config, Entry[] entries) {
      List<PathPattern> patterns =
          Arrays.stream(entries).map(e -> e.route.config().path()).toList();
      this.config = config;
      this.entries = entries;
      this.index = new PathIndex(patterns);
      this.longestPath = longestPath(patterns);
      this.tooLong = new RouteMatch.PathTooLong(longestPath);
      this.restricts = Arrays.stream(entries).anyMatch(entry -> entry.route.restricts());
    }

    /** Returns the longest path that all regular expressions are tried on. Skipping one could select the wrong route. */
    private static int longestPath(List<PathPattern> patterns) {
      int all = patterns.stream().mapToInt(PathPattern::programSize).sum();
      int most = patterns.stream().mapToInt(PathPattern::programSize).max().orElse(0);
      return all == 0
          ? Integer.MAX_VALUE
          : Math.min(Limits.MAX_REGEX_STEPS / most, Limits.MAX_REGEX_STEPS_IN_ALL / all);
    }

    RouteMatch match(String method, CharSequence path, ConditionInput input) {
      if (path.length() > longestPath) {
        return tooLong;
      }
      boolean hasOtherMethod = false;
      for (int i = index.next(path, path.length(), PathIndex.NONE);
          i != PathIndex.NONE;
          i = index.next(path, path.length(), i)) {
        Entry entry = entries[i];
        if (!entry.allows(method)) {
          hasOtherMethod = true;
          continue;
        }
        RouteConditions.Outcome outcome = entry.test(input);
        if (outcome == RouteConditions.Outcome.HOLD) {
          return entry.match;
        }
        if (outcome == RouteConditions.Outcome.TOO_COSTLY) {
          return TOO_COSTLY;
        }
      }
      return hasOtherMethod ? methodNotAllowed(method, path, input) : NO_ROUTE;
    }

    boolean takesEarlyData(String method, CharSequence path) {
      if (path.length() > longestPath) {
        return false;
      }
      for (int i = index.next(path, path.length(), PathIndex.NONE);
          i != PathIndex.NONE;
          i = index.next(path, path.length(), i)) {
        Entry entry = entries[i];
        if (entry.allows(method)) {
          boolean takes = entry.route.config().earlyData();
          if (!takes || entry.conditions == null) {
            return takes;
          }
        }
      }
      return false;
    }

    /** Returns the reason of each route for this result of {@link #match}. */
    List<RouteCandidate> explain(
        String method, CharSequence path, ConditionInput input, RouteMatch match) {
      List<RouteCandidate> all = new ArrayList<>();
      boolean isTooLong = match == tooLong;
      int next = isTooLong ? PathIndex.NONE : index.next(path, path.length(), PathIndex.NONE);
      for (int i = 0; i < entries.length; i++) {
        Entry entry = entries[i];
        boolean hasPath = i == next;
        if (hasPath) {
          next = index.next(path, path.length(), i);
        }
        all.add(
            isTooLong
                ? new RouteCandidate(entry.route, RouteReason.PATH_TOO_LONG, null)
                : hasPath
                    ? candidate(entry, method, input, match)
                    : new RouteCandidate(entry.route, RouteReason.OTHER_PATH, null));
      }
      return all;
    }

    /** Returns the reason of a route whose pattern matches the path. */
    private static RouteCandidate candidate(
        Entry entry, String method, ConditionInput input, RouteMatch match) {
      Route route = entry.route;
      if (!route.config().allows(method)) {
        return new RouteCandidate(route, RouteReason.OTHER_METHOD, null);
      }
      String failing = entry.conditions == null ? null : entry.conditions.failing(input);
      if (failing != null || !(match instanceof RouteMatch.Found found)) {
        RouteReason reason = entry.test(input) == RouteConditions.Outcome.TOO_COSTLY
            ? RouteReason.CONDITION_TOO_COSTLY
            : failing == null ? RouteReason.NOT_TRIED : RouteReason.OTHER_CONDITION;
        return new RouteCandidate(route, reason, failing);
      }
      if (found.route().equals(route)) {
        return new RouteCandidate(route, RouteReason.SERVES, null);
      }
      RouteConfig winner = found.route().config();
      if (winner.path().specificity() != route.config().path().specificity()) {
        return new RouteCandidate(route, RouteReason.LESS_SPECIFIC, null);
      }
      boolean isEqual = winner.match().size() == route.config().match().size();
      return new RouteCandidate(
          route, isEqual ? RouteReason.LATER : RouteReason.FEWER_CONDITIONS, null);
    }

    /** Only routes whose conditions hold have the resource, so only their methods count. */
    private RouteMatch methodNotAllowed(String method, CharSequence path, ConditionInput input) {
      TreeSet<String> allowed = new TreeSet<>();
      for (int i = index.next(path, path.length(), PathIndex.NONE);
          i != PathIndex.NONE;
          i = index.next(path, path.length(), i)) {
        Entry entry = entries[i];
        if (!entry.allows(method)) {
          RouteConditions.Outcome outcome = entry.test(input);
          if (outcome == RouteConditions.Outcome.TOO_COSTLY) {
            return TOO_COSTLY;
          }
          if (outcome == RouteConditions.Outcome.HOLD) {
            allowed.addAll(entry.route.config().methods());
          }
        }
      }
      return allowed.isEmpty() ? NO_ROUTE : new RouteMatch.MethodNotAllowed(allowed);
    }
  }
}
