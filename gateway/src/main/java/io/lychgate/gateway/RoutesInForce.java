package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.admin.seam.Upstreams.UpstreamView;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.exchange.RequestTrial;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteExplanation;
import io.lychgate.gateway.route.RouteMatch;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      tried.sort(
          Comparator.comparingInt((RouteConfig r) -> r.path().specificity()).reversed());
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
        hosts(site),
        rank,
        own.path().text(),
        own.path().isRegex(),
        methods(own),
        route.isPublic(route.chain()),
        own.earlyData(),
        own.takesWebSockets(),
        action(own.action()),
        route.chain().steps().stream().map(RequestStep::summary).toList(),
        route.chain().filters().stream().map(ResponseFilter::summary).toList(),
        targets,
        requests(route.number(), null),
        requests(route.number(), StatusClass.SERVER_ERROR),
        problems(config, own.action(), targets));
  }

  private static List<String> hosts(SiteConfig site) {
    return site.hosts().stream().map(Object::toString).toList();
  }

  private static List<String> methods(RouteConfig route) {
    return route.methods().stream().sorted().toList();
  }

  private static Action action(RouteAction action) {
    if (action instanceof RouteAction.ProxyAction proxy) {
      return new Action("proxy", proxy.upstreamName());
    }
    if (action instanceof RouteAction.RedirectAction redirect) {
      return new Action("redirect", redirect.status() + " " + redirect.to());
    }
    if (action instanceof RouteAction.FixedAction fixed) {
      return new Action("fixed", String.valueOf(fixed.status()));
    }
    RouteAction.StaticAction files = (RouteAction.StaticAction) action;
    return new Action("static", files.root().toString());
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
        .map(listener -> explain(snapshot, listener, request));
  }

  private static RouteDecision explain(
      Snapshot snapshot, ListenerConfig listener, TrialRequest request) {
    TrialTarget target = TrialTarget.of(request.url(), request.host());
    if (target == null) {
      return new RouteDecision(
          request.url(),
          request.method(),
          "",
          "",
          listener.name(),
          "malformed",
          null,
          "The URL is malformed (expected: https://host/path or /path).",
          null,
          List.of(),
          List.of(),
          List.of());
    }
    RequestTrial trial = RequestTrial.of(snapshot, listener, head(request, target));
    Verdict verdict = verdict(trial);
    return new RouteDecision(
        target.url(),
        request.method(),
        trial.host(),
        trial.path(),
        listener.name(),
        verdict.outcome,
        verdict.status,
        verdict.sentence,
        verdict.route == null ? null : verdict.route.id(),
        trial.routing().sites().stream().map(RoutesInForce::reason).toList(),
        trial.routing().routes().stream().map(RoutesInForce::reason).toList(),
        notes(trial, target, verdict.route));
  }

  private static RequestHead head(TrialRequest request, TrialTarget target) {
    Fields fields = new Fields(request.headers().size());
    long length = 0;
    for (PlanRequest.Header header : request.headers()) {
      AsciiString name = FieldNames.canonical(header.name());
      if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
        length = DecimalLength.parse(header.value());
      }
      fields.add(name, header.value());
    }
    return new RequestHead(
        new AsciiString(request.method()),
        target.isSecure(),
        target.authority(),
        target.path(),
        fields,
        length);
  }

  /** The result in the API's words. */
  private record Verdict(
      String outcome,
      @Nullable Integer status,
      String sentence,
      @Nullable Route route) {
    static Verdict failed(String outcome, ExchangeFailure.Kind kind, String sentence) {
      return new Verdict(outcome, kind.status(), sentence, null);
    }
  }

  /** The order is that of the phases of a request. */
  private static Verdict verdict(RequestTrial trial) {
    ExchangeFailure rejection = trial.rejection();
    if (rejection != null) {
      return Verdict.failed(
          "rejected",
          rejection.kind(),
          "The gateway rejects the request before it looks for a route: " + rejection.detail()
              + ".");
    }
    if (trial.isProbe()) {
      return new Verdict(
          "health", null, "The listener itself responds, with the health of the gateway.", null);
    }
    if (trial.isBeacon()) {
      return new Verdict(
          "beacon", null, "The gateway itself responds: the path belongs to page beacons.", null);
    }
    RouteMatch match = trial.routing().match();
    if (match instanceof RouteMatch.Found found) {
      return new Verdict(
          "route", null, "Route " + found.route().id() + " serves the request.", found.route());
    }
    if (match instanceof RouteMatch.MethodNotAllowed notAllowed) {
      return Verdict.failed(
          "method-not-allowed",
          ExchangeFailure.Kind.METHOD_NOT_ALLOWED,
          "A route has the path, but none allows the method (allowed: "
              + String.join(", ", notAllowed.allowed()) + ").");
    }
    if (match instanceof RouteMatch.PathTooLong tooLong) {
      return Verdict.failed(
          "path-too-long",
          ExchangeFailure.Kind.URI_TOO_LONG,
          "The path is too long for the regular expressions of the site (at most "
              + tooLong.longest() + " characters).");
    }
    return match instanceof RouteMatch.NoSite
        ? Verdict.failed(
            "no-site",
            ExchangeFailure.Kind.MISDIRECTED,
            "No site has the host " + trial.host() + ".")
        : Verdict.failed(
            "no-route", ExchangeFailure.Kind.NO_ROUTE, "No route of the site has the path.");
  }

  private static List<String> notes(RequestTrial trial, TrialTarget target, @Nullable Route route) {
    List<String> notes = new ArrayList<>();
    if (!target.path().split("\\?", 2)[0].equals(trial.path())) {
      notes.add("Routes are compared with the normal form of the path: " + trial.path());
    }
    if (trial.isTunnel() && route != null) {
      notes.add(
          route.config().takesWebSockets()
              ? "The request opens a WebSocket."
              : "The route takes no WebSockets: the Upgrade field is ignored.");
    }
    if (route != null && !route.chain().steps().isEmpty()) {
      notes.add("Steps of the route may still reject the request: "
          + route.chain().steps().stream()
              .map(RequestStep::summary)
              .collect(Collectors.joining(", "))
          + ".");
    }
    return notes;
  }

  private static SiteReason reason(RouteExplanation.SiteCandidate candidate) {
    return new SiteReason(
        candidate.site().hosts().get(0).toString(),
        hosts(candidate.site()),
        candidate.host() == null ? null : candidate.host().toString(),
        candidate.reason().token(),
        candidate.reason().sentence());
  }

  private static RouteReason reason(RouteExplanation.RouteCandidate candidate) {
    RouteConfig config = candidate.route().config();
    return new RouteReason(
        config.id(),
        config.path().text(),
        config.path().isRegex(),
        methods(config),
        action(config.action()),
        candidate.reason().token(),
        candidate.reason().sentence());
  }
}
