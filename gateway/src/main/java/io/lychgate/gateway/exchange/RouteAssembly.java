package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.MirrorConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.SplitConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.exchange.traffic.Mirror;
import io.lychgate.gateway.exchange.traffic.TrafficSplit;
import io.lychgate.gateway.filter.GrpcWeb;
import io.lychgate.gateway.filter.HeaderEdits;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.respond.FixedResponse;
import io.lychgate.gateway.respond.Redirect;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteCompiler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/** Compiles routes: the one place that maps the configuration of a route to its steps, filters and responder. */
public final class RouteAssembly implements RouteCompiler {
  private static final Verdict RESERVED_ESCAPE = new Verdict.Fail(new ExchangeFailure(
      Kind.BAD_REQUEST, "path: %2F, %5C or %00, which the route refuses (reservedEscapes)"));

  private final Map<String, UpstreamConfig> upstreams;
  private final Map<String, Policies> listenerPolicies = new HashMap<>();
  private final ToIntFunction<String> numbering;
  private final ToIntFunction<String> siteNumbering;
  private final ToIntBiFunction<String, String> sideNumbering;
  private final IntFunction<LoopContext> loops;
  private final Authentication authentication;

  /**
   * @param numbering maps each route id to its number in counters
   * @param siteNumbering maps the first host of each site to the site's number in counters
   * @param sideNumbering maps an upstream and the route that chooses it or copies to it to their number in counters
   * @param loops returns an event loop by its number. A responder takes its upstreams or files from the loop of its exchange.
   * @param authentication makes the steps that identify senders
   */
  public RouteAssembly(
      Map<String, UpstreamConfig> upstreams,
      List<ListenerConfig> listeners,
      ToIntFunction<String> numbering,
      ToIntFunction<String> siteNumbering,
      ToIntBiFunction<String, String> sideNumbering,
      IntFunction<LoopContext> loops,
      Authentication authentication) {
    this.upstreams = upstreams;
    for (ListenerConfig listener : listeners) {
      if (!listener.policies().isEmpty()) {
        listenerPolicies.put(listener.name(), listener.policies());
      }
    }
    this.numbering = numbering;
    this.siteNumbering = siteNumbering;
    this.sideNumbering = sideNumbering;
    this.loops = loops;
    this.authentication = authentication;
  }

  @Override
  public Route compile(RouteConfig config, SiteConfig site) {
    Policies own = config.policies().within(site.policies());
    Map<String, PolicyChain> chains = new HashMap<>();
    listenerPolicies.forEach(
        (listener, policies) -> chains.put(listener, chain(config, own.within(policies))));
    return new Route(
        numbering.applyAsInt(config.id()),
        siteNumbering.applyAsInt(site.hosts().get(0).toString()),
        config,
        site.altSvc(),
        chain(config, own),
        chains);
  }

  private PolicyChain chain(RouteConfig config, Policies policies) {
    return new PolicyChain(
        policies,
        steps(config, policies),
        filters(config),
        responder(config.action(), config.id()));
  }

  /**
   * In the order in which they run: redirect to https, maintenance, access by address, limits by address, authentication (CORS
   * preflights before it), limits by identity, then what concerns the request itself.
   */
  private List<RequestStep> steps(RouteConfig config, Policies policies) {
    List<RequestStep> steps = new ArrayList<>();
    steps.addAll(authentication.steps(policies, config.id(), this::upstream));
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
    return steps;
  }

  /** The one next to the responder first: filters that change bytes, then header edits. */
  private List<ResponseFilter> filters(RouteConfig config) {
    List<ResponseFilter> filters = new ArrayList<>();
    if (config.action() instanceof RouteAction.ProxyAction proxy && proxy.grpcWeb()) {
      filters.add(new GrpcWeb(loop -> loops.apply(loop).observer()::grpc));
    }
    if (config.editsHeaders()) {
      filters.add(new HeaderEdits(config.requestHeaders(), config.responseHeaders()));
    }
    return filters;
  }

  private ResponderFactory responder(RouteAction action, String routeId) {
    if (action instanceof RouteAction.ProxyAction proxy) {
      return forwarding(proxy, routeId);
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

  private Forwarding forwarding(RouteAction.ProxyAction proxy, String routeId) {
    SplitConfig split = proxy.split();
    MirrorConfig mirror = proxy.mirror();
    return new Forwarding(
        proxy,
        upstream(proxy.upstreamName()),
        split == null
            ? null
            : new TrafficSplit(
                split, this::upstream, name -> sideNumbering.applyAsInt(name, routeId)),
        mirror == null
            ? null
            : new Mirror(
                mirror,
                upstream(mirror.upstream()),
                sideNumbering.applyAsInt(mirror.upstream(), routeId)),
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
