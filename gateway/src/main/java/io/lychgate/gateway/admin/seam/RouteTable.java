package io.lychgate.gateway.admin.seam;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sites and routes in force: the way of requests from a listener to a server. */
public interface RouteTable {

  /** Returns all routes, site by site, those of a site in the order in which they are tried. */
  List<RouteView> routes();

  /** Returns the listeners. Each serves all sites. */
  List<GatewayState.Listener> listeners();

  /** Routes a request without sending it; empty if no listener has the name. */
  Optional<RouteDecision> explain(TrialRequest request);

  /**
   * One route.
   *
   * @param site the first host of its site
   * @param rank its place among the routes of its site, from 1
   * @param regex true if {@code path} is a regular expression
   * @param methods empty for every method
   * @param conditions conditions besides path and methods, which must all hold
   * @param sendsAhead true if hints and pushes may be sent before the upstream authorizes the request
   * @param policies the policies that it states or inherits; those of listeners, too
   * @param steps decisions on a request, in their order
   * @param filters changes to a response, the one next to the responder first
   * @param upstreams the upstreams of a proxy; empty for other actions
   * @param requests complete requests since the start, with every status
   * @param failed those of them with a status of 500 to 599
   * @param problems reasons why requests on this route fail or may fail
   */
  record RouteView(
      String id,
      String site,
      List<String> hosts,
      int rank,
      String path,
      boolean regex,
      List<String> methods,
      List<String> conditions,
      boolean sendsAhead,
      boolean earlyData,
      boolean webSocket,
      Action action,
      List<PolicyView> policies,
      List<String> steps,
      List<String> filters,
      List<Target> upstreams,
      long requests,
      long failed,
      List<RouteProblem> problems) {

    public RouteView {
      hosts = List.copyOf(hosts);
      methods = List.copyOf(methods);
      conditions = List.copyOf(conditions);
      policies = List.copyOf(policies);
      steps = List.copyOf(steps);
      filters = List.copyOf(filters);
      upstreams = List.copyOf(upstreams);
      problems = List.copyOf(problems);
    }
  }

  /**
   * A policy that a route states or inherits.
   *
   * @param level {@code listener}, {@code site} or {@code route}
   * @param listener the listener that states it; null for other levels
   * @param summary null if the level switches an inherited policy off
   */
  record PolicyView(
      String key,
      String level,
      @Nullable String listener,
      @Nullable String summary) {}

  /**
   * The processing of a request on its route.
   *
   * @param rewritten path and query for the upstream; empty if the request is refused, null without a rewrite
   */
  record Chain(
      List<PolicyView> policies,
      List<String> steps,
      List<String> filters,
      @Nullable String rewritten,
      Action action) {

    public Chain {
      policies = List.copyOf(policies);
      steps = List.copyOf(steps);
      filters = List.copyOf(filters);
    }
  }

  /**
   * The responder of a route.
   *
   * @param kind {@code proxy}, {@code static}, {@code redirect} or {@code fixed}
   * @param target upstream, directory, location or status
   */
  record Action(String kind, String target) {}

  /** An upstream of a route, with its servers. */
  record Target(String name, List<TargetServer> servers) {

    public Target {
      servers = List.copyOf(servers);
    }
  }

  /**
   * A server at the end of the chain.
   *
   * @param takesRequests true if it takes new requests now
   */
  record TargetServer(String id, String state, boolean takesRequests, String reason) {}

  /**
   * A problem of a route.
   *
   * @param kind a stable token
   */
  record RouteProblem(String kind, String sentence) {}

  /**
   * A request as a user describes it.
   *
   * @param url an absolute URL or a path
   * @param host for a url that is a path; null means localhost
   * @param listener name; null means the first one
   */
  record TrialRequest(
      String method,
      String url,
      @Nullable String host,
      @Nullable String listener,
      List<PlanRequest.Header> headers) {

    public TrialRequest {
      headers = List.copyOf(headers);
    }
  }

  /**
   * The result of routing one request.
   *
   * @param url the URL as the gateway parsed it
   * @param path the path that routes are compared with
   * @param outcome a stable token: {@code route}, or the reason why no route serves the request
   * @param status status of the gateway's own response; null if a route or an endpoint responds
   * @param route id of the route that serves the request; null if none does
   * @param chain null if no route serves the request
   */
  record RouteDecision(
      String url,
      String method,
      String host,
      String path,
      String listener,
      String outcome,
      @Nullable Integer status,
      String sentence,
      @Nullable String route,
      List<SiteReason> sites,
      List<RouteReason> routes,
      @Nullable Chain chain,
      List<String> notes) {

    public RouteDecision {
      sites = List.copyOf(sites);
      routes = List.copyOf(routes);
      notes = List.copyOf(notes);
    }
  }

  /**
   * The reason why a site does or does not serve the request.
   *
   * @param host its best pattern that matches; null if none does
   */
  record SiteReason(
      String site, List<String> hosts, @Nullable String host, String reason, String sentence) {

    public SiteReason {
      hosts = List.copyOf(hosts);
    }
  }

  /** The reason why a route of the chosen site does or does not serve the request. */
  record RouteReason(
      String id,
      String path,
      boolean regex,
      List<String> methods,
      List<String> conditions,
      Action action,
      String reason,
      String sentence) {

    public RouteReason {
      methods = List.copyOf(methods);
      conditions = List.copyOf(conditions);
    }
  }
}
