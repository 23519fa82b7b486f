package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.Policies;
import java.util.Set;

/**
 * One route of a site: the requests that it matches, and its action.
 *
 * @param id unique in the configuration; label of logs and metrics
 * @param path compared with the normal form of the request's path, without its query
 * @param methods empty for every method
 * @param isPublic true if hints and pushes may be sent before the upstream authorizes the request
 * @param earlyData true if safe requests may be served before the client has proved that they are not replayed (RFC 8470)
 * @param refusesReservedEscapes true if a request whose path has an encoded slash, backslash or NUL gets 400
 * @param requestHeaders edits of requests before the action
 * @param responseHeaders edits of final responses of the action
 * @param policies the policies that the route itself states
 */
public record RouteConfig(
    String id,
    PathPattern path,
    Set<String> methods,
    RouteAction action,
    boolean isPublic,
    boolean earlyData,
    boolean refusesReservedEscapes,
    HeaderEditConfig requestHeaders,
    HeaderEditConfig responseHeaders,
    Policies policies) {
  public RouteConfig {
    Require.text("id", id);
    methods = Set.copyOf(methods);
  }

  /** A route that accepts reserved escapes, edits no header fields and states no policies. */
  public RouteConfig(
      String id,
      PathPattern path,
      Set<String> methods,
      RouteAction action,
      boolean isPublic,
      boolean earlyData) {
    this(
        id,
        path,
        methods,
        action,
        isPublic,
        earlyData,
        false,
        HeaderEditConfig.NONE,
        HeaderEditConfig.NONE,
        Policies.NONE);
  }

  /** Returns a public route for every method. */
  public static RouteConfig of(String id, PathPattern path, RouteAction action) {
    return new RouteConfig(id, path, Set.of(), action, true, false);
  }

  /** Returns the same route with another id. */
  public RouteConfig named(String other) {
    return new RouteConfig(
        other,
        path,
        methods,
        action,
        isPublic,
        earlyData,
        refusesReservedEscapes,
        requestHeaders,
        responseHeaders,
        policies);
  }

  /** Returns the same route with other policies. */
  public RouteConfig with(Policies other) {
    return new RouteConfig(
        id,
        path,
        methods,
        action,
        isPublic,
        earlyData,
        refusesReservedEscapes,
        requestHeaders,
        responseHeaders,
        other);
  }

  /** Returns true if header fields of requests or responses are edited. */
  public boolean editsHeaders() {
    return !requestHeaders.isEmpty() || !responseHeaders.isEmpty();
  }

  /** Returns true if clients may open WebSockets. */
  public boolean takesWebSockets() {
    return action instanceof RouteAction.ProxyAction proxy && proxy.webSocket();
  }

  public boolean allows(String method) {
    return methods.isEmpty() || methods.contains(method);
  }
}
