package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.admin.seam.Upstreams.UpstreamView;
import io.lychgate.gateway.condition.RouteConditions;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.route.Route;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of the snapshot in force, for the admin plane. The data path's own router explains a request. */
final class RoutesInForce implements RouteTable {
  private static final StatusClass[] STATUSES = StatusClass.values();

  private final DataPath dataPath;
  private final GatewayState state;
  private final Upstreams upstreams;

  RoutesInForce(DataPath dataPath, GatewayState state, Upstreams upstreams) {
    this.dataPath = dataPath;
    this.state = state;
    this.upstreams = upstreams;
  }

  @Override
  public List<GatewayState.Listener> listeners() {
    return state.listeners();
  }

  @Override
  public List<RouteView> routes() {
    Snapshot snapshot = dataPath.snapshot();
    Map<String, Route> compiled = new HashMap<>();
    snapshot.router().routes().forEach(route -> compiled.put(route.id(), route));
    Map<String, UpstreamView> groups = upstreams.all().stream()
        .collect(Collectors.toMap(UpstreamView::name, each -> each, (first, same) -> first));
    List<RouteView> views = new ArrayList<>();
    for (SiteConfig site : snapshot.config().sites()) {
      List<RouteConfig> tried = new ArrayList<>(site.routes());
      // The sort is stable, as that of the router.
      tried.sort(RouteConfig.MOST_SPECIFIC_FIRST);
      for (int i = 0; i < tried.size(); i++) {
        Route route = compiled.get(tried.get(i).id());
        if (route != null) {
          views.add(view(snapshot.config(), site, route, i + 1, groups));
        }
      }
    }
    return views;
  }

  private RouteView view(
      GatewayConfig config,
      SiteConfig site,
      Route route,
      int rank,
      Map<String, UpstreamView> groups) {
    RouteConfig own = route.config();
    List<Target> targets = targets(own.action(), groups);
    return new RouteView(
        own.id(),
        site.hosts().get(0).toString(),
        RouteExplainer.hosts(site),
        rank,
        own.path().text(),
        own.path().isRegex(),
        RouteExplainer.methods(own),
        RouteConditions.texts(own.match()),
        route.isPublic(route.chain()),
        own.earlyData(),
        own.takesWebSockets(),
        RouteExplainer.action(own.action()),
        policies(route),
        route.chain().steps().stream().map(RequestStep::summary).toList(),
        route.chain().filters().stream().map(ResponseFilter::summary).toList(),
        targets,
        requests(route.number(), null),
        requests(route.number(), StatusClass.SERVER_ERROR),
        problems(config, own.action(), targets));
  }

  /** Returns the policies of the route and its site, then those that it inherits from each listener. */
  private static List<PolicyView> policies(Route route) {
    List<PolicyView> views =
        new ArrayList<>(RouteExplainer.policies(route.chain().policies(), null));
    new TreeMap<>(route.chains()).forEach((listener, chain) -> {
      List<PolicyView> all = RouteExplainer.policies(chain.policies(), listener);
      all.stream().filter(view -> view.listener() != null).forEach(views::add);
    });
    return views;
  }

  private static List<Target> targets(RouteAction action, Map<String, UpstreamView> groups) {
    if (!(action instanceof RouteAction.ProxyAction proxy)) {
      return List.of();
    }
    UpstreamView group = groups.get(proxy.upstreamName());
    return List.of(new Target(
        proxy.upstreamName(),
        group == null
            ? List.of()
            : group.servers().stream()
                .map(server -> new TargetServer(
                    server.id(), server.state(), server.takesRequests(), server.reason()))
                .toList()));
  }

  /** @param only counts this class of statuses; null for all */
  private long requests(int route, @Nullable StatusClass only) {
    if (route == Route.NONE) {
      return 0;
    }
    Observatory observatory = dataPath.observatory();
    long sum = 0;
    for (StatusClass status : STATUSES) {
      if (only == null || status == only) {
        for (WireProtocol protocol : WireProtocol.values()) {
          sum += observatory.sum(loop -> loop.requests(route, protocol, status));
        }
      }
    }
    return sum;
  }

  private static List<RouteProblem> problems(
      GatewayConfig config, RouteAction action, List<Target> targets) {
    List<RouteProblem> problems = new ArrayList<>();
    if (action instanceof RouteAction.StaticAction files && !Files.isDirectory(files.root())) {
      problems.add(new RouteProblem(
          "no-directory",
          files.root() + " is no directory: every request gets 404. Create it, or change root."));
    }
    for (Target target : targets) {
      List<TargetServer> out =
          target.servers().stream().filter(server -> !server.takesRequests()).toList();
      if (target.servers().isEmpty()) {
        problems.add(new RouteProblem(
            "no-server", "Upstream " + target.name() + " has no server: every request gets 503."));
      } else if (out.size() == target.servers().size()) {
        problems.add(new RouteProblem(
            "no-usable-server",
            "No server of upstream " + target.name() + " takes requests. The first: "
                + sentence(out.get(0))));
      } else if (!out.isEmpty()) {
        problems.add(new RouteProblem(
            "server-out",
            out.size() + " of " + target.servers().size() + " servers of upstream " + target.name()
                + " take no requests. The first: " + sentence(out.get(0))));
      }
      UpstreamConfig upstream = config.upstreams().get(target.name());
      if (upstream != null && !upstream.tls().verify() && upstream.mayUseTls()) {
        problems.add(new RouteProblem(
            "unverified-server",
            "Upstream " + target.name()
                + " accepts any certificate (tls.verify is false): use this for tests only."));
      }
    }
    return problems;
  }

  private static String sentence(TargetServer server) {
    return server.id() + " is " + server.state()
        + (server.reason().isEmpty() ? "." : ": " + server.reason());
  }

  @Override
  public Optional<RouteDecision> explain(TrialRequest request) {
    Snapshot snapshot = dataPath.snapshot();
    return snapshot.config().listeners().stream()
        .filter(each -> request.listener() == null || each.name().equals(request.listener()))
        .findFirst()
        .map(listener -> new RouteExplainer(snapshot.router(), snapshot.beacons())
            .explain(listener, request, null, null));
  }
}
