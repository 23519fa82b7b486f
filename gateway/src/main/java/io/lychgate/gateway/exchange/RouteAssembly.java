package io.lychgate.gateway.exchange;

import io.lychgate.gateway.cache.ResponseCache;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.HttpsRedirectConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.policy.MaintenancePolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.config.policy.TracingPolicy;
import io.lychgate.gateway.config.site.MirrorConfig;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.SplitConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.exchange.traffic.Mirror;
import io.lychgate.gateway.exchange.traffic.TrafficSplit;
import io.lychgate.gateway.filter.GrpcWeb;
import io.lychgate.gateway.filter.HeaderEdits;
import io.lychgate.gateway.filter.TraceStep;
import io.lychgate.gateway.filter.compress.Compression;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.respond.ErrorPageFilter;
import io.lychgate.gateway.respond.FixedResponse;
import io.lychgate.gateway.respond.HttpsRedirect;
import io.lychgate.gateway.respond.Maintenance;
import io.lychgate.gateway.respond.Redirect;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteCompiler;
import io.lychgate.gateway.timing.MeasuredPages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Compiles routes: the one place that maps the configuration of a route to its steps, filters and responder. */
public final class RouteAssembly implements RouteCompiler {
  private static final Verdict RESERVED_ESCAPE = new Verdict.Fail(new ExchangeFailure(
      Kind.BAD_REQUEST, "path: %2F, %5C or %00, which the route refuses (reservedEscapes)"));

  private final Map<String, UpstreamConfig> upstreams;
  private final Map<String, Policies> listenerPolicies = new HashMap<>();
  private final Map<String, RequestStep> httpsRedirects = new HashMap<>();
  private final Observatory observatory;
  private final SharedPolicies shared;
  private final IntFunction<LoopContext> loops;
  private final AccessAssembly access;
  private final Authentication authentication;

  /**
   * @param observatory numbers routes, sites and policies for the counters
   * @param loops returns an event loop by its number. A responder takes its upstreams or files from the loop of its exchange.
   */
  public RouteAssembly(
      GatewayConfig config,
      Observatory observatory,
      SharedPolicies shared,
      IntFunction<LoopContext> loops) {
    this.upstreams = config.upstreams();
    this.observatory = observatory;
    this.shared = shared;
    this.loops = loops;
    this.access = new AccessAssembly(
        config.identityFields(),
        !config.policies(OidcPolicy.class).isEmpty(),
        shared.passwords(),
        observatory::decisions,
        loop -> loops.apply(loop).observer());
    this.authentication =
        new Authentication(shared.tokens(), shared.logins(), observatory::decisions, loops);
    for (ListenerConfig listener : config.listeners()) {
      HttpsRedirectConfig redirect = listener.httpsRedirect();
      if (!listener.policies().isEmpty() || redirect != null) {
        listenerPolicies.put(listener.name(), listener.policies());
      }
      if (redirect != null) {
        httpsRedirects.put(
            listener.name(),
            new HttpsRedirect(
                redirect, context -> count(context, RouteDecisionCount.HTTPS_REDIRECT)));
      }
    }
  }

  private void count(RequestContext context, RouteDecisionCount what) {
    loops.apply(context.loopNumber()).observer().decided(what);
  }

  @Override
  public Route compile(RouteConfig config, SiteConfig site) {
    Policies own = config.policies().within(site.policies());
    String siteName = site.hosts().get(0).toString();
    Map<String, PolicyChain> chains = new HashMap<>();
    listenerPolicies.forEach((listener, policies) -> chains.put(
        listener, chain(config, own.within(policies), new Place(listener, siteName, config.id()))));
    return new Route(
        observatory.routes().numberOf(config.id()),
        observatory.sites().numberOf(siteName),
        config,
        site.altSvc(),
        // The policies of a listener are in the chains above.
        chain(config, own, new Place("", siteName, config.id())),
        chains);
  }

  private PolicyChain chain(RouteConfig config, Policies stated, Place place) {
    Policies policies = shared.plugins().resolved(stated);
    return new PolicyChain(
        policies,
        steps(config, policies, place),
        filters(config, policies, place),
        cached(config, policies, place.listener()));
  }

  /** The listener, site and route of one chain. The listener is empty for a chain of all that state nothing. */
  private record Place(String listener, String site, String route) {
    /** Returns what states a policy. */
    String stating(@Nullable Level level) {
      if (level == Level.LISTENER) {
        return "listener " + listener;
      }
      return level == Level.SITE ? "site " + site : "route " + route;
    }
  }

  /**
   * In the order in which they run:
   *
   * <ol>
   *   <li>the trace and the id of the request, the redirect to https and maintenance,
   *   <li>the client's address,
   *   <li>sizes and the rates of clients, which need no identity,
   *   <li>preflights of CORS, which carry no credentials, and authentication,
   *   <li>other rates, and requests in flight,
   *   <li>reserved escapes and early data,
   *   <li>plug-ins, which so get only requests that everything else admits, with their senders.
   * </ol>
   */
  private List<RequestStep> steps(RouteConfig config, Policies policies, Place place) {
    List<RequestStep> steps = new ArrayList<>();
    TracingPolicy tracing = policies.get(TracingPolicy.class);
    if (tracing != null) {
      steps.add(new TraceStep(tracing, shared.tracing()));
    }
    access.addFirst(policies, steps);
    RequestStep httpsRedirect = httpsRedirects.get(place.listener());
    if (httpsRedirect != null) {
      steps.add(httpsRedirect);
    }
    MaintenancePolicy maintenance = policies.get(MaintenancePolicy.class);
    if (maintenance != null && maintenance.isOn()) {
      steps.add(new Maintenance(maintenance, this::count));
    }
    access.addAddresses(policies, config.id(), steps);
    SharedLimits.Steps limiting =
        shared.limits().steps(policies, key -> place.stating(policies.levelOf(key)), config.id());
    steps.addAll(limiting.beforeLogin());
    access.addAuthentication(policies, config.id(), steps);
    steps.addAll(authentication.steps(policies, config.id(), this::upstream));
    steps.addAll(limiting.afterLogin());
    if (config.refusesReservedEscapes()) {
      steps.add(RequestStep.named(
          "rejects reserved escapes",
          (context, continuation) -> continuation.then(
              NormalPath.hasReservedEscape(context.request().path())
                  ? RESERVED_ESCAPE
                  : Verdict.CONTINUE)));
    }
    if (config.action() instanceof RouteAction.ProxyAction) {
      steps.add(EarlyRequests.refusal(config.earlyData()));
    }
    steps.addAll(shared.plugins().steps(policies));
    return steps;
  }

  /**
   * The one next to the responder first: plug-ins, which so see no coding of the gateway; gRPC-Web, the script of the timings, compression, error pages; CORS and security fields, then header edits, which have the
   * last word; the id of the request. The cache is behind all of them, as the responder.
   */
  private List<ResponseFilter> filters(RouteConfig config, Policies policies, Place place) {
    List<ResponseFilter> filters = new ArrayList<>(shared.plugins().filters(policies));
    if (config.action() instanceof RouteAction.ProxyAction proxy && proxy.grpcWeb()) {
      filters.add(new GrpcWeb(loop -> loops.apply(loop).observer()::grpc));
    }
    TimingsPolicy timings = policies.get(TimingsPolicy.class);
    if (timings != null) {
      filters.add(new MeasuredPages(
          timings,
          shared.timings(),
          place.site(),
          config.id(),
          loop -> loops.apply(loop).coders()));
    }
    CompressPolicy compress = policies.get(CompressPolicy.class);
    if (compress != null) {
      filters.add(new Compression(
          compress,
          config.action() instanceof RouteAction.ProxyAction,
          observatory.compressing().numberOf(config.id()),
          loop -> loops.apply(loop).coders()));
    }
    ErrorPagesPolicy pages = policies.get(ErrorPagesPolicy.class);
    RouteAction action = config.action();
    if (pages != null && action instanceof RouteAction.FixedAction fixed && fixed.isBareError()) {
      filters.add(new ErrorPageFilter(
          pages, context -> count(context, RouteDecisionCount.ERROR_PAGE), true));
    } else if (pages != null
        && pages.replacesUpstream()
        && !(action instanceof RouteAction.FixedAction)
        && !(action instanceof RouteAction.RedirectAction)) {
      filters.add(new ErrorPageFilter(
          pages, context -> count(context, RouteDecisionCount.UPSTREAM_ERROR_PAGE), false));
    }
    AccessAssembly.addFilters(policies, filters);
    if (config.editsHeaders()) {
      filters.add(new HeaderEdits(config.requestHeaders(), config.responseHeaders()));
    }
    AccessAssembly.addLastFilter(policies, filters);
    return filters;
  }

  /** The responder of the route, behind its cache. A split chooses by client, so what it serves one client is not for others. */
  private ResponderFactory cached(RouteConfig config, Policies policies, String listener) {
    ResponderFactory responder = responder(config);
    CachePolicy policy = policies.get(CachePolicy.class);
    boolean isCached = policy != null
        && config.action() instanceof RouteAction.ProxyAction proxy
        && proxy.split() == null;
    return policy == null || !isCached
        ? responder
        : new ResponseCache(
            policy,
            listener.isEmpty() ? config.id() : config.id() + '@' + listener,
            policies.arePrivate(),
            observatory.cachedRoute(config.id()),
            shared.responses(),
            responder,
            loop -> loops.apply(loop).cache());
  }

  private ResponderFactory responder(RouteConfig config) {
    RouteAction action = config.action();
    if (action instanceof RouteAction.ProxyAction proxy) {
      return forwarding(proxy, config.rewrite(), config.id());
    }
    if (action instanceof RouteAction.RedirectAction redirect) {
      return new Redirect(redirect);
    }
    if (action instanceof RouteAction.FixedAction fixed) {
      return new FixedResponse(fixed);
    }
    RouteAction.StaticAction files = (RouteAction.StaticAction) action;
    return (context, sink) ->
        loops.apply(context.loopNumber()).files().respond(files, context.request(), sink);
  }

  private Forwarding forwarding(
      RouteAction.ProxyAction proxy, @Nullable RewriteConfig rewrite, String routeId) {
    SplitConfig split = proxy.split();
    MirrorConfig mirror = proxy.mirror();
    return new Forwarding(
        proxy,
        upstream(proxy.upstreamName()),
        split == null
            ? null
            : new TrafficSplit(split, this::upstream, name -> observatory.side(name, routeId)),
        mirror == null
            ? null
            : new Mirror(
                mirror, upstream(mirror.upstream()), observatory.side(mirror.upstream(), routeId)),
        rewrite,
        loops);
  }

  private UpstreamConfig upstream(String name) {
    UpstreamConfig upstream = upstreams.get(name);
    if (upstream == null) {
      throw new IllegalArgumentException(
          "upstream: " + name + " (expected: one of " + upstreams.keySet() + ")");
    }
    return upstream;
  }
}
